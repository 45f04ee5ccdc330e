import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** Since when a replica runs and since when it is ready; both null while it is not ready. */
export interface AvailabilityView {
  readonly runningSince: Instant | null;
  readonly readySince: Instant | null;
  /** `minReadySeconds` as a duration. */
  readonly minReady: Duration;
}

/**
 * The first instant at which a replica is available if it stays ready; null while it is not ready (ROLL-2, ROLL-3,
 * `replica.available.bound`, `rollout.minReady.from`).
 *
 *   ready at 10 s, minReady 30 s, bound `at`                    -> 40 s
 *   the same, bound `after`                                     -> 40.001 s
 *   ready at 10 s, minReady 0, either bound                     -> 10 s
 *   running at 5 s, ready at 10 s, minReady 30 s, from `running` -> 35 s
 */
export function availableAt(
  view: AvailabilityView,
  assumptions: Pick<Assumptions, 'replica.available.bound' | 'rollout.minReady.from'>,
): Instant | null {
  const { runningSince, readySince, minReady } = view;
  if (readySince === null) return null;
  if (minReady === 0) return readySince;
  const from = assumptions['rollout.minReady.from'] === 'running' ? (runningSince ?? readySince) : readySince;
  const due = from + minReady + (assumptions['replica.available.bound'] === 'after' ? 1 : 0);
  return Math.max(due, readySince);
}
