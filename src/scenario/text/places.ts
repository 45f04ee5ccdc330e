/**
 * Where in the files a value of the document came from: what turns a path into file, line and column.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import type { Path } from '../../platform/api/document/json.ts';
import type { FilePlace } from './problem.ts';

/** A text that was read as YAML. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
}

/** Where a value of JSON stands, with its parts: what a node of YAML tells, in a tenth of the room. */
export class JsonNode {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  /** In the order of the text; of a list by index. */
  readonly parts: readonly JsonNode[];
  /** Of a map: the keys of its parts, and where they stand. */
  readonly names: readonly string[] | null;
  readonly keys: readonly JsonNode[];

  constructor(
    from: number,
    to: number,
    parts: readonly JsonNode[] = nothing,
    names: readonly string[] | null = null,
    keys: readonly JsonNode[] = nothing,
  ) {
    this.from = from;
    this.to = to;
    this.parts = parts;
    this.names = names;
    this.keys = keys;
  }

  get range(): readonly [from: number, to: number] {
    return [this.from, this.to];
  }
}

const nothing: readonly JsonNode[] = [];

/** A stretch of a source: the value of a key, and the key itself where it has one. */
export interface TextOrigin {
  readonly source: YamlSource;
  readonly value: Node | JsonNode | null;
  readonly key: Node | JsonNode | null;
}

/**
 * Remembers for every object and list which node of which source it was made of. Where a value was put into an object
 * or list of another source (an included file, `--set`), that key's own origin stands before the container's.
 */
export class Places {
  readonly #containers = new WeakMap<object, TextOrigin>();
  readonly #moved = new WeakMap<object, Map<string | number, TextOrigin>>();

  /** Notes what an object or list was made of. */
  note(container: object, origin: TextOrigin): void {
    this.#containers.set(container, origin);
  }

  /** Notes that the value under a key came from elsewhere. */
  move(container: object, key: string | number, origin: TextOrigin): void {
    const moved = this.#moved.get(container) ?? new Map<string | number, TextOrigin>();
    moved.set(key, origin);
    this.#moved.set(container, moved);
  }

  /** A shallow copy that stands where the original stands: for a change that must not be seen through another alias. */
  copy<Container extends object>(container: Container): Container {
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
    this.follow(container, copy);
    return copy;
  }

  /** Notes that a container which was made of another stands where that stands, unless it has a place already. */
  follow(container: object, copy: object): void {
    if (this.#containers.has(copy) || this.#moved.has(copy)) return;
    const origin = this.#containers.get(container);
    const moved = this.#moved.get(container);
    if (origin !== undefined) this.#containers.set(copy, origin);
    if (moved !== undefined) this.#moved.set(copy, new Map(moved));
  }

  /** What the object or list itself was made of. */
  of(container: object): TextOrigin | null {
    return this.#containers.get(container) ?? null;
  }

  /** What the value under a key was made of; null where nothing is under it. */
  at(container: object, key: string | number): TextOrigin | null {
    const moved = this.#moved.get(container)?.get(key);
    if (moved !== undefined) return moved;
    const origin = this.#containers.get(container);
    if (origin === undefined) return null;
    return child(origin, key);
  }

  /**
   * The place of what a path from `root` leads to, or of its key. Where the path leads nowhere (a key that is missing),
   * the place of the key of the innermost object that exists, which is where it ought to be added.
   */
  place(root: object, path: Path, which: 'key' | 'value' = 'value'): FilePlace {
    const { origin, isWhole } = this.#follow(root, path);
    return placeOf(origin, isWhole ? which : 'key');
  }

  /**
   * The place of a part of the text that a path leads to, by its offsets there, `to` excluded; of the whole text where
   * it is not written as it reads, as with escapes or on several lines.
   */
  part(root: object, path: Path, from: number, to: number): FilePlace {
    const { origin, isWhole } = this.#follow(root, path);
    const [start, end] = origin.value?.range ?? [0, 0];
    const text = path.reduce<unknown>(valueAt, root);
    const offset = isWhole && typeof text === 'string' ? origin.source.text.slice(start, end).indexOf(text) : -1;
    if (offset === -1) return this.place(root, path);
    return placeAt(origin.source, start + offset + from, start + offset + to);
  }

  /**
   * What the value under a path was made of; where the path leads nowhere, that of the innermost object that exists.
   */
  origin(root: object, path: Path): TextOrigin {
    return this.#follow(root, path).origin;
  }

  #follow(root: object, path: Path): { readonly origin: TextOrigin; readonly isWhole: boolean } {
    let container: unknown = root;
    let origin = this.of(root);
    let isWhole = true;
    for (const step of path) {
      const next = isContainer(container) ? this.at(container, step) : null;
      if (next === null) {
        isWhole = false;
        break;
      }
      origin = next;
      container = valueAt(container, step);
    }
    if (origin === null) throw new Error(`no source for ${path.join('.')}`);
    return { origin, isWhole };
  }

