/**
 * Puts the values of parameters in the place of `${name}`, in a copy of the document.
 */

import { isScalar } from 'yaml';
import { parameterName } from '../shape/schemaParameter.ts';
import { isContainer } from '../text/changes.ts';
import { complainOf } from '../text/inputLines.ts';
import type { TextOrigin } from '../text/places.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { type DeclaredParameter, type Draws, readParameters } from './parameter.ts';

/** The parameters of a document, and the document with their values. */
export interface Substituted {
  readonly root: TreeMap;
  /** In the order of the file; those that cannot be read are left out. */
  readonly parameters: readonly DeclaredParameter[];
  /** Names of those that stand somewhere, be it in a variant that is not applied, and of all others. */
  readonly used: readonly string[];
  readonly unused: readonly string[];
}

/** Keys that decide what is read, or what is drawn: too early for a parameter. */
const earlier: readonly string[] = ['svcsim', '$schema', 'seed', 'replication', 'include', 'manifests', 'prefix'];
/** Keys whose parameters count as used, though nothing of this run is read from them. */
const elsewhere: readonly string[] = ['variants', 'studies'];
/** Amounts of a price book are texts; this key is a number. */
const numbersOfBooks: readonly string[] = ['dueDays'];

/**
 * The document with every `${name}` of a declared parameter replaced, in the scenario's own text and in what the
 * command line changes, never in files that it includes. Keys of maps stay as they are, and so does `${HOME}`, which is
 * no parameter.
 *
 * A scalar that is nothing but `${name}` is read as YAML afterwards: a number, `true`, a text. It stays a text where it
 * is tagged `!!str`, and where prices stand.
 *
 *   growth 6.3: "${growth}%/week" -> `6.3%/week`, "${growth}" -> 6.3
 *
 * @param file the scenario's own
 */
export function withParameters(root: TreeMap, file: string, draws: Draws, reading: ScenarioReading): Substituted {
  if (root.params === undefined) return { root, parameters: [], used: [], unused: [] };
  const declared = readParameters(root, draws, reading);
  reading.declareParameters([...declared.keys()], file);
  const walk = new Substitution(declared, { file, replication: draws.replication }, reading);
  for (const name of declared.keys())
    walk.refuse(
      root.params,
      name,
      (found) => `a parameter cannot refer to a parameter: write ${found} where its value is needed`,
    );
  for (const key of earlier)
    walk.refuse(root, key, (found) => `${found} cannot stand in '${key}', which is read before parameters are drawn`);
  const result = walk.document(root);
  for (const key of elsewhere) walk.count(root[key]);
  const parameters = [...declared.values()].flatMap((one) => one ?? []);
  const used = [...walk.used];
  return { root: result, parameters, used, unused: [...declared.keys()].filter((name) => !walk.used.has(name)) };
}

class Substitution {
  readonly used = new Set<string>();
  readonly #declared: ReadonlyMap<string, DeclaredParameter | null>;
  readonly #file: string;
  readonly #replication: number;
  readonly #reading: ScenarioReading;
  /** What a shared container (an anchor) has become. */
  readonly #made = new Map<object, Tree>();

  constructor(
    declared: ReadonlyMap<string, DeclaredParameter | null>,
    { file, replication }: { readonly file: string; readonly replication: number },
    reading: ScenarioReading,
  ) {
    this.#declared = declared;
    this.#file = file;
    this.#replication = replication;
    this.#reading = reading;
  }

  document(root: TreeMap): TreeMap {
    const { places } = this.#reading;
    const result = places.copy(root);
    const above = places.origin(root, []);
    for (const key of Object.keys(root)) {
      const isOutside = key === 'params' || key === 'files' || key.startsWith('x-');
      if (isOutside || earlier.includes(key) || elsewhere.includes(key)) continue;
      result[key] = this.#entry(root, key, above, key === 'prices');
    }
    return result;
  }

