/**
 * How long it takes to get an image that cannot be pulled for a while.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { type Backoff, backoffWait } from './backoff.ts';

export interface PullView {
  /** The first try. */
  readonly from: Instant;
  /** Every try before this instant fails, at once; one at it succeeds. */
  readonly failsUntil: Instant;
  readonly backoff: Backoff;
}

/** The waits after pulls that failed (`replica.backoff.*`). */
export function pullBackoff(
  assumptions: Pick<
    Assumptions,
    'replica.backoff.pullFirst' | 'replica.backoff.pullFactor' | 'replica.backoff.pullCap'
  >,
): Backoff {
  const first = assumptions['replica.backoff.pullFirst'];
  return {
    first,
    base: first,
    factor: assumptions['replica.backoff.pullFactor'],
    cap: assumptions['replica.backoff.pullCap'],
  };
}

/**
 * How many tries fail, and how long it is until the one that succeeds begins (`replica.backoff.*`).
 *
 *   fails for 1 min: tries at 0, 10, 30 and 70 s -> 3 failed, 70 s
 *   fails until now                              -> none, 0
 */
export function planPull({ from, failsUntil, backoff }: PullView): {
  readonly failed: number;
  readonly wait: Duration;
} {
  let failed = 0;
  let wait = 0;
  while (from + wait < failsUntil) {
    failed += 1;
    wait += Math.max(1, backoffWait(failed, backoff));
  }
  return { failed, wait };
}
