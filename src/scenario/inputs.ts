/**
 * Changes from below the file: `--set path=value`, `--assume name=value`, `--seed text`, laid over the document before it is checked.
 */
import { readDocuments, type Tree } from './document.ts';
import { complainOf, inputLines } from './inputLines.ts';
import { isMap, without } from './load.ts';
import { resourceKeys } from './names.ts';
import { type Origin, Places } from './places.ts';
import type { Complaint, Reading } from './reading.ts';
import { shown, type TreeMap } from './shape.ts';

export interface Inputs {
  /** Names of variants that the scenario holds, laid over it one after the other, below all other inputs. */
  readonly variants?: readonly string[];
  readonly set?: readonly { readonly path: string; readonly value: string }[];
  readonly assume?: { readonly [name: string]: unknown };
  readonly seed?: string;
}

/**
 * Applies inputs to a document; problems stand in the files `--set`, `--assume`, `--seed`, one line an input.
 *
 * A path begins with a resource (`shop/workload/api.spec...`, `gvc/shop.spec...`) or with a key of the scenario (`seed`,
 * `behavior.shop/api.start`, `assumptions.cron.forbid.missed`). A step into a list is an index, the `name` or `location` of an entry, or `+` for one
 * more entry. Steps that do not exist are made. A value is read as YAML; `null` takes the key away, or the whole resource where a path names no field.
 * `for` takes the place of the file's `end`, and `end` that of its `for`.
 */
export function applyInputs(root: TreeMap, inputs: Inputs, reading: Reading): void {
  const sets = inputs.set ?? [];
  const setLines = inputLines(
    '--set',
    sets.map(({ path, value }) => `${path}=${value}`),
    reading,
  );
  dropOtherEnd(root, sets);
  for (const [index, { path, value }] of sets.entries()) {
    const origin = setLines(index);
    reading.change(origin);
    const target = targetOf(root, path, value, reading);
    if ('code' in target) complainOf(origin, target, reading);
    else if (target.rest.length === 0) takeAway(root, target.steps, reading.places);
    else assign(root, target.steps, target.rest, yamlValue(value, origin, reading.places), origin, reading);
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
    assign(root, ['assumptions'], [name], yamlValue(text, origin, reading.places), origin, reading);
  }
  if (inputs.seed !== undefined) {
    const origin = inputLines('--seed', [inputs.seed], reading)(0);
    assign(root, [], ['seed'], inputs.seed, origin, reading);
  }
}

const forbiddenKey = "the key '__proto__' is not allowed";

/** A run has one end: what is said last counts. */
function dropOtherEnd(root: TreeMap, sets: NonNullable<Inputs['set']>): void {
  const says = (key: string): boolean => sets.some(({ path, value }) => path === key && value !== 'null');
  if (says('for') && !says('end')) delete root.end;
  if (says('end') && !says('for')) delete root.for;
}

/** Steps that exist already, then the words of those that are to be found or made; none where what exists is to go. */
interface Target {
  readonly steps: readonly (string | number)[];
  readonly rest: readonly string[];
}

function targetOf(root: TreeMap, path: string, value: string, reading: Reading): Target | Complaint {
  const bad = (message: string, hint: string | null = null): Complaint => ({ code: 'bad-input', message, hint });
  if (/__proto__/.test(path)) return bad(forbiddenKey);
  const dot = path.indexOf('.');
  const head = dot === -1 ? path : path.slice(0, dot);
  const tail = dot === -1 ? '' : path.slice(dot + 1);
  if (head === '')
    return bad(`expected a path such as seed or shop/workload/api.spec.defaultOptions.suspend, found ${shown(path)}`);
  if (!head.includes('/'))
    return { steps: [], rest: head === 'assumptions' && tail !== '' ? [head, tail] : wordsOf(path) };
  const names = resourceKeys(root);
  const index = names.indexOf(head);
  if (index === -1) {
    const guess = reading.nearest(head, names);
    return bad(
      `expected gvc/kind/name of a resource, found ${shown(head)}, which is none`,
      guess === null ? null : `did you mean '${guess}'?`,
    );
  }
  const rest = wordsOf(tail);
  if (rest.length === 0 && value !== 'null')
    return bad(`expected a field after ${head}`, `${head}=null takes the whole resource away`);
  return { steps: ['resources', index], rest };
}

/** Leaves an entry of a list out. */
function takeAway(root: TreeMap, [key, index]: readonly (string | number)[], places: Places): void {
  const list = root[String(key)];
  if (Array.isArray(list)) root[String(key)] = without(list, Number(index), places);
}

/** `containers[0].cpu` -> containers, 0, cpu. */
function wordsOf(path: string): string[] {
  return path
    .replaceAll(/\[([^\]]*)\]/g, '.$1')
    .split('.')
    .filter((word) => word !== '');
}

/** Writes a value under a path, copying every container on the way, since an alias may show it elsewhere too. */
function assign(
  root: TreeMap,
  steps: readonly (string | number)[],
  rest: readonly string[],
  value: Tree,
  origin: Origin,
  reading: Reading,
): void {
  const { places } = reading;
  let container: TreeMap | Tree[] = root;
  let left = [...steps.map(String), ...rest];
  while (left.length > 0) {
    const step: { readonly key: string | number; readonly used: number } | null = stepInto(container, left);
    if (step === null) {
      complainOf(
        origin,
        {
          code: 'bad-input',
          message: `expected an index, a name of an entry or + for one more, found ${shown(left[0])}`,
        },
        reading,
      );
      return;
    }
    left = left.slice(step.used);
    const record = container as TreeMap;
    if (left.length === 0) {
      if (value === null && !Array.isArray(container)) delete record[step.key];
      else record[step.key] = value;
      places.move(container, step.key, origin);
      return;
    }
    const inner: Tree | undefined = Object.hasOwn(record, step.key) ? record[step.key] : undefined;
    const isContainer = typeof inner === 'object' && inner !== null;
    const next: TreeMap | Tree[] = isContainer ? places.copy(inner) : left[0] === '+' ? [] : {};
    if (!isContainer) {
      places.note(next, origin);
      places.move(container, step.key, origin);
    }
    record[step.key] = next;
    container = next;
  }
}

/** The key that the next words mean: the longest that exists, else the first word alone; null for no entry of a list. */
function stepInto(
  container: TreeMap | Tree[],
  words: readonly string[],
): { readonly key: string | number; readonly used: number } | null {
  const [word = ''] = words;
  if (Array.isArray(container)) {
    if (word === '+') return { key: container.length, used: 1 };
    const index = /^\d{1,6}$/.test(word)
      ? Number(word)
      : container.findIndex((entry) => isMap(entry) && (entry.name === word || entry.location === word));
    return index >= 0 && index <= container.length ? { key: index, used: 1 } : null;
  }
  for (let used = words.length; used > 1; used -= 1) {
    const key = words.slice(0, used).join('.');
    if (Object.hasOwn(container, key)) return { key, used };
  }
  return { key: word, used: 1 };
}

function yamlValue(text: string, origin: Origin, places: Places): Tree {
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
