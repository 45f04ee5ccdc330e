/**
 * Inputs of the command line: `--set path=value`, `--assume name=value`, `--seed text`, `--replication number`, applied
 * to the document before it is checked.
 */

import { Scalar } from 'yaml';
import type { Path } from '../../platform/api/document/json.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import { changeProblems } from '../path/changeProblems.ts';
import { stepInto } from '../path/steps.ts';
import { resourceIn, wordsOf } from '../path/words.ts';
import { shown } from '../shape/shape.ts';
import { applyChanges, isContainer } from '../text/changes.ts';
import { readDocuments } from '../text/document.ts';
import { complainOf, inputLines } from '../text/inputLines.ts';
import { Places, type TextOrigin } from '../text/places.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import type { Tree, TreeMap } from '../text/tree.ts';
import { otherEnd, without } from './load.ts';
import { resourceKeys } from './names.ts';

export interface Inputs {
  /** Names of variants that the scenario holds, applied one after the other, before all other inputs. */
  readonly variants?: readonly string[];
  readonly set?: readonly { readonly path: string; readonly value: string }[];
  readonly assume?: { readonly [name: string]: unknown };
  readonly seed?: string;
  /** Which replication of the seed runs: a whole number of 0 or more. */
  readonly replication?: number;
}

/**
 * Applies inputs to a document; problems stand in the files `--set`, `--assume`, `--seed`, `--replication`, one
 * line an input.
 *
 * A path begins with a resource (`shop/workload/api.spec...`, `gvc/shop.spec...`) or with a key of the scenario
 * (`seed`, `behavior.shop/api.start`, `assumptions.cron.forbid.missed`). A step into a list is an index, the `name` or
 * `location` of an entry, or `+` for one more entry. Steps that do not exist are made. A value is read as YAML; `null`
 * takes the key away, or the whole resource where a path names no field. `for` takes the place of the file's `end`, and
 * `end` that of its `for`. A path that leads to no known field is an error (`pathProblem`) and changes nothing.
 */
export function applyInputs(root: TreeMap, inputs: Inputs, reading: ScenarioReading): TreeMap {
  const { places } = reading;
  const sets = inputs.set ?? [];
  const setLines = inputLines(
    '--set',
    sets.map(({ path, value }) => `${path}=${value}`),
    reading,
  );
  const says = (key: string): boolean => sets.some(({ path, value }) => path === key && value !== 'null');
  let result = applyChanges(root, otherEnd(says), places);
  for (const [index, { path, value }] of sets.entries()) {
    const origin = setLines(index);
    reading.change(origin);
    const target = targetOf(result, path, value);
    if ('code' in target) {
      complainOf(origin, target, reading);
      continue;
    }
    const given = yamlValue(value, origin, places);
    const unknown = changeProblems(result, path, given, (word, names) => reading.nearest(word, names));
    for (const { complaint, from, to } of unknown) complainOf(partOf(origin, from, to), complaint, reading);
    if (unknown.length > 0) continue;
    result =
      target.rest.length === 0
        ? takenAway(result, target.steps, places)
        : assigned(result, [...target.steps, ...target.rest], given, origin, reading);
  }
  const assumed = Object.entries(inputs.assume ?? {});
  const assumeLines = inputLines(
    '--assume',
    assumed.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    reading,
  );
  for (const [index, [name, value]] of assumed.entries()) {
    const origin = assumeLines(index);
    if (name === '__proto__') {
      complainOf(origin, { code: 'bad-input', message: forbiddenKey }, reading);
      continue;
    }
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
    const given = yamlValue(text, origin, places);
    // A name that is taken away is in no document that is checked later.
    if (given === null)
      for (const { message, rule } of resolveAssumptions({ [name]: null }, 'measured').findings)
        if (rule === null) complainOf(origin, { code: 'bad-assumption', message }, reading);
    result = assigned(result, ['assumptions', name], given, origin, reading);
  }
  if (inputs.seed !== undefined) {
    const origin = inputLines('--seed', [inputs.seed], reading)(0);
    result = applyChanges(result, [{ path: ['seed'], value: inputs.seed, origin }], places);
  }
  const { replication } = inputs;
  // 0 is what a file without the key means.
  if (replication !== undefined && (replication !== 0 || result.replication !== undefined)) {
    const origin = inputLines('--replication', [String(replication)], reading)(0);
    result = applyChanges(result, [{ path: ['replication'], value: replication, origin }], places);
  }
  return result;
}

