/**
 * Scaling without more load: during a rollout the surge is counted with its use, so the count follows itself upwards.
 */
import type { Instant } from '../../engine/time.ts';
import type { Measurement } from '../../platform/autoscaling/decision.ts';
import type { FactData } from '../../platform/facts.ts';

/** Over a whole run. `from` is the count before the first step, `to` the highest count of any step. */
export interface SurgeScaling {
  readonly firstAt: Instant;
  readonly from: number;
  readonly to: number;
  readonly times: number;
  /** The first measurement, and the replicas that were counted. */
  readonly metric: string;
  readonly valueMilli: number;
  readonly targetMilli: number;
  readonly counted: number;
}

/**
 * Adds a step to the surge scaling.
 *
 * @returns the same if use above the target asked for the change, or if the change lowered the count
 */
export function withSurge(
  before: SurgeScaling | null,
  { from, to, measured = [] }: FactData['deployment.scaled'],
  at: Instant,
): SurgeScaling | null {
  if (to <= from) return before;
  const counted = measured.map((one) => surgeIn(one, from));
  const first = counted.find((one) => one !== null) ?? null;
  // Another metric may have asked for more.
  if (first === null || measured.some(isAbove)) return before;
  if (before === null) return { firstAt: at, from, to, times: 1, ...first };
  return { ...before, to: Math.max(before.to, to), times: before.times + 1 };
}

function surgeIn({ metric, valueMilli, targetMilli, counted = 0 }: Measurement, wanted: number) {
  if (valueMilli === null || targetMilli === null || counted <= wanted) return null;
  return { metric, valueMilli, targetMilli, counted };
}

function isAbove({ valueMilli, targetMilli }: Measurement): boolean {
  return valueMilli !== null && targetMilli !== null && valueMilli > targetMilli;
}
