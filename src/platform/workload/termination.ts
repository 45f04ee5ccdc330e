import { type Duration, second } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** The steps of a termination, counted from the instant at which the replica leaves routing. */
export interface Termination {
  /** The process receives the stop signal. */
  readonly signalAfter: Duration;
  /** The process has ended by itself or was killed. */
  readonly goneAfter: Duration;
  /** The grace period ended first: requests in flight are cut off. */
  readonly killed: boolean;
}

export interface TerminationView {
  /** `terminationGracePeriodSeconds` as a duration (ROLL-11). */
  readonly grace: Duration;
  /** The drawn time that the process needs after the signal. */
  readonly stop: Duration;
  /** Per container, how long its own preStop hook takes; null: it states none. Absent: no container states one. */
  readonly hooks?: readonly (Duration | null)[];
}

/**
 * Plans the termination of a replica that has left routing (ROLL-11, `termination.preStop`, `replica.stop.duration`).
 *
 * The signal comes after half of the grace period, in whole seconds, rounded down; a grace period of 0 kills at once. A
 * preStop hook of a container takes the place of that wait; the replica's signal is that of its last container.
 *   grace 90 s, stop  1 s -> signal 45 s, gone 46 s
 *   grace 90 s, stop  1 s, hook 10 s -> signal 10 s, gone 11 s
 *   grace 15 s, stop 20 s -> signal  7 s, gone 15 s, killed
 *   grace  0 s, stop  1 s -> signal  0 s, gone  0 s, killed
 */
export function planTermination(
  view: TerminationView,
  assumptions: Pick<Assumptions, 'termination.preStop'>,
): Termination {
  const usual = waitBeforeSignal(view.grace, assumptions['termination.preStop']);
  const { hooks = [null] } = view;
  const signalAfter = Math.min(view.grace, Math.max(...hooks.map((hook) => hook ?? usual)));
  const stoppedAfter = signalAfter + view.stop;
  return { signalAfter, goneAfter: Math.min(stoppedAfter, view.grace), killed: stoppedAfter > view.grace };
}

function waitBeforeSignal(grace: Duration, preStop: Assumptions['termination.preStop']): Duration {
  if (preStop === 'none') return 0;
  if (preStop === 'grace/2') return Math.floor(grace / (2 * second)) * second;
  return preStop;
}
