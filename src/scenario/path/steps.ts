/**
 * The next step of a path into a document.
 */

import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/**
 * The key that the next words mean: the longest that exists, else the first word alone; null for no entry of a list.
 */
export function stepInto(
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
