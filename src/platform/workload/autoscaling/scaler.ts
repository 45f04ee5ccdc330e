/**
 * The autoscaling of one workload in one location, as it is: by which settings, what it remembers, and when it looks.
 */
import type { Instant } from '../../../engine/time.ts';
import { type Autoscaler, cloneAutoscaler, newAutoscaler } from './autoscaler.ts';
import { clonePlateaus, type Plateaus } from './plateau.ts';
import type { AutoscalingSettings } from './settings.ts';

/** Mutable. */
export interface Scaler {
  readonly settings: AutoscalingSettings;
  readonly memory: Autoscaler;
  /** What has been learnt of loads. */
  readonly plateaus: Plateaus;
  /** The last evaluation that was made or passed over. */
  evaluatedTo: Instant;
  /** The evaluation that is in the agenda; null: none. */
  evaluationAt: Instant | null;
}

/** One without a past, from now on. */
export function newScaler(
  settings: AutoscalingSettings,
  { now, createdAt }: { readonly now: Instant; readonly createdAt: Instant },
): Scaler {
  return { settings, memory: newAutoscaler(settings, createdAt), plateaus: [], evaluatedTo: now, evaluationAt: null };
}

/** An independent copy. */
export function cloneScaler(scaler: Scaler): Scaler {
  return { ...scaler, memory: cloneAutoscaler(scaler.memory), plateaus: clonePlateaus(scaler.plateaus) };
}
