/**
 * What belongs together, by a key.
 */

/** In the order in which keys come first, and within a group in the order given; no group is empty. */
export function grouped<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): ReadonlyMap<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
