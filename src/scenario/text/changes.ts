/**
 * Applies changes by path to a document: those of variants and `--set`, and the steps of a session.
 */

import { produce } from 'immer';
import { isList, isObject, type Path } from '../../platform/api/document/json.ts';
import type { Places, TextOrigin } from './places.ts';
import type { Tree, TreeMap } from './tree.ts';

export interface DocumentChange {
  /**
   * Ends in a key of a map, or in an index of a list, at most its length. Missing containers on the way are created:
   * lists before a number, maps before a key.
   */
  readonly path: Path;
  /** undefined removes the key of a map, and replaces an entry of a list with null. */
  readonly value: Tree | undefined;
  /** Where the change is written; null: the value keeps the place of the one that it replaces. */
  readonly origin: TextOrigin | null;
}

/**
 * Applies changes one after the other. Never modifies the document: the result shares every unchanged part with it.
 * Problems find the place of every part in its file, as before.
 */
export function applyChanges(root: TreeMap, changes: readonly DocumentChange[], places: Places): TreeMap {
  // immer does not draft a container that was put in during the same step, so a later change would modify it:
  // containers take a step each.
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

function write(root: TreeMap, { path, value }: DocumentChange): void {
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

/** A copied container keeps its place; a created one has the place of the change. */
function notePlaces(before: TreeMap, after: TreeMap, { path, value, origin }: DocumentChange, places: Places): void {
  let [was, is]: (Tree | undefined)[] = [before, after];
  for (const key of path) {
    // The change left the value as it was.
    if (is === was || !isContainer(is)) return;
    if (isContainer(was)) places.follow(was, is);
    else if (origin !== null) places.note(is, origin);
    was = under(was, key);
    const inner = under(is, key);
    if (origin !== null && (inner === value || !isContainer(was))) places.move(is, key, origin);
    is = inner;
  }
}

/** The value of an own key; undefined if there is none. */
function under(container: Tree | undefined, key: string | number): Tree | undefined {
  return isContainer(container) && Object.hasOwn(container, key) ? (container as Container)[key] : undefined;
}

export function isContainer(value: Tree | undefined): value is TreeMap | Tree[] {
  return isObject(value) || isList(value);
}
