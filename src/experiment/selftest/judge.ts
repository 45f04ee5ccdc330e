/**
 * What independent replications say about a closed form: an interval, a z-score, and whether the form holds.
 */
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { normalQuantile } from '../../engine/math.ts';
import { studentProbability, studentQuantile } from '../study/statistics/quantiles.ts';

/** Scores beyond this are written as this: their probability is too small for a number. */
export const scoreMost = 37;

/** Confidence of the interval that is shown. */
export const shownConfidence = 0.95;

/** What replications found. */
export interface ScoredMean {
  readonly value: number;
  /** The interval of Student's t, with `shownConfidence`. */
  readonly low: number;
  readonly high: number;
  /** Of the mean: the standard deviation of the values, over the square root of their number. */
  readonly standardError: number;
  /** How far the value is from the theory, as a score of the standard normal distribution; at most `scoreMost`. */
  readonly score: number;
  readonly holds: boolean;
  /** An error of the theory of this share of it is found with a probability of 99 %. */
  readonly findsShare: number;
}

/**
 * Compares the mean of independent values with a theory.
 *
 * (mean - theory) / standard error has Student's t distribution. It is turned into the normal score of the same
 * probability, so that scores of different numbers of replications mean the same.
 *
 *   1, 2, 3, 4, 5, theory 3 -> score 0      theory 1 -> t 2.83 with 4 degrees, score 1.98
 *
 * @param values of two replications or more
 * @param critical the greatest score that still holds (`criticalScore`)
 */
export function judge(values: readonly number[], theory: number, critical: number): ScoredMean {
  const count = values.length;
  if (count < 2) throw new RangeError(`a judgement needs two values or more: ${count}`);
  const value = mean([...values]);
  const standardError = sampleStandardDeviation([...values]) / Math.sqrt(count);
  const half = studentQuantile((1 + shownConfidence) / 2, count - 1) * standardError;
  const score = normalScore(value, theory, standardError, count - 1);
  return {
    value,
    low: value - half,
    high: value + half,
    standardError,
    score,
    holds: Math.abs(score) <= critical,
    findsShare: findsShareOf(standardError, theory, critical, count - 1),
  };
}

function normalScore(value: number, theory: number, standardError: number, degrees: number): number {
  if (value === theory) return 0;
  // From the lower tail, where small probabilities keep their digits.
  const lower = standardError === 0 ? 0 : studentProbability(-Math.abs(value - theory) / standardError, degrees);
  const score = lower === 0 ? scoreMost : Math.min(scoreMost, -normalQuantile(lower));
  return value < theory ? -score : score;
}

/** That an error is found, in `findsShare`. */
const power = 0.99;

function findsShareOf(standardError: number, theory: number, critical: number, degrees: number): number {
  const bound = studentQuantile(1 - normalTail(critical), degrees);
  return ((bound + normalQuantile(power)) * standardError) / Math.abs(theory);
}

/**
 * The probability that all checks of a right build hold: one run in ten thousand would fail by chance. For one seed the
 * self-test always gives the same answer.
 */
export const falseAlarm = 1e-4;

/**
 * The score beyond which a check fails, if so many checks together may fail by chance with the probability
 * `falseAlarm` (Bonferroni, two-sided).
 *
 *   1 check -> 3.89      20 checks -> 4.56
 */
export function criticalScore(checks: number): number {
  return -normalQuantile(falseAlarm / (2 * checks));
}

/** The probability that a standard normal variate is above a score; the score is one of `criticalScore`. */
function normalTail(score: number): number {
  // Student's t with very many degrees of freedom is normal.
  return studentProbability(-score, 1e9);
}