  /** Complains of the parameters in what is under a key. @param says what is wrong with one such as `${growth}` */
  refuse(container: Tree, key: string, says: (found: string) => string): void {
    if (!isMap(container)) return;
    const { places } = this.#reading;
    const visit = (within: TreeMap | Tree[], at: string | number): void => {
      const value = (within as TreeMap)[at];
      if (isContainer(value)) for (const inner of keysOf(value)) visit(value, inner);
      if (typeof value !== 'string' || !this.#isOwn(places.at(within, at))) return;
      const [name] = this.#namesIn(value);
      if (name === undefined) return;
      this.#reading.complain(within, [at], { code: 'misplaced-parameter', message: says(`\${${name}}`) });
    };
    visit(container, key);
  }

  /** Notes the parameters in a part that is left as it is. */
  count(value: Tree | undefined): void {
    if (typeof value === 'string') for (const name of this.#namesIn(value)) this.used.add(name);
    else if (isContainer(value)) for (const inner of Object.values(value)) this.count(inner);
  }

  #entry(container: TreeMap | Tree[], key: string | number, above: TextOrigin, isBook: boolean): Tree {
    const value = (container as TreeMap)[key] ?? null;
    const origin = (): TextOrigin => this.#reading.places.at(container, key) ?? above;
    if (isContainer(value)) return this.#container(value, origin(), isBook);
    if (typeof value !== 'string' || !value.includes('${')) return value;
    return this.#text(value, origin(), isBook && !numbersOfBooks.includes(String(key)));
  }

  #container(container: TreeMap | Tree[], above: TextOrigin, isBook: boolean): Tree {
    const known = this.#made.get(container);
    if (known !== undefined) return known;
    const { places } = this.#reading;
    const own = places.of(container) ?? above;
    let copy: TreeMap | Tree[] | null = null;
    for (const key of keysOf(container)) {
      const before = (container as TreeMap)[key];
      const after = this.#entry(container, key, own, isBook);
      if (after === before) continue;
      copy ??= places.copy(container);
      (copy as TreeMap)[key] = after;
    }
    const result = copy ?? container;
    this.#made.set(container, result);
    return result;
  }

  #text(value: string, origin: TextOrigin, isText: boolean): Tree {
    const names = this.#namesIn(value);
    if (names.length === 0) return value;
    if (!this.#isOwn(origin)) {
      const message = `\${${names[0]}} is not replaced here: parameters are replaced only in ${this.#file} itself`;
      complainOf(origin, { code: 'no-effect', severity: 'warning', message }, this.#reading);
      return value;
    }
    const found = names.map((name) => this.#declared.get(name) ?? null);
    for (const name of names) this.used.add(name);
    if (found.includes(null)) {
      this.#reading.noteParameters(origin, null);
      return value;
    }
    const known = found.flatMap((one) => one ?? []);
    const values = known.map((one) => `${one.name} = ${one.value}`).join(', ');
    const noun = known.length === 1 ? 'parameter' : 'parameters';
    this.#reading.noteParameters(origin, `${noun} ${values}, replication ${this.#replication}`);
    const [first] = known;
    if (first !== undefined && value === `\${${first.name}}` && !isText && !isTagged(origin)) return first.scalar;
    return value.replaceAll(reference, (whole, name: string) => this.#declared.get(name)?.value ?? whole);
  }

  /** Declared names in a text, each once, in their order. */
  #namesIn(text: string): readonly string[] {
    const names = [...text.matchAll(reference)].map(([, name = '']) => name);
    return [...new Set(names)].filter((name) => this.#declared.has(name));
  }

  #isOwn(origin: TextOrigin | null): boolean {
    const file = origin?.source.file ?? this.#file;
    return file === this.#file || file.startsWith('--');
  }
}

const reference = new RegExp(`\\$\\{(${parameterName})\\}`, 'g');

/** Keys of a map, indices of a list. */
function keysOf(container: TreeMap | Tree[]): readonly (string | number)[] {
  return Array.isArray(container) ? [...container.keys()] : Object.keys(container);
}

/** Whether the author says that it is a text: `!!str "${name}"`. */
function isTagged({ value }: TextOrigin): boolean {
  return isScalar(value) && value.tag === 'tag:yaml.org,2002:str';
}
