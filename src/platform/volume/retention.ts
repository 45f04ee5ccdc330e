/**
 * How long a snapshot is kept, as volume sets write it.
 */
import { type Duration, day, hour, minute } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { rationalFromDecimal } from './rational.ts';

const retention = /^(\d+(?:\.\d+)?|\.\d+)([dhm])$/;
/**
 * What `m` stands for (`snapshot.retentionUnit`); a month has 30 days, as a date is nothing that a length of time can
 * know.
 */
const mMs = { minutes: minute, months: 30 * day } as const;

/**
 * A decimal number and `d`, `h` or `m` (`snapshot.retentionUnit`), rounded to the nearest millisecond; null where the
 * text is nothing of the kind (SNAP-1).
 *
 *   7d -> 604800000    1.5h -> 5400000    30m -> 1800000    1w, -1d, 7 d, 7 -> null
 */
export function parseRetention(text: string, m: Assumptions['snapshot.retentionUnit']): Duration | null {
  const match = retention.exec(text);
  if (match === null) return null;
  const [, number = '', unit] = match;
  const unitLength = unit === 'm' ? mMs[m] : unit === 'h' ? hour : day;
  const exact = rationalFromDecimal(number);
  const doubled = (2n * exact.numerator * BigInt(unitLength) + exact.denominator) / (2n * exact.denominator);
  return doubled > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(doubled);
}
