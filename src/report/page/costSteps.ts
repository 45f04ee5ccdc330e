/**
 * Hours, days and months of the calendar: the steps of the bill.
 */

import { day, hour, type Instant, instantFromCivil, monthStart, nextMonthStart } from '../../engine/time.ts';
import type { TimeFrame } from '../picture/columns.ts';

/** The length of one step of a cost chart. */
export type CostGrain = 'hour' | 'day' | 'month';

export interface CostStep {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/** @param period of a row of the bill: `2027-05`, `2027-05-03` or `2027-05-03T14` */
export function stepOf(period: string): CostStep {
  const [year = 0, month = 1, dayOfMonth = 1, hours = 0] = period.split(/[-T]/).map(Number);
  const grain = period.length === 7 ? 'month' : period.length === 10 ? 'day' : 'hour';
  return stepAt(grain, instantFromCivil(year, month, dayOfMonth, hours * hour));
}

/** The step that holds an instant. */
export function stepAt(grain: CostGrain, at: Instant): CostStep {
  if (grain === 'month') return { from: monthStart(at), until: nextMonthStart(at) };
  const length = grain === 'day' ? day : hour;
  const from = Math.floor(at / length) * length;
  return { from, until: from + length };
}

/** Whether the step is only partly in the run. */
export function isPartlyIn({ from, until }: CostStep, { start, end }: TimeFrame): boolean {
  return start > from || end < until;
}
