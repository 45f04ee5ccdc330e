/**
 * Counts the instants of a period that match the fields of a cron expression: by the calendar, without walking through
 * them.
 */
import { type Instant, second } from '../../engine/time.ts';
import type { CronFields } from './fields.ts';
import { bit, dateOf, daysInMonth, daysOf, firstDays, secondsPerDay } from './walk.ts';

/** The number of matches from one instant to another, both included, in UTC. */
export function countMatches(fields: CronFields, from: Instant, until: Instant): number {
  const first = Math.ceil(from / second);
  const end = Math.floor(until / second) + 1;
  return first < end ? countBefore(fields, first, end) : 0;
}

/** Of the whole seconds from one up to another, which is excluded. */
function countBefore(fields: CronFields, first: number, end: number): number {
  const firstDay = Math.floor(first / secondsPerDay);
  const endDay = Math.floor(end / secondsPerDay);
  const days = countDays(fields, firstDay, endDay) * countTimes(fields, secondsPerDay);
  const before = countDays(fields, firstDay, firstDay + 1) * countTimes(fields, first - firstDay * secondsPerDay);
  const after = countDays(fields, endDay, endDay + 1) * countTimes(fields, end - endDay * secondsPerDay);
  return days - before + after;
}

/** How many days match from one up to another, which is excluded. */
function countDays(fields: CronFields, from: number, until: number): number {
  if (fields.isEveryDay) return until - from;
  let { year, month, dayOfMonth } = dateOf(from);
  let count = 0;
  for (let monthStart = from - dayOfMonth + 1; monthStart < until; ) {
    const length = daysInMonth(year, month);
    if (bit(fields.months, month)) {
      let days = daysOf(fields, monthStart, length);
      if (monthStart < from) days &= ~firstDays(from - monthStart);
      if (monthStart + length > until) days &= firstDays(until - monthStart);
      count += sizeOf(days);
    }
    monthStart += length;
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return count;
}

/** How many seconds of a day match before one of them; all, where that is the day's end. */
function countTimes(fields: CronFields, secondOfDay: number): number {
  const { secondsLow, secondsHigh, minutesLow, minutesHigh, hours } = fields;
  const hour = Math.floor(secondOfDay / 3_600);
  const minute = Math.floor(secondOfDay / 60) % 60;
  const perMinute = sizeOf(secondsLow) + sizeOf(secondsHigh);
  const perHour = perMinute * (sizeOf(minutesLow) + sizeOf(minutesHigh));
  const before = perHour * countBelow(hours, 0, hour);
  if (!bit(hours, hour)) return before;
  const inHour = perMinute * countBelow(minutesLow, minutesHigh, minute);
  const isInMinute = bit(minute < 32 ? minutesLow : minutesHigh, minute & 31);
  return before + inHour + (isInMinute ? countBelow(secondsLow, secondsHigh, secondOfDay % 60) : 0);
}

/** How many members a set of two halves has below one number, 0 to 63. */
function countBelow(low: number, high: number, n: number): number {
  return n < 32 ? sizeOf(low & ~(-1 << n)) : sizeOf(low) + sizeOf(high & ~(-1 << (n - 32)));
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1;
  return size;
}
