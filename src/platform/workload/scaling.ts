/**
 * How many replicas a workload wants in one location: where it begins, its bounds, and off.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { LocationOptions, WorkloadType } from './settings.ts';

/**
 * `new`: nothing wanted yet, or not since the location was last closed (disabled, left by the GVC, down).
 * `off`: suspended, or both scales 0. `on`: the rest, scaled to zero included.
 */
export type DesiredState = 'new' | 'on' | 'off';

export interface ScalingView {
  readonly type: WorkloadType;
  readonly options: LocationOptions;
  /** Replicas may run here: the location is enabled, in the GVC, and up. */
  readonly open: boolean;
  readonly standing: DesiredState;
  /** Wanted now (D); 0 while new or off. */
  readonly desired: number;
  /** Wanted when it last went off; null where it never did. */
  readonly desiredBefore: number | null;
}

export interface ScalingAction {
  readonly do: 'scale';
  readonly to: number;
  /** What the workload is from now on, also where the count stays. */
  readonly standing: DesiredState;
}

const closed = because(['LOC-7']);
const suspended = because(['SUSP-2', 'SUSP-3']);
const zeroBounds = because(['WL-18'], ['scale.zeroBounds']);
const begins = because(['WL-18']);
const resumes = because(['SUSP-4'], ['suspend.resume.scale']);
const clamped = because(['WL-18']);
const steady = because(['WL-18']);
const looked = because(['WL-18'], ['grid.anchor']);
const scheduled = because(['TYPE-11']);

/**
 * How many replicas are wanted now (WL-18, TYPE-4, TYPE-14, SUSP-2 to SUSP-4, LOC-7, `suspend.resume.scale`,
 * `scale.zeroBounds`).
 *
 * Closed and off want none, at once. Else a workload begins at `minScale` (serverless: at least 1, which may scale to
 * zero later), resumes at max(1, minScale) (serverless: `minScale`), and stays between its bounds: at once where no
 * loop looks after the count, else the loop brings it there at its next look (`planSync`, `planKpa`). Without a loop:
 *   new, scale 2 to 5               -> 2      resumed, scale 2 to 5    -> 2
 *   new, serverless, scale 0 to 5   -> 1      resumed, serverless, 0 to 5 -> 0
 *   new, keda, scale 0 to 5         -> 0      resumed, keda, 0 to 5    -> 1
 *   4 wanted, scale becomes 6 to 9  -> 6      becomes 1 to 3           -> 3
 * Cron workloads want no standing replicas: held.
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
  if (within !== view.desired) return scale(view, within, 'on', clamped);
  return { kind: 'hold', reason: steady };
}

/** Whether a loop looks after the count: one is asked for, and its bounds leave a choice (WL-18). */
export function isScaled({ autoscaling, minScale, maxScale }: LocationOptions): boolean {
  return autoscaling !== null && autoscaling.loop !== 'disabled' && minScale < maxScale;
}

/** Whether nothing may run by the workload's own options: suspended, or a greatest scale of 0 (SUSP-3). */
export function isOff(options: LocationOptions): boolean {
  return options.suspend || options.maxScale === 0;
}

/** The least count that the workload may have while on: 0 only where its metric can bring it back (TYPE-4, TYPE-14). */
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
