import type { Reason } from '../../engine/journal.ts';
import type { Amount } from '../../rules/amount.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RolloutSettings } from './settings.ts';

/** How far a rollout may stray from the wanted count, in replicas. */
export interface RolloutBounds {
  /** Above the wanted count, all versions together. */
  readonly surge: number;
  /** Below it, counted in available replicas. */
  readonly unavailable: number;
  /** What settled them: the numbers as written, the rounding of a percentage, or the rescue of two zeros. */
  readonly decidedBy: 'number' | 'rounding' | 'bothZero';
}

/** What settles the bounds, beside what they decide. */
export const settledBy: Readonly<Record<RolloutBounds['decidedBy'], Reason>> = {
  number: because([]),
  rounding: because([], ['rollout.rounding']),
  bothZero: because([], ['rollout.bothZero']),
};

/**
 * How many replicas a rollout may start beyond the wanted count, and how many it may take away from it (ROLL-4, ROLL-6,
 * `rollout.rounding`, `rollout.bothZero`).
 *
 * Surge rounds up, unavailable rounds down and is at most `desired`; two zeros would stall, so unavailable becomes 1.
 *   desired  1,   25 % / 25 %  -> surge 1, unavailable 0
 *   desired  4,   25 % / 25 %  -> surge 1, unavailable 1
 *   desired  5,      0 / 10 %  -> surge 0, unavailable 1
 *   desired  8,   25 % / 1     -> surge 2, unavailable 1
 *   desired 10,   25 % / 25 %  -> surge 3, unavailable 2
 *   desired  0,    0 % /  0 %  -> surge 0, unavailable 1
 *
 * @param desired replicas wanted, a whole number >= 0; the rescue of two zeros applies at 0 too, as in the function
 * that Kubernetes publishes
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
 * An amount in replicas: itself, or its percentage of the wanted count, rounded to a whole replica in integer
 * arithmetic.
 *
 *   25 % of 10, up -> 3    25 % of 10, down -> 2
 */
export function share(desired: number, amount: Amount, direction: 'up' | 'down'): number {
  if (amount.unit === 'replicas') return amount.value;
  const hundredths = desired * amount.value;
  return Math.floor((direction === 'up' ? hundredths + 99 : hundredths) / 100);
}
