/**
 * Limits for the amount of data on a page, from generous down to what the largest run leaves room for.
 */

import { columnsMost } from '../picture/room.ts';
import type { BillRoom } from './pageBill.ts';

export interface PageLimits {
  readonly chartsMax: number;
  /** Points of all lines of all charts together. */
  readonly pointsMax: number;
  /** Columns of one line; a power of two. */
  readonly columnsMax: number;
  readonly lanesMax: number;
  /** Bars, and as many points, of all lanes. */
  readonly itemsMax: number;
  /** Whether the bars of lanes show phases. */
  readonly hasPhases: boolean;
  readonly rolloutsMax: number;
  /** Decisions of one autoscaler. */
  readonly decisionsMax: number;
  /** Example requests. */
  readonly callsMax: number;
  /** Days on which something happened, of all findings together. */
  readonly daysMax: number;
  /** Bytes of the journal entries as text. */
  readonly entryBytes: number;
  readonly bill: BillRoom & { readonly hasDays: boolean };
  /** Rows of one block of the capacity report. */
  readonly capacityRowsMax: number;
}

/** Steps that make only the lanes smaller: their bars and points, then the phases of the bars. */
export const laneSteps = 2;

/** Each further step halves everything; after the last one a page has little more than its totals. */
export const stepsMax = laneSteps + 8;

/** The limits of a step. @param step 0 for the most data */
export function pageLimitsAt(step: number): PageLimits {
  const halved = Math.max(0, step - laneSteps);
  const half = (amount: number): number => Math.max(1, amount >> halved);
  return {
    chartsMax: half(256),
    pointsMax: half(40_000),
    columnsMax: Math.max(16, half(columnsMost)),
    lanesMax: half(256),
    itemsMax: half(3_072 >> Math.min(step, laneSteps)),
    hasPhases: step < laneSteps,
    rolloutsMax: half(256),
    decisionsMax: half(256),
    callsMax: half(96),
    daysMax: half(131_072),
    entryBytes: half(480_000),
    bill: { rowsMax: half(4_096), spansMax: half(32), hasDays: halved < 3 },
    capacityRowsMax: half(512),
  };
}
