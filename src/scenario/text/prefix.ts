/**
 * The stem of the platform's own names (`svc/publicEndpoint`, `svc://volumeset/data`): a scenario that is told another
 * one speaks it throughout.
 */

import { applyChanges, type DocumentChange } from './changes.ts';
import type { Places } from './places.ts';
import { isMap, type Tree, type TreeMap } from './tree.ts';

/** The stem that a document says: that of most, where it says none. */
export function prefixOf(root: TreeMap): 'svc' | 'cpln' {
  return root.prefix === 'cpln' ? 'cpln' : 'svc';
}

/**
 * A document that was written with one stem, whose resources and requests speak its own: keys of tags, and links that
 * begin with it.
 */
export function withPrefix(root: TreeMap, from: string, places: Places): TreeMap {
  const to = prefixOf(root);
  if (from === to) return root;
  const changes = ['resources', 'timeline'].flatMap((key): DocumentChange[] => {
    const value = root[key];
    return value === undefined ? [] : [{ path: [key], value: turned(value, from, to, places), origin: null }];
  });
  return applyChanges(root, changes, places);
}

/** Whether a part has a tag or a link that begins with a stem. */
export function speaks(value: Tree, prefix: string): boolean {
  if (typeof value === 'string') return value.startsWith(`${prefix}://`);
  if (Array.isArray(value)) return value.some((one) => speaks(one, prefix));
  if (!isMap(value)) return false;
  return Object.entries(value).some(([key, one]) => key.startsWith(`${prefix}/`) || speaks(one, prefix));
}

/** The part itself where it says nothing of the stem. */
function turned(value: Tree, from: string, to: string, places: Places): Tree {
  if (typeof value === 'string') return value.startsWith(`${from}://`) ? to + value.slice(from.length) : value;
  if (Array.isArray(value)) {
    const list = value.map((one) => turned(one, from, to, places));
    if (list.every((one, index) => one === value[index])) return value;
    places.follow(value, list);
    return list;
  }
  if (!isMap(value)) return value;
  const nameOf = (key: string): string => (key.startsWith(`${from}/`) ? to + key.slice(from.length) : key);
  const before = Object.entries(value);
  const after = before.map(([key, one]): [string, Tree] => [nameOf(key), turned(one, from, to, places)]);
  if (after.every(([key, one], index) => key === before[index]?.[0] && one === before[index]?.[1])) return value;
  const map = Object.fromEntries(after);
  places.follow(value, map);
  for (const [key] of before) {
    const own = nameOf(key) === key ? null : places.at(value, key);
    if (own !== null) places.move(map, nameOf(key), own);
  }
  return map;
}
