/**
 * The autoscaling of one workload in one location, as it is: by which settings, what it remembers, and when it looks.
 */
import type { Instant } from '../../../engine/time.ts';
import { type Autoscaler, cloneAutoscaler, newAutoscaler } from './autoscaler.ts';
import type { AutoscalingSettings } from './settings.ts';

/** Mutable. */
export interface Scaler {
  readonly settings: AutoscalingSettings;
  readonly memory: Autoscaler;
  /** The last evaluation that was made or passed over. */
  evaluatedTo: Instant;
  /** The evaluation that is in the agenda; null: none. */
  evaluationAt: Instant | null;
}

/** One without a past. */
export function newScaler(settings: AutoscalingSettings, since: Instant): Scaler {
  return { settings, memory: newAutoscaler(settings, since), evaluatedTo: since, evaluationAt: null };
}

/** An independent copy. */
export function cloneScaler(scaler: Scaler): Scaler {
  return { ...scaler, memory: cloneAutoscaler(scaler.memory) };
}
