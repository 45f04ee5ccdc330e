/**
 * The planner of the desired replicas of a workload in one location: its initial count, its bounds, and suspension.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { LocationOptions, WorkloadType } from './settings.ts';

/**
 * `new`: no replicas were desired yet, or not since the location was last closed (disabled, removed from the GVC,
 * down). `off`: suspended, or both scales 0. `on`: otherwise, also at zero replicas.
 */
export type DesiredState = 'new' | 'on' | 'off';

export interface ScalingView {
  readonly type: WorkloadType;
  readonly options: LocationOptions;
  /** Replicas may run here: the location is enabled, part of the GVC, and up. */
  readonly open: boolean;
  readonly standing: DesiredState;
  /** Desired replicas (D); 0 while new or off. */
  readonly desired: number;
  /** Desired replicas when it was last turned off; null: it never was. */
  readonly desiredBefore: number | null;
}

export interface ScalingAction {
  readonly do: 'scale';
  readonly to: number;
  /** The new state of the workload, also if the count stays. */
  readonly standing: DesiredState;
}

const closed = because(['LOC-7']);
const suspended = because(['SUSP-2', 'SUSP-3']);
const zeroBounds = because(['WL-18'], ['scale.zeroBounds']);
const begins = because(['WL-18']);
const resumes = because(['SUSP-4'], ['suspend.resume.scale']);
const bounded = because(['WL-18']);
const looked = because(['WL-18'], ['grid.anchor']);
const scheduled = because(['TYPE-11']);

/**
 * Plans the desired replicas (WL-18, TYPE-4, TYPE-14, SUSP-2 to SUSP-4, LOC-7, `suspend.resume.scale`,
 * `scale.zeroBounds`).
 *
 * A closed location and a workload that is off have zero desired replicas, at once. Otherwise a workload begins at
 * `minScale` (serverless: at least 1, which may scale to zero later). It resumes at max(1, minScale) (serverless:
 * `minScale`). Then it stays between its bounds: at once without an autoscaling loop, else at the loop's next
 * evaluation (`planSync`, `planKpa`). Without a loop:
 *   new, scale 2 to 5               -> 2      resumed, scale 2 to 5    -> 2
 *   new, serverless, scale 0 to 5   -> 1      resumed, serverless, 0 to 5 -> 0
 *   new, keda, scale 0 to 5         -> 0      resumed, keda, 0 to 5    -> 1
 *   4 desired, scale becomes 6 to 9 -> 6      becomes 1 to 3           -> 3
 * Cron workloads have no standing replicas: hold.
 */
export function planScaling(
  view: ScalingView,
  assumptions: Pick<Assumptions, 'suspend.resume.scale'>,
): Plan<ScalingAction> {
  if (view.type === 'cron') return { kind: 'hold', reason: scheduled };
  if (!view.open) return scale(view, 0, 'new', closed);
  if (isOff(view.options)) return scale(view, 0, 'off', view.options.suspend ? suspended : zeroBounds);
  const { minScale, maxScale } = view.options;
  if (view.standing === 'new') return scale(view, beginning(view), 'on', begins);
  if (view.standing === 'off') return scale(view, resumption(view, assumptions), 'on', resumes);
  if (isScaled(view.options) && view.desired > 0) return { kind: 'hold', reason: looked };
  const within = Math.min(Math.max(view.desired, leastScale(view)), Math.max(minScale, maxScale));
  return scale(view, within, 'on', bounded);
}

/** Whether an autoscaling loop sets the count: a metric is configured, and minScale is below maxScale (WL-18). */
export function isScaled({ autoscaling, minScale, maxScale }: LocationOptions): boolean {
  return autoscaling !== null && autoscaling.loop !== 'disabled' && minScale < maxScale;
}

/** Whether the options turn the workload off: suspended, or maxScale 0 (SUSP-3). */
export function isOff(options: LocationOptions): boolean {
  return options.suspend || options.maxScale === 0;
}

/** The minimum count of a workload that is on: 0 only if its metric can scale it up again (TYPE-4, TYPE-14). */
function leastScale({ type, options }: Pick<ScalingView, 'type' | 'options'>): number {
  const wakes =
    type === 'serverless' ? options.metric === 'concurrency' || options.metric === 'rps' : options.metric === 'keda';
  return wakes ? options.minScale : Math.max(1, options.minScale);
}

function beginning(view: ScalingView): number {
  return view.type === 'serverless' ? Math.max(1, view.options.minScale) : leastScale(view);
}

function resumption(view: ScalingView, assumptions: Pick<Assumptions, 'suspend.resume.scale'>): number {
  const least = view.type === 'serverless' ? leastScale(view) : Math.max(1, view.options.minScale);
  if (assumptions['suspend.resume.scale'] === 'minimum' || view.desiredBefore === null) return least;
  return Math.min(Math.max(view.desiredBefore, leastScale(view)), view.options.maxScale);
}

function scale(view: ScalingView, to: number, standing: DesiredState, reason: typeof closed): Plan<ScalingAction> {
  if (view.desired === to && view.standing === standing) return { kind: 'hold', reason };
  return { kind: 'act', actions: [{ do: 'scale', to, standing }], reason };
}
