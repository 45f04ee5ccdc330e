/**
 * How far apart the ticks of a schedule lie, where that is always the same: most schedules then need no calendar.
 */
import { type Duration, hour, minute, second } from '../../engine/time.ts';
import type { CronFields } from './fields.ts';

/**
 * From every tick to the next; null: not always as long.
 *
 *   `0-59/5 * * * *` 5 min `7,37 * * * *` 30 min `30 4 * * *` 24 h `0-59/7 * * * *` null `0 0 1 * *` null
 */
export function periodOf(fields: CronFields): Duration | null {
  if (!fields.isEveryDay) return null;
  const seconds = gapOf(fields.secondsLow, fields.secondsHigh, 60);
  const minutes = gapOf(fields.minutesLow, fields.minutesHigh, 60);
  const hours = gapOf(fields.hours, 0, 24);
  if (seconds === null || minutes === null || hours === null) return null;
  // Once a minute; else each minute must be like the one before. So for hours.
  if (seconds < 60) return minutes === 1 && hours === 1 ? seconds * second : null;
  if (minutes < 60) return hours === 1 ? minutes * minute : null;
  return hours * hour;
}

/**
 * From each member of a set of two halves to the next, the first of all following the last at `length`; null: not
 * always as far.
 */
function gapOf(low: number, high: number, length: number): number | null {
  const members = Array.from({ length }, (_, n) => n).filter((n) => has(low, high, n));
  const gap = length / members.length;
  // A gap that is not whole is cut down by `has`: from member to member it then does not come round.
  return members.every((n) => has(low, high, (n + gap) % length)) ? gap : null;
}

function has(low: number, high: number, n: number): boolean {
  return (((n < 32 ? low : high) >>> (n & 31)) & 1) === 1;
}
