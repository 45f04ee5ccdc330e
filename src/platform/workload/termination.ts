import { type Duration, second } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** Counted from the instant at which the replica leaves routing. */
export interface Termination {
  /** The process is told to stop. */
  readonly signalAfter: Duration;
  /** The process is gone, of itself or killed. */
  readonly goneAfter: Duration;
  /** Grace ran out first: what was in flight is cut. */
  readonly killed: boolean;
}

export interface TerminationView {
  /** `terminationGracePeriodSeconds` as a duration (ROLL-11). */
  readonly grace: Duration;
  /** What the process needs from the signal on, already drawn. */
  readonly stop: Duration;
}

/**
 * How long a replica takes to go once it has left routing (ROLL-11, `termination.preStop`, `replica.stop.duration`).
 *
 * The signal waits for half of the grace, in whole seconds, rounded down; grace 0 kills at once.
 *   grace 90 s, stop  1 s -> signal 45 s, gone 46 s
 *   grace 15 s, stop 20 s -> signal  7 s, gone 15 s, killed
 *   grace  0 s, stop  1 s -> signal  0 s, gone  0 s, killed
 */
export function planTermination(
  view: TerminationView,
  assumptions: Pick<Assumptions, 'termination.preStop'>,
): Termination {
  const signalAfter = Math.min(view.grace, waitBeforeSignal(view.grace, assumptions['termination.preStop']));
  const stoppedAfter = signalAfter + view.stop;
  return { signalAfter, goneAfter: Math.min(stoppedAfter, view.grace), killed: stoppedAfter > view.grace };
}

function waitBeforeSignal(grace: Duration, preStop: Assumptions['termination.preStop']): Duration {
  if (preStop === 'none') return 0;
  if (preStop === 'grace/2') return Math.floor(grace / (2 * second)) * second;
  return preStop;
}
