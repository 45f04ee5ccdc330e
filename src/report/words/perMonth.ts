/**
 * Amounts of a run as amounts of a month.
 */
import { type Duration, day } from '../../engine/time.ts';
import type { Decimal } from '../../platform/metering/decimal.ts';
import { partOf } from './numbers.ts';

/** A month of thirty days: as long for every run, so that amounts compare. */
const month: Duration = 30 * day;

/**
 * An amount of a whole run as one of thirty days, rounded to six places.
 *   14 in 14 days -> 30     -1 in 60 days -> -0.5
 *
 * @param length of the run, in ms, above 0
 */
export function perMonth(value: Decimal, length: Duration): Decimal {
  const sign = value.coefficient < 0n ? -1n : 1n;
  const size = { coefficient: value.coefficient * sign, scale: value.scale };
  const scaled = partOf(size, BigInt(month), BigInt(length));
  return { coefficient: scaled.coefficient * sign, scale: scaled.scale };
}
