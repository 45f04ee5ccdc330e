/**
 * How much of everything a page shows, from all that is sensible down to what the largest run leaves room for.
 */

import { columnsMost } from '../picture/room.ts';
import type { BillRoom } from './pageBill.ts';

export interface Amounts {
  readonly chartsMax: number;
  /** Of all lines of all charts. */
  readonly pointsMax: number;
  /** Of one line; a power of two. */
  readonly columnsMax: number;
  readonly lanesMax: number;
  /** Bars, and as many points, of all lanes. */
  readonly itemsMax: number;
  /** Of the entries as text. */
  readonly entryBytes: number;
  readonly bill: BillRoom & { readonly hasDays: boolean };
  /** Of one block. */
  readonly capacityRowsMax: number;
}

/** From step to step everything is halved; after the last a page is empty but for its sums. */
export const stepsMax = 8;

/** @param step 0: the most; halved with each step */
export function amountsAt(step: number): Amounts {
  const half = (amount: number): number => Math.max(1, amount >> step);
  return {
    chartsMax: half(256),
    pointsMax: half(40_000),
    columnsMax: Math.max(16, half(columnsMost)),
    lanesMax: half(256),
    itemsMax: half(3_072),
    entryBytes: half(480_000),
    bill: { rowsMax: half(4_096), spansMax: half(32), hasDays: step < 3 },
    capacityRowsMax: half(512),
  };
}
