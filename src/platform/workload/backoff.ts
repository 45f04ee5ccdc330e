/**
 * How long an exited container waits for its next start.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** Waits that grow by a factor up to a maximum. */
export interface Backoff {
  /** The wait after the very first failure. */
  readonly first: Duration;
  /** The start of the growth. */
  readonly base: Duration;
  /** 1 or more. */
  readonly factor: number;
  readonly cap: Duration;
}

/** The record of a container's exits; immutable. */
export interface Exits {
  readonly container: string;
  /** Exits in a row, for the back-off (`crashesInRow`). */
  readonly inRow: number;
  /**
   * The instant at which it runs again after the last exit; the exit of another container of its replica does not end
   * its run.
   */
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
 * The wait after the n-th failure in a row. A first wait shorter than the base does not take part in the growth.
 *   first 10 s, base 10 s, factor 2, cap 300 s -> 10, 20, 40, 80, 160, 300, 300 ... s
 *   first  0 s, base 10 s, factor 2, cap 300 s ->  0, 10, 20, 40, 80, 160, 300 ... s
 *
 * @param failures in a row, this one included; 1 or more
 */
export function backoffWait(failures: number, { first, base, factor, cap }: Backoff): Duration {
  if (failures <= 1) return Math.min(first, cap);
  const steps = growthSteps(failures, { first, base });
  let wait = Math.min(base, cap);
  for (let step = 0; step < steps; step += 1) {
    const longer = Math.min(Math.round(wait * factor), cap);
    if (longer === wait) break;
    wait = longer;
  }
  return wait;
}

/** How often the wait has grown at the n-th failure in a row, 2 or more (`backoffWait`). */
export function growthSteps(failures: number, { first, base }: Pick<Backoff, 'first' | 'base'>): number {
  return first < base ? failures - 2 : failures - 1;
}

/**
 * The number of exits in a row, this one included. A run as long as `reset`, its end included, restarts the count
 * (`replica.backoff.reset`).
 *   3 before, ran 599.999 s, reset 600 s -> 4
 *   3 before, ran 600 s, reset 600 s     -> 1
 */
export function crashesInRow(before: number, ran: Duration, reset: Duration): number {
  return ran >= reset ? 1 : before + 1;
}
