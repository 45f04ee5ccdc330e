/**
 * What a study may say about the mean of a measure over all luck, from the values of its runs: an interval where one
 * can be trusted, else what was seen.
 */
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { type QuantileInterval, quantileInterval } from './quantileInterval.ts';
import { studentQuantile } from './quantiles.ts';
import { checkConfidence, type ShareInterval, shareAtMost, shareInterval } from './share.ts';

/**
 * Whether chance can change the measure at all. Values alone never tell: twenty equal values are also what a rare event
 * gives. The caller knows it from the draws that a run made, and says it.
 */
export type Chance = 'none' | 'present';

/** What all kinds have: the field names of a measure in JSON. */
interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
  /** How many values there are. */
  readonly runs: number;
}

/** Nothing is random: one run tells the value, and no interval is needed. */
export interface ExactEstimate extends Spread {
  readonly kind: 'exact';
  readonly low: number;
  readonly high: number;
}

/** The interval of Student's t, with `low` < `mean` < `high`. */
export interface TrustedEstimate extends Spread {
  readonly kind: 't';
  readonly low: number;
  readonly high: number;
  /** The standard deviation of the values (divisor: runs - 1). */
  readonly sd: number;
  /** In how many runs the value differs from the usual one; null as for `SeenEstimate`. */
  readonly differs: DifferingRuns | null;
}

/**
 * No interval of the mean can be trusted, so `low` and `high` are null. The interval of the median is no substitute:
 * for skewed values the mean often lies outside it, and a sum of money follows the mean.
 */
export interface SeenEstimate extends Spread {
  readonly kind: 'seen';
  /** `few`: below three runs; `equal`: all values are equal; `skewed`: too skewed for so few runs (Cochran). */
  readonly why: 'few' | 'equal' | 'skewed';
  /** So many runs with the same skewness have an interval; null: they are not too skewed. */
  readonly enough: number | null;
  readonly low: null;
  readonly high: null;
  readonly median: QuantileInterval;
  /** In how many runs the value differs from the usual one; null if no value occurs twice and none is the usual one. */
  readonly differs: DifferingRuns | null;
}

/** The share of runs whose value differs from the usual one, with its interval of Clopper and Pearson. */
export interface DifferingRuns extends ShareInterval {
  /** The usual value: 0 for differences, else the most frequent one (of several, the least). */
  readonly from: number;
}

/** What is known about a mean, in one of three kinds. */
export type Estimate = ExactEstimate | TrustedEstimate | SeenEstimate;

/** How an estimate is made. */
export interface EstimateOptions {
  /** That an interval contains the truth; above 0, below 1. */
  readonly confidence: number;
  readonly chance: Chance;
  /** The value that counts as usual; default: the most frequent one. */
  readonly usual?: number;
  /** Values that are no farther apart count as equal; default: 1e-12 of the greatest amount, for rounding of sums. */
  readonly rounding?: number;
}

/** Amounts that differ by less than this share of the greatest one differ by rounding only. */
export const roundingShare = 1e-12;

/** Below so many values, skewness is not defined, and no interval is trusted. */
const trustedRunsLeast = 3;

/** Cochran's factor (Sampling Techniques, 1977, section 2.15): the t interval wants n >= 25 x skewness squared. */
const cochranFactor = 25;

/**
 * What the values of independent runs say about the mean of a measure.
 *
 * The interval is Student's t if the values differ and there are at least 25 x skewness squared of them (Cochran).
 *
 *   1, 2, 3, 4, 5 at 95 %                    -> t: 3, from 1.037 to 4.963
 *   0 nine times and 1 once                  -> seen, skewed: differs from 0 in 1 of 10 runs (0.25 % to 44.5 %)
 *   0 ten times, chance present              -> seen, equal: at most 25.9 % of runs differ (1 - 0.05^(1/10))
 *   7, chance none                           -> exact: 7
 *
 * Coverage (proved in `coverage.slow.test.ts`): 95.0 % of normal values, 93.8 to 94.7 % of moderately skewed ones. Of
 * strongly skewed values, the samples that happen to look symmetric pass Cochran's rule and are wrong more often, but
 * few do: a false interval is claimed in at most 6 of 100 studies.
 *
 * For equal values the bound is one-sided, because nothing was seen from which a lower one could follow.
 *
 * @param values one a run, at least one, all finite: the caller takes out runs in which the measure has no value, and
 *   says how many; throws a RangeError otherwise, and an Error if values differ although chance is `none`
 */
