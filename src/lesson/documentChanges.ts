/**
 * What a learner changed: two scenario documents compared path by path, in the notation of `--set`.
 */
import { resourceIn, wordsOf } from '../scenario/path/words.ts';
import { listOf, resourceKeys } from '../scenario/read/names.ts';
import { isMap, type Tree, type TreeMap } from '../scenario/text/tree.ts';

/**
 * Paths of all values that differ, in the order of the first document. Comments and layout are no change, nor is the
 * order of keys. An entry of a list that is new or gone is one change.
 *
 *   shop/workload/web.spec.rolloutOptions.maxSurgeReplicas
 */
export function changedPaths(before: TreeMap, after: TreeMap): readonly string[] {
  const { resources: _, ...beforeRest } = before;
  const { resources: __, ...afterRest } = after;
  return [...changesIn(beforeRest, afterRest, ''), ...changesIn(byName(before), byName(after), '')];
}

/** The resources of a document by the name with which paths begin: `shop/workload/web`. */
function byName(root: TreeMap): TreeMap {
  const resources = listOf(root.resources);
  const keys = resourceKeys(root);
  return Object.fromEntries(resources.map((resource, index) => [keys[index] || `resources[${index}]`, resource]));
}

function changesIn(before: Tree | undefined, after: Tree | undefined, path: string): readonly string[] {
  const [one, other] = [entriesOf(before), entriesOf(after)];
  if (one === null || other === null) return isEqual(before, after) ? [] : [path];
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.flatMap((key) => changesIn(one.get(key), other.get(key), path === '' ? key : `${path}.${key}`));
}

/** The parts of a map or list by their step; null: it has none. */
function entriesOf(value: Tree | undefined): ReadonlyMap<string, Tree> | null {
  if (isMap(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return null;
  const names = value.map((one) => (isMap(one) ? (one.name ?? one.location) : undefined));
  const isNamed = names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
  return new Map(value.map((one, index) => [isNamed ? String(names[index]) : String(index), one]));
}

function isEqual(one: Tree | undefined, other: Tree | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether a changed path is one that may change, or is below one.
 *
 * @param document in which the resources of the paths are
 */
export function isAllowed(path: string, edit: readonly string[], document: TreeMap): boolean {
  const steps = stepsOf(path, document);
  return edit.some((one) => {
    const allowed = stepsOf(one, document);
    return allowed.length <= steps.length && allowed.every((step, index) => step === steps[index]);
  });
}

/** The resource, then the words; of a list entry its name, whether it was written as an index or as a name. */
function stepsOf(path: string, document: TreeMap): readonly string[] {
  const resource = resourceIn(document, path);
  const words = wordsOf(path, resource === null ? 0 : resource.length).map(({ text }) => text);
  let value: Tree | undefined = resource === null ? document : byName(document)[resource];
  const steps: string[] = resource === null ? [] : [resource];
  for (const word of words) {
    const entries: ReadonlyMap<string, Tree> | null = value === undefined ? null : entriesOf(value);
    const known: readonly string[] = entries === null ? [] : [...entries.keys()];
    const step: string = Array.isArray(value) && !known.includes(word) ? (known[Number(word)] ?? word) : word;
    steps.push(step);
    value = entries?.get(step);
  }
  return steps;
}
