/**
 * Percentiles of values with weights: each value counts for its duration or its number of times.
 */
import { weightedQuantile } from 'simple-statistics';

/** What is reached but for the rounding of a product is reached. */
const loose = 1e-12;

/**
 * The smallest value v such that values of at most v have at least so many hundredths of the weight (the nearest rank);
 * null where there is no weight.
 *
 *   3 for 4 h, 7 for 1 h, 4 for 5 h:  40 -> 3,  41 to 90 -> 4,  91 and up -> 7
 *
 * @param percent above 0, up to 100
 */
export function weightedPercentile(
  values: readonly number[],
  weights: readonly number[],
  percent: number,
): number | null {
  if (!weights.some((weight) => weight > 0)) return null;
  return weightedQuantile([...values], [...weights], (percent / 100) * (1 - loose));
}
