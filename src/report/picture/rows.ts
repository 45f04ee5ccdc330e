/**
 * Bars of one lane in rows, so that none covers another.
 */

import type { Instant } from '../../engine/time.ts';
import type { PageBar } from './picture.ts';

/** Each in the first row that is free when it begins; in order of their beginnings. */
export function inRows(bars: readonly PageBar[]): PageBar[] {
  const freeFrom: Instant[] = [];
  return bars.map((bar) => {
    const free = freeFrom.findIndex((from) => from <= bar.from);
    const row = free < 0 ? freeFrom.length : free;
    freeFrom[row] = bar.until;
    return { ...bar, row };
  });
}
