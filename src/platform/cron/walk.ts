/**
 * Walks from one instant to the next that matches a cron expression's fields: a cascade of bit scans that tries no day
 * in vain.
 */
import { type Instant, second } from '../../engine/time.ts';
import type { CronFields } from './fields.ts';

export const secondsPerDay = 86_400;
const yearsAhead = 5;

/**
 * The first instant strictly after another that matches the fields, in UTC (TYPE-11, `cron.zone`).
 *
 * @returns null if there is none in that year and the five years after it
 */
export function nextMatch(fields: CronFields, after: Instant): Instant | null {
  const from = Math.floor(after / second) + 1;
  const startDay = Math.floor(from / secondsPerDay) | 0;
  const timeOfDay = timeFrom(fields, (from - startDay * secondsPerDay) | 0);
  const matched = firstMatchingDay(fields, timeOfDay < 0 ? startDay + 1 : startDay);
  if (matched === null) return null;
  return (matched * secondsPerDay + (matched === startDay ? timeOfDay : timeFrom(fields, 0))) * second;
}

/** Whether the fields match at least one day of some year; `0 0 30 2 *` does not. Empty sets do not occur. */
export function hasMatchingDay(fields: CronFields): boolean {
  if (fields.days === 'either') return true;
  const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return longest.some(
    (length, index) => bit(fields.months, index + 1) && (fields.daysOfMonth & firstDays(length)) !== 0,
  );
}

/** The first second of the day at or after one of it that matches; -1: none. */
function timeFrom(fields: CronFields, secondOfDay: number): number {
  const hour = (secondOfDay / 3_600) | 0;
  const minute = ((secondOfDay / 60) | 0) % 60;
  if (bit(fields.hours, hour)) {
    const isThisMinute = bit(minute < 32 ? fields.minutesLow : fields.minutesHigh, minute & 31);
    const nextSecond = isThisMinute ? nextBit(fields.secondsLow, fields.secondsHigh, secondOfDay % 60) : -1;
    if (nextSecond >= 0) return hour * 3_600 + minute * 60 + nextSecond;
    const nextMinute = nextBit(fields.minutesLow, fields.minutesHigh, minute + 1);
    if (nextMinute >= 0) return hour * 3_600 + nextMinute * 60 + nextBit(fields.secondsLow, fields.secondsHigh, 0);
  }
  const nextHour = nextBit(fields.hours, 0, hour + 1);
  if (nextHour < 0) return -1;
  const firstMinute = nextBit(fields.minutesLow, fields.minutesHigh, 0);
  return nextHour * 3_600 + firstMinute * 60 + nextBit(fields.secondsLow, fields.secondsHigh, 0);
}

/** The first day, counted from 1970-01-01, at or after one that matches; null: none for five years. */
function firstMatchingDay(fields: CronFields, from: number): number | null {
  if (fields.isEveryDay) return from;
  let { year, month, dayOfMonth } = dateOf(from);
  let monthStart = from - dayOfMonth + 1;
  const lastYear = year + yearsAhead;
  while (year <= lastYear) {
    const length = daysInMonth(year, month);
    if (bit(fields.months, month)) {
      const matched = nextBit(daysOf(fields, monthStart, length), 0, dayOfMonth - 1);
      if (matched >= 0) return monthStart + matched;
    }
    monthStart += length;
    dayOfMonth = 1;
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return null;
}

/**
 * The calendar date of a day. As `civilFromInstant`, but in 32-bit integers and without the time of day: most of a
 * walk's time is spent here.
 */
export function dateOf(dayNumber: number): { year: number; month: number; dayOfMonth: number } {
  const z = (dayNumber + 719_468) | 0;
  const era = Math.floor(z / 146_097) | 0;
  const dayOfEra = (z - era * 146_097) | 0;
  const leapDays = (((dayOfEra / 1_460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0)) | 0;
  const yearOfEra = ((dayOfEra - leapDays) / 365) | 0;
  const dayOfYear = (dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0))) | 0;
  const shifted = ((5 * dayOfYear + 2) / 153) | 0;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - (((153 * shifted + 2) / 5) | 0) + 1,
  };
}

/** The matching days of one month; bit n - 1 is day n. */
export function daysOf(fields: CronFields, monthStart: number, length: number): number {
  const weekdayOfFirst = (((monthStart + 4) % 7) + 7) % 7;
  const week = ((fields.weekdays >>> weekdayOfFirst) | (fields.weekdays << (7 - weekdayOfFirst))) & 0x7f;
  const byWeekday = week | (week << 7) | (week << 14) | (week << 21) | (week << 28);
  const matched = fields.days === 'both' ? fields.daysOfMonth & byWeekday : fields.daysOfMonth | byWeekday;
  return matched & firstDays(length);
}

export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

export function firstDays(count: number): number {
  return 0xffff_ffff >>> (32 - count);
}

export function bit(set: number, index: number): boolean {
  return ((set >>> index) & 1) === 1;
}

/** The least member at or after `from` (0 to 63) of a set of two halves; -1: none. */
function nextBit(low: number, high: number, from: number): number {
  if (from < 32) {
    const rest = low & (-1 << from);
    if (rest !== 0) return 31 - Math.clz32(rest & -rest);
    return high === 0 ? -1 : 63 - Math.clz32(high & -high);
  }
  const rest = high & (-1 << (from - 32));
  return rest === 0 ? -1 : 63 - Math.clz32(rest & -rest);
}
