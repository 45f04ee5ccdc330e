/**
 * Where the parts of a patched document stand: what the patch says there, the rest where it stood.
 */

import { isContainer } from './changes.ts';
import type { Places } from './places.ts';
import { isMap, type Tree, type TreeMap } from './tree.ts';

/** What a part of a patched document was made of. */
interface Makings {
  /** What stood there; undefined where nothing did. */
  readonly target: Tree | undefined;
  /** What a patch says of it, plainly or by an operator; of a list each that adds or changes entries. */
  readonly patches: readonly Tree[];
}

/**
 * Notes for a patched part, and all that is new in it, from which of both it came; what is shared has its places
 * already.
 */
export function notePlaces(result: Tree, { target, patches }: Makings, places: Places): void {
  if (typeof result !== 'object' || result === null || result === target || patches.includes(result)) return;
  const origin = [target, ...patches].flatMap((one) => (isContainer(one) ? (places.of(one) ?? []) : []))[0];
  if (origin !== undefined) places.note(result, origin);
  if (Array.isArray(result)) noteEntries(result, { target, patches }, places);
  else noteFields(result, { target, patches }, places);
}

const operators = ['', '$replace/', '$patch/', '$append/', '$drop/'] as const;

function noteFields(result: TreeMap, { target, patches }: Makings, places: Places): void {
  for (const [key, value] of Object.entries(result)) {
    const own = isMap(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    const said = patches
      .filter(isMap)
      .flatMap((patch) => operators.map((operator) => ({ patch, key: `${operator}${key}` })))
      .filter((one) => Object.hasOwn(one.patch, one.key));
    // Of two containers that were merged the place is that of the first; a plain value is the one that was said.
    const isMerged = isContainer(own) && isContainer(value) && !said.some((one) => one.patch[one.key] === value);
    const last = said.at(-1);
    const origin =
      last === undefined || isMerged || own === value
        ? isMap(target)
          ? places.at(target, key)
          : null
        : places.at(last.patch, last.key);
    if (origin !== null) places.move(result, key, origin);
    notePlaces(value, { target: own, patches: said.map((one) => one.patch[one.key] ?? null) }, places);
  }
}

function noteEntries(result: Tree[], { target, patches }: Makings, places: Places): void {
  const lists = [target, ...patches].filter((one): one is Tree[] => Array.isArray(one));
  for (const [index, entry] of result.entries()) {
    const same = lists.find((list) => list.includes(entry));
    const makings =
      same === undefined ? lists.map((list) => ({ list, at: list.findIndex((one) => isOf(one, entry)) })) : [];
    const found = makings.filter(({ at }) => at !== -1);
    const [first] = same === undefined ? found : [{ list: same, at: same.indexOf(entry) }];
    if (first === undefined) continue;
    const origin = places.at(first.list, first.at);
    if (origin !== null) places.move(result, index, origin);
    const [own, ...said] = found.map(({ list, at }) => list[at] ?? null);
    if (same === undefined) notePlaces(entry, { target: own, patches: said }, places);
  }
}

/** Whether two entries of lists go by one name. */
function isOf(one: Tree, entry: Tree): boolean {
  if (!isMap(one) || !isMap(entry)) return false;
  return ['name', 'location'].some((key) => entry[key] !== undefined && one[key] === entry[key]);
}
