/**
 * Durations as scenario files write them.
 */
import { day, hour, minute, second, week } from '../engine/time.ts';

const unitMs: Readonly<Record<string, number>> = {
  weeks: week,
  week,
  w: week,
  d: day,
  h: hour,
  m: minute,
  s: second,
  ms: 1,
};
const part = /(\d+(?:\.\d+)?)(weeks|week|ms|[wdhms])/y;

/** The longest duration that is accepted: a hundred years. */
export const longestDuration = 36_500 * day;

/**
 * Parses a duration into whole milliseconds; null if the text is not a duration.
 *
 * A duration is one or more decimal numbers, each with its unit, larger units first: `250ms 15s 3m 1.5h 2h30m 7d 2weeks
 * 8w`. `m` is minutes. `0` is the only number without a unit. Negative values, and values that are not whole
 * milliseconds (`0.5ms`), are not durations.
 */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  let total = 0n;
  let smallest = Number.POSITIVE_INFINITY;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) return null;
    const [, digits = '', unit = ''] = match;
    const size = unitMs[unit] ?? 0;
    if (size >= smallest) return null;
    smallest = size;
    const [whole = '', fraction = ''] = digits.split('.');
    const scaled = BigInt(whole + fraction) * BigInt(size);
    const scale = BigInt(`1${'0'.repeat(fraction.length)}`);
    if (scaled % scale !== 0n) return null;
    total += scaled / scale;
  }
  const isSafe = text !== '' && total <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSafe ? Number(total) : null;
}

/**
 * Writes a duration so that `parseDuration` reads it, from days down to milliseconds: `2h30m`, `1s500ms`, `0s`.
 *
 * @param duration whole milliseconds, 0 or more
 */
export function formatDuration(duration: number): string {
  let rest = duration;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = unitMs[unit] ?? 1;
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
}
