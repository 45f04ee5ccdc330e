/**
 * What becomes of a request on a replica that does nothing else: tried again where a try fails, given up where it takes
 * too long.
 */
import { type Distribution, meanOf, varianceOf } from '../../engine/distribution.ts';
import type { Duration } from '../../engine/time.ts';
import { cutSquareOf } from './cutSquare.ts';
import { quantileOf } from './quantile.ts';

/** The percentiles that a latency metric may read. */
export type Percentile = 50 | 75 | 99;

/** What befalls requests, beside what each of them needs. */
export interface Trouble {
  /** What each try takes longer. */
  readonly latency: Duration;
  /** Share of tries that fail, 0 to 1. */
  readonly failure: number;
  /** Before each further try, in their order; empty: a failure is the answer (RETRY-2, RETRY-3, `retry.backoff`). */
  readonly pauses: readonly Duration[];
  /** Whether each try has a time of its own (`timeout.scope`). */
  readonly isPerTry: boolean;
}

/**
 * How the times of tries differ: `memoryless` as those of an exponential duration do; `finite` in another way;
 * `endless` where the duration has no variance of its own, so that what is said of it hangs on where requests are given
 * up.
 */
export type Spread = 'memoryless' | 'finite' | 'endless';

export const noTrouble: Trouble = { latency: 0, failure: 0, pauses: [], isPerTry: false };

/** Means per request, all its tries taken together. Times in milliseconds. */
export interface TryStatistics {
  readonly tries: number;
  /** From the first try to the answer, pauses included. */
  readonly duration: number;
  /** The part of it between two tries, at no replica. */
  readonly pause: number;
  /** Standard deviation over mean of the time that one try takes; finite. */
  readonly cv: number;
  readonly spread: Spread;
  /** Share of requests that end with a failure, or are given up. */
  readonly failure: number;
  /** The part of these that is given up. */
  readonly late: number;
  /** Of the duration; it is not cut where requests are given up. */
  readonly percentiles: Readonly<Record<Percentile, number>>;
  /** All of them add up to 1. */
  readonly endings: readonly TryEnding[];
}

/** A share of all requests whose last try begins at a time. */
export interface TryEnding {
  /** After the first try began, in milliseconds. */
  readonly at: number;
  readonly share: number;
}

/** A request of which a smaller share takes longer is not looked at for its time limit. */
const rare = 1e-3;
/** A duration is taken as so many values, all alike in their chance, where no closed form says what is asked. */
const valuesCount = 500;

/**
 * What becomes of a request.
 *
 * Each try fails alike and by itself, so that one that may be tried r times again takes (1 - p^(r+1)) / (1 - p) tries.
 * A try that the time limit cuts short is not followed by another. Tries before the last are taken to be as long as
 * they are on average.
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
  /** Share of requests that come to this try, and when. */
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

  /** The mean of a try that is cut after a time, that of its square, and the share of tries that it cuts. */
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
   * Of values where no closed form is known: too few for what is rare, so not used where the whole variance can be
   * told.
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
