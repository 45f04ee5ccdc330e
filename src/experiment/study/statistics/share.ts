/**
 * How sure one may be of a share: what was seen in so many of so many runs.
 */
import { betaQuantile, betaUpperQuantile } from './quantiles.ts';

/** A share of runs, with the interval that contains the true probability. */
export interface ShareInterval {
  /** Runs in which it happened. */
  readonly count: number;
  readonly runs: number;
  /** 0 to 1. */
  readonly low: number;
  /** 0 to 1, at least `low`; they are equal never. */
  readonly high: number;
}

/**
 * The two-sided interval of Clopper and Pearson (1934) for the probability of what was seen. It contains the true
 * probability with at least this confidence, for any number of runs.
 *
 *   2 of 10 at 95 %  -> 0.0252 to 0.5561
 *   0 of 10 at 95 %  -> 0 to 0.3085
 *
 * @param count 0 to `runs`
 * @param runs 1 or more
 * @param confidence above 0, below 1
 */
export function shareInterval(count: number, runs: number, confidence: number): ShareInterval {
  const oneSided = (1 + confidence) / 2;
  return { count, runs, low: shareAtLeast(count, runs, oneSided), high: shareAtMost(count, runs, oneSided) };
}

/**
 * The one-sided lower bound of Clopper and Pearson: with this confidence the probability is at least so much.
 *
 *   59 of 59 at 95 %  -> 0.9505
 */
export function shareAtLeast(count: number, runs: number, confidence: number): number {
  check(count, runs, confidence);
  return count === 0 ? 0 : betaQuantile(1 - confidence, count, runs - count + 1);
}

/**
 * The one-sided upper bound of Clopper and Pearson: with this confidence the probability is at most so much.
 *
 *   0 of 10 at 95 %  -> 0.2589 (1 - 0.05^(1/10))
 */
export function shareAtMost(count: number, runs: number, confidence: number): number {
  check(count, runs, confidence);
  return count === runs ? 1 : betaUpperQuantile(1 - confidence, count + 1, runs - count);
}

function check(count: number, runs: number, confidence: number): void {
  const isCount = Number.isInteger(count) && Number.isInteger(runs) && count >= 0 && count <= runs && runs > 0;
  if (!isCount) throw new RangeError(`a share is a count of runs: ${count} of ${runs}`);
  checkConfidence(confidence);
}

/** Throws a RangeError unless a confidence (or a probability that is required) lies strictly between 0 and 1. */
export function checkConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`a confidence lies between 0 and 1: ${confidence}`);
}
