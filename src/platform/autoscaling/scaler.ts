/**
 * The autoscaling of one workload in one location, as it is: by which settings, what it remembers, and when it looks.
 */
import type { Instant } from '../../engine/time.ts';
import { type Autoscaler, cloneAutoscaler, newAutoscaler, nextLook } from './autoscaler.ts';
import { clonePlateaus, type Plateaus } from './plateau.ts';
import type { AutoscalingSettings } from './settings.ts';

/** Mutable. */
export interface Scaler {
  readonly settings: AutoscalingSettings;
  readonly memory: Autoscaler;
  /** What has been learnt of loads. */
  readonly plateaus: Plateaus;
  /** When it began. Triggers are polled then, wherever the grid of polls lies. */
  readonly begunAt: Instant;
  /** The last evaluation that was made or passed over; before `begunAt`: none was. */
  evaluatedTo: Instant;
  /** The evaluation that is in the agenda; null: none. */
  evaluationAt: Instant | null;
}

/**
 * One without a past, from now on. Of all loops only that of triggers has something to look at already: the others
 * measure what comes from now on.
 */
export function newScaler(
  settings: AutoscalingSettings,
  { now, createdAt }: { readonly now: Instant; readonly createdAt: Instant },
): Scaler {
  const memory = newAutoscaler(settings, createdAt);
  const evaluatedTo = settings.loop === 'keda' ? now - 1 : now;
  return { settings, memory, plateaus: [], begunAt: now, evaluatedTo, evaluationAt: null };
}

/** When a scaler looks next, strictly after an instant. */
export function nextLookOf({ settings, begunAt, evaluatedTo }: Scaler, after: Instant): Instant {
  return settings.loop === 'keda' && evaluatedTo < begunAt ? begunAt : nextLook(settings, after);
}

/** An independent copy. */
export function cloneScaler(scaler: Scaler): Scaler {
  return { ...scaler, memory: cloneAutoscaler(scaler.memory), plateaus: clonePlateaus(scaler.plateaus) };
}
