/**
 * Changes of a document by path, laid over it: those of variants, of `--set`, and the steps that a session is asked.
 */
import { produce } from 'immer';
import { isList, isObject, type Path } from '../platform/control/json.ts';
import type { Tree } from './document.ts';
import type { Origin, Places } from './places.ts';
import type { TreeMap } from './shape.ts';

export interface Change {
  /** Leads to a key of a map, or to an index of a list, at most its length. What is missing on the way is made: a list where a number follows, else a map. */
  readonly path: Path;
  /** undefined takes the key of a map away, and leaves null in the place of a list's entry. */
  readonly value: Tree | undefined;
  /** Where the change is written; null: where that stands which it changes. */
  readonly origin: Origin | null;
}

/**
 * The document with changes, one after the other. It shares all that they leave alone with the document before, which stays as it was; each part has its place
 * in the files.
 */
export function lay(root: TreeMap, changes: readonly Change[], places: Places): TreeMap {
  // A later change may reach into a value that an earlier one put in, and must not write into what was given: only single values go in together.
  const steps = changes.some(({ value }) => isContainer(value)) ? changes.map((one) => [one]) : [changes];
  return steps.reduce((before, step) => {
    const after = produce(before, (draft: TreeMap) => {
      for (const change of step) write(draft, change);
    });
    for (const change of step) notePlaces(before, after, change, places);
    return after;
  }, root);
}

type Container = { [key: string | number]: Tree };

function write(root: TreeMap, { path, value }: Change): void {
  let container = root as Container;
  for (const [index, key] of path.slice(0, -1).entries()) {
    if (!isContainer(under(container, key))) {
      if (value === undefined) return;
      container[key] = typeof path[index + 1] === 'number' ? [] : {};
    }
    container = container[key] as Container;
  }
  const last = path.at(-1)!;
  if (value !== undefined) container[last] = value;
  else if (!isList(container)) delete container[last];
  else if (Number(last) < container.length) container[last] = null;
}

/** What was made anew on the way stands where it stood before; what was made, where the change is written. */
function notePlaces(before: TreeMap, after: TreeMap, { path, value, origin }: Change, places: Places): void {
  let [was, is]: (Tree | undefined)[] = [before, after];
  for (const key of path) {
    // It says the same as what stood there.
    if (is === was || !isContainer(is)) return;
    if (isContainer(was)) places.follow(was, is);
    else if (origin !== null) places.note(is, origin);
    was = under(was, key);
    const inner = under(is, key);
    if (origin !== null && (inner === value || !isContainer(was))) places.move(is, key, origin);
    is = inner;
  }
}

/** What lies under a key of its own; undefined where nothing does. */
function under(container: Tree | undefined, key: string | number): Tree | undefined {
  return isContainer(container) && Object.hasOwn(container, key) ? (container as Container)[key] : undefined;
}

export function isContainer(value: Tree | undefined): value is TreeMap | Tree[] {
  return isObject(value) || isList(value);
}
