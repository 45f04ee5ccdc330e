import type { Reason } from '../../engine/journal.ts';
import type { Amount } from '../../rules/amount.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RolloutSettings } from './settings.ts';

/** The bounds of a rollout around the desired count, in replicas. */
export interface RolloutBounds {
  /** Replicas above the desired count, over all versions. */
  readonly surge: number;
  /** Available replicas that may be missing from the desired count. */
  readonly unavailable: number;
  /** What decided them: plain numbers, a rounded percentage, or the rule for two zeros. */
  readonly decidedBy: 'number' | 'rounding' | 'bothZero';
}

/** What settles the bounds, beside what they decide. */
export const settledBy: Readonly<Record<RolloutBounds['decidedBy'], Reason>> = {
  number: because([]),
  rounding: because([], ['rollout.rounding']),
  bothZero: because([], ['rollout.bothZero']),
};

/**
 * How many replicas a rollout may start above the desired count, and how many may be unavailable (ROLL-4, ROLL-6,
 * `rollout.rounding`, `rollout.bothZero`).
 *
 * Surge rounds up. Unavailable rounds down and is at most `desired`. Two zeros would stall, so unavailable becomes 1.
 *   desired  1,   25 % / 25 %  -> surge 1, unavailable 0
 *   desired  4,   25 % / 25 %  -> surge 1, unavailable 1
 *   desired  5,      0 / 10 %  -> surge 0, unavailable 1
 *   desired  8,   25 % / 1     -> surge 2, unavailable 1
 *   desired 10,   25 % / 25 %  -> surge 3, unavailable 2
 *   desired  0,    0 % /  0 %  -> surge 0, unavailable 1
 *
 * @param desired replicas, a whole number >= 0; the rule for two zeros applies at 0 too, as in the function that
 * Kubernetes publishes
 */
export function rolloutBounds(
  desired: number,
  settings: Pick<RolloutSettings, 'maxSurge' | 'maxUnavailable'>,
  assumptions: Pick<Assumptions, 'rollout.rounding' | 'rollout.bothZero'>,
): RolloutBounds {
  const rounding = assumptions['rollout.rounding'];
  const surge = share(desired, settings.maxSurge, rounding === 'bothDown' ? 'down' : 'up');
  const wanted = share(desired, settings.maxUnavailable, rounding === 'bothUp' ? 'up' : 'down');
  const unavailable = Math.min(wanted, desired);
  if (surge === 0 && unavailable === 0) {
    const surges = assumptions['rollout.bothZero'] === 'surgeOne';
    return { surge: surges ? 1 : 0, unavailable: surges ? 0 : 1, decidedBy: 'bothZero' };
  }
  const isRounded = settings.maxSurge.unit === 'percent' || settings.maxUnavailable.unit === 'percent';
  return { surge, unavailable, decidedBy: isRounded ? 'rounding' : 'number' };
}

/**
 * An amount in replicas: the number itself, or its percentage of the desired count, rounded to a whole replica in
 * integer arithmetic.
 *
 *   25 % of 10, up -> 3    25 % of 10, down -> 2
 */
export function share(desired: number, amount: Amount, direction: 'up' | 'down'): number {
  if (amount.unit === 'replicas') return amount.value;
  const hundredths = desired * amount.value;
  return Math.floor((direction === 'up' ? hundredths + 99 : hundredths) / 100);
}
