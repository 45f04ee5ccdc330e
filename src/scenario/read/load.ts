/**
 * Loads a scenario file with all that it includes, as one document.
 */

import { formats } from '../shape/schema.ts';
import { shown } from '../shape/shape.ts';
import type { DocumentChange } from '../text/changes.ts';
import type { Places } from '../text/places.ts';
import { problemAt, relativeTo, type ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** Lists of the format: an included file's entries come before the own ones. */
const lists: readonly string[] = ['resources', 'principals', 'demand', 'timeline', 'expect'];
/** Maps of maps: entries of one name are merged part by part. The other maps are merged entry by entry. */
const nested: readonly string[] = ['behavior', 'locations'];
const maps: readonly string[] = [...nested, 'installation', 'quotas', 'assumptions', 'params', 'variants', 'studies'];

/**
 * Reads a scenario and the files it includes, each once, before the file that includes it. Of two values for one key
 * the including file's stands, so too of two resources of one kind, gvc and name.
 *
 * @returns null where the scenario's own file is no map in a format that can be read: then nothing else can be said
 * about it
 */
export function loadScenario(text: string, file: string, reading: ScenarioReading): TreeMap | null {
  const root = readFile(text, file, reading, true);
  return root === null ? null : withIncludes(root, file, [file], new Set([file]), reading);
}

/** What leaves no document behind that would be worth reading. */
const fatal: readonly string[] = ['yaml-syntax', 'not-text', 'alias-bomb', 'too-deep', 'too-long'];

function readFile(text: string, file: string, reading: ScenarioReading, isFirst: boolean): TreeMap | null {
  const { values, problems } = reading.documents(text, file);
  if (problems.some((problem) => fatal.includes(problem.code))) return null;
  const start = { file, line: 1, column: 1, endColumn: 2 };
  const [root, second] = values;
  if (root === undefined) {
    if (problems.length === 0)
      reading.add(
        problemAt(start, {
          code: 'empty-file',
          message: 'expected a scenario, found an empty file',
          hint: 'begin with svcsim: 1',
        }),
      );
    return null;
  }
  if (!isMap(root)) {
    reading.add(
      problemAt(start, { code: 'wrong-type', message: `expected a scenario, which is a map, found ${shown(root)}` }),
    );
    return null;
  }
  if (second !== undefined) {
    const place = typeof second === 'object' && second !== null ? reading.places.place(second, []) : start;
    reading.add(
      problemAt(place, {
        code: 'several-documents',
        message: 'expected one document in a scenario file, found another after it',
      }),
    );
  }
  return isReadable(root, reading, isFirst) ? root : null;
}

/** `svcsim: 1` is looked at before all else: another format may mean other things by every other key. */
function isReadable(root: TreeMap, reading: ScenarioReading, isRequired: boolean): boolean {
  const given = root.svcsim;
  if (given === undefined && !isRequired) return true;
  if (typeof given === 'number' && formats.includes(given)) return true;
  const readable = `this svcsim reads format ${formats.join(', ')}`;
  if (given === undefined) {
    reading.complain(root, ['svcsim'], {
      code: 'missing-key',
      message: `the key 'svcsim' is missing: it states the format version of the file; ${readable}`,
      hint:
        typeof root.kind === 'string'
          ? 'this is a manifest: svcsim init SCENARIO.yaml --from MANIFEST writes a scenario around it'
          : 'begin with svcsim: 1',
    });
  } else {
    reading.complain(root, ['svcsim'], {
      code: 'unknown-format',
      message: `expected a known format version, found ${shown(given)}; ${readable}`,
    });
  }
  return false;
}

function withIncludes(
  root: TreeMap,
  file: string,
  chain: readonly string[],
  seen: Set<string>,
  reading: ScenarioReading,
): TreeMap {
  let base: TreeMap | null = null;
  const given = root.include;
  const entries =
    typeof given === 'string'
      ? [{ path: ['include'], name: given }]
      : listed(given).map((name, index) => ({ path: ['include', index], name }));
  for (const { path, name } of entries) {
    if (typeof name !== 'string') continue;
    const included = relativeTo(file, name);
    if (chain.includes(included)) {
      const circle = [...chain.slice(chain.indexOf(included)), included].join(' -> ');
      reading.complain(root, path, {
        code: 'cyclic-include',
        message: `the files include one another in a circle: ${circle}`,
      });
      continue;
    }
    if (seen.has(included)) continue;
    seen.add(included);
    const text = reading.text(included, root, path);
    const own = text === null ? null : readFile(text, included, reading, false);
    if (own === null) continue;
    const whole = withIncludes(own, included, [...chain, included], seen, reading);
    base = base === null ? whole : merged(base, whole, reading.places);
  }
  return base === null ? root : merged(base, root, reading.places);
}

function merged(base: TreeMap, over: TreeMap, places: Places): TreeMap {
  const result = places.copy(over);
  for (const [key, value] of Object.entries(base)) {
    if (key === 'include') continue;
    const own = over[key];
    if (own === undefined) take(result, key, base, key, places);
    else if (key === 'manifests')
      result[key] = joined(asList(base, key, places), asList(over, key, places), false, places);
    else if (lists.includes(key) && Array.isArray(value) && Array.isArray(own))
      result[key] = joined(value, own, key === 'resources', places);
    else if (maps.includes(key) && isMap(value) && isMap(own))
      result[key] = mergedMap(value, own, nested.includes(key), places);
  }
  return result;
}

/** Removes `end` if only `for` is given, and `for` if only `end` is: a run has one end. */
export function otherEnd(isGiven: (key: 'end' | 'for') => boolean): readonly DocumentChange[] {
  if (isGiven('end') === isGiven('for')) return [];
  return [{ path: [isGiven('end') ? 'for' : 'end'], value: undefined, origin: null }];
}

/**
 * The change that merges one key of a variant into the scenario, in the way in which the scenario is merged into a file
 * that it includes.
 */
export function overlay(root: TreeMap, key: string, variant: TreeMap, places: Places): DocumentChange {
  const [base, own] = [root[key], variant[key]];
  if (lists.includes(key) && Array.isArray(base) && Array.isArray(own))
    return { path: [key], value: joined(base, own, false, places), origin: null };
  if (maps.includes(key) && isMap(base) && isMap(own))
    return { path: [key], value: mergedMap(base, own, nested.includes(key), places), origin: null };
  return { path: [key], value: own, origin: places.at(variant, key) };
}

function joined(base: Tree[], own: Tree[], areResources: boolean, places: Places): Tree[] {
  const result: Tree[] = [];
  const origin = places.of(own);
  if (origin !== null) places.note(result, origin);
  const owned = new Set(areResources ? own.map(identity) : []);
  for (const [list, isBase] of [
    [base, true],
    [own, false],
  ] as const) {
    for (const [index, entry] of list.entries()) {
      if (isBase && areResources && owned.has(identity(entry))) continue;
      take(result, result.length, list, index, places);
    }
  }
  return result;
}

/** A value that may stand alone, as a list. */
function asList(map: TreeMap, key: string, places: Places): Tree[] {
  const value = map[key];
  if (Array.isArray(value)) return value;
  const list: Tree[] = [];
  const origin = places.at(map, key);
  if (origin !== null) places.note(list, origin);
  take(list, 0, map, key, places);
  return list;
}

function mergedMap(base: TreeMap, own: TreeMap, isNested: boolean, places: Places): TreeMap {
  const result = places.copy(own);
  for (const [key, value] of Object.entries(base)) {
    const over = own[key];
    if (over === undefined) take(result, key, base, key, places);
    else if (isNested && isMap(value) && isMap(over)) result[key] = mergedMap(value, over, false, places);
  }
  return result;
}

/** Puts what stands under a key of one container under a key of another, and remembers where it came from. */
export function take(
  into: TreeMap | Tree[],
  key: string | number,
  from: TreeMap | Tree[],
  fromKey: string | number,
  places: Places,
): void {
  (into as TreeMap)[key] = (from as TreeMap)[fromKey] ?? null;
  const origin = places.at(from, fromKey);
  if (origin !== null) places.move(into, key, origin);
}

/** A list without one entry; those after it keep their places in the file. */
export function without(list: Tree[], index: number, places: Places): Tree[] {
  const left: Tree[] = [];
  const origin = places.of(list);
  if (origin !== null) places.note(left, origin);
  for (const at of list.keys()) if (at !== index) take(left, left.length, list, at, places);
  return left;
}

/** What makes two documents the same resource; a text of its own for what is none. */
function identity(entry: Tree): string {
  return isMap(entry) ? JSON.stringify([entry.kind ?? null, entry.gvc ?? null, entry.name ?? null]) : '';
}

function listed(value: Tree | undefined): Tree[] {
  return Array.isArray(value) ? value : [];
}
