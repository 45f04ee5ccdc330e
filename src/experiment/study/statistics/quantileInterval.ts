/**
 * Intervals of quantiles by order statistics: they hold for any distribution, however skewed.
 */
import { quantileSorted } from 'simple-statistics';
import { binomialAtMost } from './quantiles.ts';

/** A quantile of what runs gave, with its interval; a side is null if there are too few runs for it. */
export interface QuantileInterval {
  /** Between neighbours interpolated in proportion (type 7, as R and numpy do). */
  readonly value: number;
  /** One of the values seen, or null. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The interval of a quantile: two of the values in order, so that each side misses with at most half of the risk.
 *
 * The quantile lies below the value of rank r if fewer than r values fall below it, and their number is binomial. A
 * quantile of all runs is taken from their values at once, never as a mean of the quantiles of parts.
 *
 *   the median of 10 values at 95 %  -> the second to the ninth
 *   the median of 5 values at 95 %   -> null, null (the least and the greatest contain it in 93.75 % of cases only)
 *
 * @param values in any order, at least one
 * @param share which quantile: 0.5 is the median; above 0, below 1
 * @param confidence above 0, below 1
 */
export function quantileInterval(values: readonly number[], share: number, confidence: number): QuantileInterval {
  const sorted = [...values].sort((one, other) => one - other);
  const runs = sorted.length;
  const risk = (1 - confidence) / 2;
  let below = 0;
  while (below < runs && binomialAtMost(below, runs, share) <= risk) below += 1;
  let above = 0;
  while (above < runs && binomialAtMost(above, runs, 1 - share) <= risk) above += 1;
  return {
    value: quantileSorted(sorted, share),
    low: below === 0 ? null : (sorted[below - 1] ?? null),
    high: above === 0 ? null : (sorted[runs - above] ?? null),
  };
}
