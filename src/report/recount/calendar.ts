/**
 * What one invoice is for: UTC months, found by walking from 1970: slow, plain, and none of the code that the ledger's
 * calendar is made of.
 */
import type { Instant } from '../../engine/time.ts';

export interface Month {
  /** `2027-05`; where it is none of the calendar, its first day. */
  readonly name: string;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
  /** In ms, as GB-Months are counted. */
  readonly length: number;
}

/**
 * Finds what bills an instant, given the start of the run (`billing.period`): from its start in parts of 30 days, or as
 * one.
 */
export function calendarOf(kind: 'utcMonth' | 'fixed30d' | 'wholeRun', start: Instant): (at: Instant) => Month {
  if (kind === 'utcMonth') return monthAt;
  const length = 30 * msPerDay;
  return (at) => {
    let from = start;
    while (kind === 'fixed30d' && at >= from + length) from += length;
    const until = kind === 'fixed30d' ? from + length : Number.POSITIVE_INFINITY;
    return { name: dayOf(from), from, until, length };
  };
}

function dayOf(at: Instant): string {
  const { name, from } = monthAt(at);
  return `${name}-${String(Math.floor((at - from) / msPerDay) + 1).padStart(2, '0')}`;
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
  const length = daysOfMonth(year, month) * msPerDay;
  return { name, from, until: from + length, length };
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
