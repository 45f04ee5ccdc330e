/**
 * Why a quantity that looks like one cannot be read.
 */
import { formatDuration, longestDuration, parseDuration } from '../../rules/duration.ts';
import { parseRate } from './units.ts';

const number = String.raw`\d+(?:\.\d+)?`;
const size = new RegExp(`^[+-]?(${number}) ?(?:([kKMGTPE])i?)?B?$`);
const otherTime = /(?:\d|\/) ?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days|months?|mo|years?|yrs?|y)$/i;

/** Milliseconds with a fraction, and smaller units. */
const partOfTime = /^\d*(?:\.\d+ ?ms|(?:\.\d+)? ?(?:us|µs|ns))$/;

/** Distributions say of their parts that they are 0 or more. */
const negative = 'it must not be negative';

/**
 * What to say of a value that cannot be read because something in it is too great, negative, or in a unit that is none;
 * null where that is not why.
 *
 *   400000d -> at most 36500d     -5/s -> it may not be negative     2years -> the units of time are ...
 */
export function quantityHint(value: unknown): string | null {
  if (typeof value === 'object' && value !== null)
    return (
      Object.values(value)
        .map(quantityHint)
        .find((hint) => hint !== null && hint !== negative) ?? null
    );
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, digits, prefix = ''] = size.exec(text) ?? [];
  if (digits !== undefined)
    return isTooLarge(Number(digits), prefix) ? `at most ${Math.floor(Number.MAX_SAFE_INTEGER / 1e9)}GB` : null;
  // Of sizes some may be negative: what is wrong with those is something else.
  const rest = text.replace(/^-/, '');
  if (rest !== text && (parseDuration(rest) !== null || parseRate(rest) !== null)) return negative;
  const duration = parseDuration(text.replace(/^\+/, ''));
  if (duration !== null) return duration > longestDuration ? `at most ${formatDuration(longestDuration)}` : null;
  if (otherTime.test(text)) return 'the units of time are ms, s, m, h, d and week: a year is 365d';
  if (partOfTime.test(text)) return 'times are in whole milliseconds, of which 1ms is the least';
  if (!isPower(text)) return null;
  return Number.parseFloat(text) > 1e15
    ? 'it is too large'
    : 'a number with its unit has no exponent: write the digits';
}

/** `1e300/s` */
function isPower(text: string): boolean {
  return new RegExp(`^${number}e[+-]?\\d+ ?[A-Za-z%/]`, 'i').test(text);
}

/** Whether so many thousands, millions ... of bytes are more than can be kept exactly. */
function isTooLarge(count: number, prefix: string): boolean {
  let bytes = count;
  for (let step = 'KMGTPE'.indexOf(prefix.toUpperCase()); prefix !== '' && step >= 0; step -= 1) bytes *= 1_000;
  return bytes > Number.MAX_SAFE_INTEGER;
}
