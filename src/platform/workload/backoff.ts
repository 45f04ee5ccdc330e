/**
 * How long a container that has exited waits for the next try.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** Waits that grow by a factor up to a limit. */
export interface Backoff {
  /** The wait after the very first failure. */
  readonly first: Duration;
  /** What the growth starts from. */
  readonly base: Duration;
  /** 1 or more. */
  readonly factor: number;
  readonly cap: Duration;
}

/** What is known of a container that has exited; immutable. */
export interface Exits {
  readonly container: string;
  /** Exits in a row, for the back-off (`crashesInRow`). */
  readonly inRow: number;
  /** When it runs again after the last one; that another container of its replica exits does not end its run. */
  readonly runsFrom: Instant;
}

/** The waits after crashes (`replica.crash.first`, `replica.backoff.*`). */
export function crashBackoff(
  assumptions: Pick<
    Assumptions,
    'replica.crash.first' | 'replica.backoff.crashFirst' | 'replica.backoff.crashFactor' | 'replica.backoff.crashCap'
  >,
): Backoff {
  return {
    first: assumptions['replica.crash.first'],
    base: assumptions['replica.backoff.crashFirst'],
    factor: assumptions['replica.backoff.crashFactor'],
    cap: assumptions['replica.backoff.crashCap'],
  };
}

/**
 * The wait after the n-th failure in a row. A first wait shorter than the base stands outside the growth.
 *
 *   first 10 s, base 10 s, factor 2, cap 300 s -> 10, 20, 40, 80, 160, 300, 300 ... s
 *   first  0 s, base 10 s, factor 2, cap 300 s ->  0, 10, 20, 40, 80, 160, 300 ... s
 *
 * @param failures in a row, this one included; 1 or more
 */
export function backoffWait(failures: number, { first, base, factor, cap }: Backoff): Duration {
  if (failures <= 1) return Math.min(first, cap);
  const steps = first < base ? failures - 2 : failures - 1;
  let wait = base;
  for (let step = 0; step < steps && wait < cap && factor > 1; step += 1) wait = Math.round(wait * factor);
  return Math.min(wait, cap);
}

/**
 * Exits in a row, this one included: a run as long as `reset`, its end included, starts them anew
 * (`replica.backoff.reset`).
 *
 *   3 before, ran 599.999 s, reset 600 s -> 4
 *   3 before, ran 600 s, reset 600 s     -> 1
 */
export function crashesInRow(before: number, ran: Duration, reset: Duration): number {
  return ran >= reset ? 1 : before + 1;
}