export function meanInterval(values: readonly number[], options: EstimateOptions): Estimate {
  checkConfidence(options.confidence);
  const spread = spreadOf(values);
  const { least, greatest, runs } = spread;
  const rounding = options.rounding ?? roundingShare * Math.max(Math.abs(least), Math.abs(greatest));
  const isEqual = greatest - least <= rounding;
  if (options.chance === 'none') {
    if (!isEqual) throw new Error(`values differ although nothing is random: ${least} to ${greatest}`);
    return { kind: 'exact', ...spread, low: spread.mean, high: spread.mean };
  }
  if (isEqual || runs < trustedRunsLeast) return seenEstimate(values, spread, isEqual ? 'equal' : 'few', options);
  const skewness = skewnessOf(values);
  const needed = cochranFactor * skewness * skewness;
  if (runs < needed)
    return { ...seenEstimate(values, spread, 'skewed', options), enough: Math.ceil(needed * (1 - roundingShare)) };
  const sd = sampleStandardDeviation([...values]);
  const half = (studentQuantile((1 + options.confidence) / 2, runs - 1) * sd) / Math.sqrt(runs);
  const differs = differingRuns(values, 'skewed', options);
  return { kind: 't', ...spread, low: spread.mean - half, high: spread.mean + half, sd, differs };
}

/** Half of the width of the interval of a mean: 0 if exact, null if no interval can be trusted. */
export function halfWidth(estimate: Estimate): number | null {
  return estimate.kind === 'seen' ? null : (estimate.high - estimate.low) / 2;
}

function spreadOf(values: readonly number[]): Spread {
  const [first] = values;
  if (first === undefined) throw new RangeError('an estimate needs at least one value');
  let [least, greatest] = [first, first];
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`an estimate needs finite values: ${value}`);
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { mean: least === greatest ? least : mean([...values]), least, greatest, runs: values.length };
}

/**
 * The adjusted coefficient of Fisher and Pearson. The library's `sampleSkewness` is the same, but takes a power whose
 * last bit depends on the engine, and a comparison hangs on it.
 *
 * @param values at least three, which differ
 */
function skewnessOf(values: readonly number[]): number {
  const runs = values.length;
  const centre = mean([...values]);
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    const deviation = value - centre;
    squares += deviation * deviation;
    cubes += deviation * deviation * deviation;
  }
  const variance = squares / (runs - 1);
  return (runs * cubes) / ((runs - 1) * (runs - 2) * variance * Math.sqrt(variance));
}

function seenEstimate(
  values: readonly number[],
  spread: Spread,
  why: SeenEstimate['why'],
  options: EstimateOptions,
): SeenEstimate {
  const median = quantileInterval(values, 0.5, options.confidence);
  const differs = differingRuns(values, why, options);
  return { kind: 'seen', why, enough: null, ...spread, low: null, high: null, median, differs };
}

function differingRuns(
  values: readonly number[],
  why: SeenEstimate['why'],
  { confidence, usual, rounding = 0 }: EstimateOptions,
): DifferingRuns | null {
  const runs = values.length;
  if (why === 'equal') {
    return { from: values[0] ?? 0, count: 0, runs, low: 0, high: shareAtMost(0, runs, confidence) };
  }
  const from = usual ?? mostFrequent(values);
  if (from === null) return null;
  const count = values.filter((value) => Math.abs(value - from) > rounding).length;
  return { from, ...shareInterval(count, runs, confidence) };
}

/** The value that occurs most often, of several the least; null if none occurs twice. */
function mostFrequent(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [most, count] = [Infinity, 1];
  for (const [value, times] of counts)
    if (times > count || (times === count && value < most)) [most, count] = [value, times];
  return count === 1 ? null : most;
}
