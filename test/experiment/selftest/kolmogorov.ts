/**
 * The test of Kolmogorov and Smirnov of one sample against the standard normal distribution.
 */
import { studentProbability } from '../../../src/experiment/study/statistics/quantiles.ts';

/** The greatest distance between the distribution of a sample and the standard normal one. */
export function normalDistance(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const count = sorted.length;
  return Math.max(
    ...sorted.map((value, index) => {
      // Student's t with very many degrees of freedom is normal.
      const below = studentProbability(value, 1e9);
      return Math.max((index + 1) / count - below, below - index / count);
    }),
  );
}

/**
 * The probability that so many normal values are at least so far from their distribution.
 *
 * Kolmogorov's limit 2 (e^-2x^2 - e^-8x^2 + e^-18x^2 - ...) with x = (sqrt(n) + 0.12 + 0.11 / sqrt(n)) distance, the
 * correction of Stephens (Journal of the American Statistical Association 69, 1974).
 */
export function farProbability(distance: number, count: number): number {
  const root = Math.sqrt(count);
  const x = (root + 0.12 + 0.11 / root) * distance;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) sum += 2 * (term % 2 === 1 ? 1 : -1) * Math.exp(-2 * (term * x) ** 2);
  return Math.min(1, Math.max(0, sum));
}
