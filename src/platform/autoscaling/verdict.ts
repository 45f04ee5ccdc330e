import type { Reason } from '../../engine/journal.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';

/** A plan that leaves the count; frozen, so that it can be one object for all. */
export function hold(reason: Reason): Plan<ScalingAction> & { readonly kind: 'hold' } {
  return Object.freeze({ kind: 'hold', reason });
}

/** A plan that sets the count; scaled to zero a workload is still on. */
export function scaleTo(to: number, reason: Reason): Plan<ScalingAction> {
  return { kind: 'act', actions: [{ do: 'scale', to, standing: 'on' }], reason };
}
