/**
 * UTC months, found by walking from 1970: slow, plain, and none of the code that the ledger's calendar is made of.
 */
import type { Instant } from '../../engine/time.ts';

export interface Month {
  /** `2027-05`. */
  readonly name: string;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

const msPerDay = 86_400_000;

/** The month that holds an instant. */
export function monthAt(at: Instant): Month {
  let year = 1970;
  let from: Instant = 0;
  for (; at < from; from -= daysOf(year) * msPerDay) year -= 1;
  for (; at >= from + daysOf(year) * msPerDay; year += 1) from += daysOf(year) * msPerDay;
  let month = 1;
  for (; at >= from + daysOfMonth(year, month) * msPerDay; month += 1) from += daysOfMonth(year, month) * msPerDay;
  const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return { name, from, until: from + daysOfMonth(year, month) * msPerDay };
}

function daysOf(year: number): number {
  return isLeap(year) ? 366 : 365;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
