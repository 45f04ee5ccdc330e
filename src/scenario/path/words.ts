/**
 * The words of a path as `--set` writes it: `shop/workload/api.spec.containers[0].cpu`.
 */

import { resourceKeys } from '../read/names.ts';
import type { TreeMap } from '../text/tree.ts';

/** One word of a path, and its offsets there, `to` excluded. */
export interface PathWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The words between dots and brackets, from an offset on.
 *
 *   containers[0].cpu -> containers, 0, cpu
 */
export function wordsOf(path: string, from = 0): readonly PathWord[] {
  // Each bracket becomes one dot, so that offsets stay.
  const dotted = path.slice(from).replaceAll(/\[([^\]]*)\]/g, '.$1.');
  return [...dotted.matchAll(/[^.]+/g)].map(({ 0: text, index }) => ({
    text,
    from: from + index,
    to: from + index + text.length,
  }));
}

/**
 * The `gvc/kind/name` with which a path begins; null if it begins with a key of the scenario. A resource of the
 * document may have dots in its name (`domain/www.example.com`): the longest that fits.
 */
export function resourceIn(root: TreeMap, path: string): string | null {
  const [short = ''] = /^[^.[]*/.exec(path) ?? [];
  if (!short.includes('/')) return null;
  const fitting = resourceKeys(root).filter(
    (key) => key !== '' && path.startsWith(key) && [undefined, '.', '['].includes(path[key.length]),
  );
  return fitting.reduce((longest, key) => (key.length > longest.length ? key : longest), '') || short;
}