const forbiddenKey = "the key '__proto__' is not allowed";

/** Steps that exist already, then the words of those that are to be found or made; none where what exists is to go. */
interface Target {
  readonly steps: readonly (string | number)[];
  readonly rest: readonly string[];
}

function targetOf(root: TreeMap, path: string, value: string): Target | Complaint {
  const bad = (message: string, hint: string | null = null): Complaint => ({ code: 'bad-input', message, hint });
  if (/__proto__/.test(path)) return bad(forbiddenKey);
  const words = wordsOf(path).map(({ text }) => text);
  if (words.length === 0)
    return bad(`expected a path such as seed or shop/workload/api.spec.defaultOptions.suspend, found ${shown(path)}`);
  const key = resourceIn(root, path);
  if (key === null) {
    const [head = '', ...tail] = words;
    return { steps: [], rest: head === 'assumptions' && tail.length > 0 ? [head, tail.join('.')] : words };
  }
  const rest = wordsOf(path, key.length).map(({ text }) => text);
  if (rest.length === 0 && value !== 'null')
    return bad(`expected a field after ${key}`, `${key}=null removes the whole resource`);
  return { steps: ['resources', resourceKeys(root).indexOf(key)], rest };
}

/** The origin of a part of an input, by its offsets there. */
function partOf(origin: TextOrigin, from: number, to: number): TextOrigin {
  const [start = 0] = origin.value?.range ?? [];
  const node = new Scalar(null);
  node.range = [start + from, start + to, start + to];
  return { ...origin, value: node };
}

/** Leaves an entry of a list out. */
function takenAway(root: TreeMap, [key, index]: Path, places: Places): TreeMap {
  const list = root[String(key)];
  if (!Array.isArray(list)) return root;
  return applyChanges(
    root,
    [{ path: [String(key)], value: without(list, Number(index), places), origin: null }],
    places,
  );
}

/** The document with a value where the words lead; null takes the key of a map away. */
function assigned(root: TreeMap, words: Path, value: Tree, origin: TextOrigin, reading: ScenarioReading): TreeMap {
  const path: (string | number)[] = [];
  let container: Tree | undefined = root;
  let left = words.map(String);
  let last: TreeMap | Tree[] = root;
  while (left.length > 0) {
    last = isContainer(container) ? container : left[0] === '+' ? [] : {};
    const step = stepInto(last, left);
    if (step === null) {
      const message = `expected an index, a name of an entry or + for one more, found ${shown(left[0])}`;
      complainOf(origin, { code: 'bad-input', message }, reading);
      return root;
    }
    path.push(step.key);
    container = Object.hasOwn(last, step.key) ? (last as TreeMap)[step.key] : undefined;
    left = left.slice(step.used);
  }
  const isGone = value === null && !Array.isArray(last);
  return applyChanges(root, [{ path, value: isGone ? undefined : value, origin }], reading.places);
}

function yamlValue(text: string, origin: TextOrigin, places: Places): Tree {
  if (text === '') return '';
  const { values, problems } = readDocuments(text, '', new Places());
  if (problems.length > 0) return text;
  const noted = (value: Tree): Tree => {
    if (typeof value === 'object' && value !== null) {
      places.note(value, origin);
      Object.values(value).forEach(noted);
    }
    return value;
  };
  return noted(values[0] ?? null);
}