  /** The file in which the value under a path stands. */
  file(root: object, path: Path): string {
    return this.place(root, path).file;
  }
}

function child(origin: TextOrigin, key: string | number): TextOrigin | null {
  const node = origin.value;
  if (node instanceof JsonNode) {
    const index = node.names === null ? key : indexOf(node, node.names, String(key));
    const value = typeof index === 'number' ? node.parts[index] : undefined;
    return value === undefined ? null : { source: origin.source, value, key: node.keys[Number(index)] ?? null };
  }
  if (isSeq<ParsedNode>(node)) {
    const value = typeof key === 'number' ? node.items[key] : undefined;
    return value === undefined ? null : { source: origin.source, value, key: null };
  }
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return null;
  // What `<<` brings in is looked for where it is brought in.
  const pair = pairsOf(node).get(String(key)) ?? pairsOf(node).get('<<');
  return pair === undefined ? null : { source: origin.source, value: pair.value, key: pair.key };
}

/** So many names are gone through one by one; of more a table is made. */
const fewNames = 32;
const indices = new WeakMap<JsonNode, ReadonlyMap<string, number>>();

function indexOf(node: JsonNode, names: readonly string[], key: string): number {
  if (names.length <= fewNames) return names.indexOf(key);
  const known = indices.get(node) ?? new Map(names.map((name, index) => [name, index]));
  indices.set(node, known);
  return known.get(key) ?? -1;
}

const pairs = new WeakMap<object, ReadonlyMap<string, Pair<ParsedNode, ParsedNode | null>>>();

/** A map's pairs by key; of two with one key the first. */
function pairsOf(
  node: YAMLMap<ParsedNode, ParsedNode | null>,
): ReadonlyMap<string, Pair<ParsedNode, ParsedNode | null>> {
  const known = pairs.get(node);
  if (known !== undefined) return known;
  const made = new Map(node.items.toReversed().map((pair) => [keyText(pair.key) ?? '', pair]));
  pairs.set(node, made);
  return made;
}

/** A key as the document's keys are compared: its text. */
export function keyText(key: Node | null): string | null {
  if (!isScalar(key)) return null;
  return key.value === null || key.value === undefined ? null : String(key.value);
}

/** The place of an origin, of its key where asked for and there is one. */
function placeOf(origin: TextOrigin, which: 'key' | 'value'): FilePlace {
  const node =
    which === 'key'
      ? (origin.key ?? origin.value)
      : isEmpty(origin.value)
        ? (origin.key ?? origin.value)
        : origin.value;
  const range = node?.range;
  return placeAt(origin.source, range?.[0] ?? 0, range?.[1] ?? 0);
}

/** The place between two offsets of a text; `to` excluded. */
export function placeAt(source: YamlSource, from: number, to: number): FilePlace {
  const start = position(source, from);
  const nextLine = source.lines.lineStarts[start.line];
  const end = Math.min(to, nextLine === undefined ? source.text.length : nextLine - 1);
  return { file: source.file, ...start, endColumn: Math.max(start.column + 1, start.column + (end - from)) };
}

function position(source: YamlSource, offset: number): { readonly line: number; readonly column: number } {
  const { line, col } = source.lines.linePos(Math.min(offset, source.text.length));
  return line === 0 ? { line: 1, column: 1 } : { line, column: col };
}

function isEmpty(node: Node | JsonNode | null): boolean {
  return (
    node === null ||
    (!isAlias(node) && node.range !== undefined && node.range !== null && node.range[0] === node.range[1])
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function valueAt(container: unknown, key: string | number): unknown {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined;
  if (isContainer(container) && Object.hasOwn(container, key))
    return (container as Record<string, unknown>)[String(key)];
  return undefined;
}
