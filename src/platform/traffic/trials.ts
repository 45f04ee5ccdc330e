/**
 * The tries of a request on an otherwise idle replica: a failed try is retried, and a request that takes too long times
 * out.
 */
import { type Distribution, meanOf, varianceOf } from '../../engine/distribution.ts';
import type { Duration } from '../../engine/time.ts';
import { cutSquareOf } from './cutSquare.ts';
import { quantileOf } from './quantile.ts';

/** The percentiles that a latency metric may read. */
export type Percentile = 50 | 75 | 99;

/** Failures, slowness and retries that apply to all requests. */
export interface Trouble {
  /** Added to the duration of each try. */
  readonly latency: Duration;
  /** Share of tries that fail, 0 to 1. */
  readonly failure: number;
  /**
   * Pause before each retry, in order; empty: no retries, a failure is the answer (RETRY-2, RETRY-3, `retry.backoff`).
   */
  readonly pauses: readonly Duration[];
  /** Whether the timeout applies to each try (`timeout.scope`). */
  readonly isPerTry: boolean;
}

/**
 * How the times of tries vary: `memoryless` like an exponential duration; `finite` otherwise; `endless` if the duration
 * has infinite variance, so the results depend on the timeout.
 */
export type Spread = 'memoryless' | 'finite' | 'endless';

export const noTrouble: Trouble = { latency: 0, failure: 0, pauses: [], isPerTry: false };

/** Means per request over all its tries. Times in milliseconds. */
export interface TryStatistics {
  readonly tries: number;
  /** From the first try to the answer, pauses included. */
  readonly duration: number;
  /** The part of the duration in pauses between tries, outside of replicas. */
  readonly pause: number;
  /** Coefficient of variation (standard deviation over mean) of the time of one try; finite. */
  readonly cv: number;
  readonly spread: Spread;
  /** Share of requests that end with a failure or time out. */
  readonly failure: number;
  /** The part of these that time out. */
  readonly late: number;
  /** Percentiles of the duration; not cut at the timeout. */
  readonly percentiles: Readonly<Record<Percentile, number>>;
  /** The shares add up to 1. */
  readonly endings: readonly TryEnding[];
}

/** A share of all requests whose last try begins at a given time. */
export interface TryEnding {
  /** After the first try began, in milliseconds. */
  readonly at: number;
  readonly share: number;
}

/** Durations that a smaller share of requests exceeds are not compared with the timeout. */
const rare = 1e-3;
/** Number of equally likely values that replace a duration if there is no closed form. */
const valuesCount = 500;

/**
 * Computes the tries, times and failures of a request.
 *
 * Each try fails independently with the same probability p, so a request with up to r retries takes (1 - p^(r+1)) / (1
 * - p) tries. A try that the timeout cuts short is not retried. Tries before the last are assumed to take their mean
 *
 * time.
 *
 *   80 ms, half fail, 2 retries after 25 and 50 ms -> 1.75 tries, 165 ms, 1/8 fails
 *   80 ms, 10 s slower, given up after 5 s         -> 1 try, 5 s, all fail
 */
export function trialsOf(durations: Distribution, trouble: Trouble, timeout: Duration): TryStatistics {
  const { latency, failure, pauses, isPerTry } = trouble;
  const mean = Math.max(0, meanOf(durations)) + latency;
  const variance = varianceOf(durations);
  const hardlyLonger = Math.max(0, quantileOf(durations, 1 - rare)) + latency;
  let values: readonly number[] | null = null;
  const endings: TryEnding[] = [];
  let [tries, duration, pause, failed, givenUp] = [0, 0, 0, 0, 0];
  let squares = 0;
  let isCut = false;
  /** The share of requests that reach this try, and when. */
  let share = 1;
  let at = 0;
  for (const next of [...pauses, null]) {
    const left = isPerTry ? timeout : timeout - at;
    const { mean: took, late, square } = upTo(left);
    tries += share;
    duration += share * took;
    squares += share * square;
    failed += share * late;
    givenUp += share * late;
    const failing = share * (1 - late) * failure;
    endings.push({ at, share: next === null ? share : share - failing });
    if (next === null) failed += failing;
    if (next === null || failing === 0) break;
    const endsAt = at + (took - late * left) / (1 - late);
    const waits = isPerTry ? next : Math.min(next, timeout - endsAt);
    duration += failing * waits;
    pause += failing * waits;
    share = failing;
    at = endsAt + waits;
    if (waits < next) {
      failed += share;
      givenUp += share;
      endings.push({ at: timeout, share });
      break;
    }
  }
  const tryMean = (duration - pause) / tries;
  const cv = tryMean === 0 ? 0 : Math.sqrt(Math.max(0, squares / tries / (tryMean * tryMean) - 1));
  return {
    tries,
    duration,
    pause,
    cv,
    spread: spreadOf(),
    failure: failed,
    late: givenUp,
    percentiles: percentilesOf(endings),
    endings,
  };

  function spreadOf(): Spread {
    if (variance === Number.POSITIVE_INFINITY) return 'endless';
    return durations.kind === 'exponential' && latency === 0 && !isCut ? 'memoryless' : 'finite';
  }

  /** The mean of a try that is cut after a time, the mean of its square, and the share of tries that are cut. */
  function upTo(left: number): { readonly mean: number; readonly square: number; readonly late: number } {
    if (hardlyLonger <= left) {
      const square = variance === Number.POSITIVE_INFINITY ? squareUpTo(left) : variance + mean * mean;
      return { mean, square, late: 0 };
    }
    isCut = true;
    const sum = valuesOf().reduce((total, value) => total + Math.min(value, left), 0);
    const late = valuesOf().filter((value) => value > left).length;
    return { mean: sum / valuesCount, square: squareUpTo(left), late: late / valuesCount };
  }

  /**
   * The mean square, from sampled values if there is no closed form. They are too few for rare values, so they are not
   * used if the whole variance is known.
   */
  function squareUpTo(left: number): number {
    if (durations.kind === 'pareto') return cutSquareOf(durations, latency, left);
    return valuesOf().reduce((total, value) => total + Math.min(value, left) * Math.min(value, left), 0) / valuesCount;
  }

  function valuesOf(): readonly number[] {
    values ??= Array.from(
      { length: valuesCount },
      (_, index) => Math.max(0, quantileOf(durations, (index + 0.5) / valuesCount)) + latency,
    );
    return values;
  }

  function percentilesOf(all: readonly TryEnding[]): TryStatistics['percentiles'] {
    if (all.length === 1) {
      const ofOneTry = (part: number): number => Math.max(0, quantileOf(durations, part)) + latency;
      return { 50: ofOneTry(0.5), 75: ofOneTry(0.75), 99: ofOneTry(0.99) };
    }
    const weighed = all.flatMap((ending) =>
      valuesOf().map((value) => ({ took: ending.at + value, share: ending.share })),
    );
    weighed.sort((one, other) => one.took - other.took);
    const below = (part: number): number => {
      let missing = part * valuesCount;
      for (const one of weighed) {
        missing -= one.share;
        if (missing <= 0) return one.took;
      }
      return weighed.at(-1)?.took ?? 0;
    };
    return { 50: below(0.5), 75: below(0.75), 99: below(0.99) };
  }
}
