/**
 * The values of a scenario's text that an exercise lets change, each with its place: for sliders and switches.
 */
import { isMap, isScalar, isSeq, type Node, parseDocument, Scalar, type YAMLMap } from 'yaml';
import { wordsOf } from '../../scenario/path/words.ts';
import type { SchemaPart } from '../../scenario/shape/schemaParameter.ts';
import type { Knob, KnobTurn, KnobValue, PlaygroundCalls } from '../protocol.ts';
import { type PlaceStep, plainOf } from './editing/cursorPlace.ts';
import { flat, schemaAt } from './editing/schemaAt.ts';

const knobsMost = 24;

/** A value with the path of its knob. */
interface Turnable {
  readonly path: string;
  readonly scalar: Scalar;
  readonly range: readonly [number, number];
  readonly steps: readonly PlaceStep[];
}

/**
 * All scalars at the paths or below them, in the order of the text; at most 24. A path that leads nowhere has none.
 *
 * @param edit paths as `--set` takes them
 */
export function knobsIn(text: string, edit: readonly string[]): readonly Knob[] {
  return turnablesIn(text, edit).map(({ path, scalar, range: [from, to], steps }) => {
    const name = path.split(/[.[\]]+/).findLast((word) => word !== '' && !/^\d+$/.test(word)) ?? path;
    return { path, name, from, to, value: knobValue(scalar, steps) };
  });
}

/**
 * What to write for a new value of a knob, at its place in the text of now: as YAML needs it, with the quotes that the
 * old value had.
 */
export function turnedKnob({ text, edit, path, value }: PlaygroundCalls['turn']['ask']): KnobTurn | null {
  const found = turnablesIn(text, edit).find((one) => one.path === path);
  if (found === undefined) return null;
  const [from, to] = found.range;
  return { from, to, text: asYaml(value, found.scalar) };
}

function asYaml(value: string, { type }: Scalar): string {
  if (type === Scalar.QUOTE_SINGLE) return `'${value.replaceAll("'", "''")}'`;
  if (type !== Scalar.PLAIN) return JSON.stringify(value);
  // In a list of one, so that what would end the value within braces needs quotes too.
  const { contents, errors } = parseDocument(`[${value}]`, { logLevel: 'silent' });
  const [only, ...others] = isSeq(contents) ? contents.items : [];
  const isPlain = errors.length === 0 && others.length === 0 && isScalar(only) && only.source === value;
  return isPlain ? value : JSON.stringify(value);
}

function turnablesIn(text: string, edit: readonly string[]): readonly Turnable[] {
  const { contents } = parseDocument(text, { logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const found = edit.flatMap((path) => {
    const start = startOf(contents, path);
    return start === null ? [] : scalarsBelow(start);
  });
  return found.slice(0, knobsMost);
}

interface PlacedNode {
  readonly node: unknown;
  readonly path: string;
  readonly steps: readonly PlaceStep[];
}

/** The node of a path; null: the text has none. */
function startOf(root: YAMLMap, path: string): PlacedNode | null {
  const [, resource = null] = /^((?:[^./[\]]+\/)+[^./[\]]+)/.exec(path) ?? [];
  let placed = resource === null ? { node: root, path, steps: [] } : resourceNode(root, resource, path);
  for (const { text } of wordsOf(path, resource === null ? 0 : resource.length)) {
    const { node } = placed;
    if (isMap(node)) placed = below(placed, text, node.get(text, true), path);
    else if (isSeq(node)) {
      const index = node.items.findIndex((item) => nameOf(item) === text);
      const key = index < 0 ? Number(text) : index;
      placed = below(placed, key, node.get(key, true), path);
    } else return null;
  }
  return placed.node === undefined || placed.node === null ? null : placed;
}

function below({ node, steps }: PlacedNode, key: string | number, child: unknown, path: string): PlacedNode {
  return { node: child, path, steps: [...steps, { key, inside: plainOf(node) }] };
}

function resourceNode(root: YAMLMap, resource: string, path: string): PlacedNode {
  const resources = root.get('resources', true);
  const list = below({ node: root, path, steps: [] }, 'resources', resources, path);
  const items: readonly unknown[] = isSeq(resources) ? resources.items : [];
  const index = items.findIndex((item) => {
    if (!isMap(item)) return false;
    const words = ['gvc', 'kind', 'name'].map((key) => item.get(key));
    return words.filter((word) => typeof word === 'string').join('/') === resource;
  });
  return below(list, index, items[index], path);
}

function nameOf(item: unknown): unknown {
  return isMap(item) ? item.get('name') : undefined;
}

function scalarsBelow(placed: PlacedNode): readonly Turnable[] {
  const { node, path, steps } = placed;
  if (isScalar(node)) {
    const { range } = node;
    return range === undefined || range === null ? [] : [{ path, scalar: node, range: [range[0], range[1]], steps }];
  }
  if (isMap(node))
    return node.items.flatMap(({ key, value }) => {
      const word = String(isScalar(key) ? key.value : key);
      return scalarsBelow(below(placed, word, value, `${path}.${word}`));
    });
  if (isSeq(node))
    return (node.items as readonly Node[]).flatMap((item, index) => {
      const name = nameOf(item);
      return scalarsBelow(below(placed, index, item, `${path}[${typeof name === 'string' ? name : index}]`));
    });
  return [];
}

function knobValue({ value, source = '' }: Scalar, steps: readonly PlaceStep[]): KnobValue {
  if (typeof value === 'boolean') return { kind: 'switch', isOn: value };
  const text = source === '' ? String(value) : source;
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(%|ms|s|m|h|d|Mi|Gi|GB|MB)?$/.exec(text) ?? [];
  if (digits === undefined) return { kind: 'text', text };
  const number = Number(digits);
  if (unit === '%') return { kind: 'number', number, unit, least: 0, most: Math.max(100, number), step: 1 };
  const parts = schemaAt(steps).flatMap((part) => flat(part, undefined));
  const least = Math.min(number, boundIn(parts, 'minimum') ?? 0);
  const most = Math.max(number, Math.min(mostFor(number), boundIn(parts, 'maximum') ?? Infinity));
  const isWhole = !parts.some(({ type }) => type === 'number' || (Array.isArray(type) && type.includes('number')));
  const step = Number.isInteger(number) && (isWhole || number >= 10) ? stepFor(number) : 0.1;
  // A slider counts its steps from its lower end.
  return { kind: 'number', number, unit, least, most, step: least % step === 0 ? step : Math.min(step, 1) };
}

function boundIn(parts: readonly SchemaPart[], bound: 'minimum' | 'maximum'): number | undefined {
  return parts.map((part) => part[bound]).find((value) => typeof value === 'number');
}

/** A round end of the slider well above the value. */
function mostFor(number: number): number {
  return Math.max(10, 10 ** Math.ceil(Math.log10(Math.max(1, number) * 3)));
}

function stepFor(number: number): number {
  return number >= 1_000 ? 100 : number >= 100 ? 10 : 1;
}
