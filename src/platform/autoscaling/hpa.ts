/**
 * The loop of workloads whose replicas are compared with a target: what the metrics propose, and what a sync makes of
 * it.
 *
 * After the Kubernetes HPA (horizontal pod autoscaler), as its documentation describes it.
 */

import type { AssumptionName } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import type { ScaleRange } from './changes.ts';
import { isAtTolerance, type MetricSample, proposeByMetric } from './metric.ts';
import type { HpaSettings, SyncSettings } from './settings.ts';
import { hold, scaleTo } from './verdict.ts';

/** What is, at a sync. */
export interface SyncState {
  /** Wanted now (D). */
  readonly current: number;
  /** How far it may move now. */
  readonly reach: ScaleRange;
  /** Whether a ratio lies exactly at the end of the tolerance (`isHpaAtTolerance`, `isKedaAtTolerance`). */
  readonly atTolerance: boolean;
}

/** Why a sync changes nothing; each plan is one object, so a caller may compare by identity. */
export const syncHolds = {
  /** What stands at zero is woken by something else. */
  atZero: hold(because(['TYPE-4', 'SUSP-3'])),
  /** The bounds leave no choice. */
  fixed: hold(because(['WL-18'])),
  /** No metric has a value, or one that lacks it might have held the count up. */
  noValue: hold(because([], ['hpa.sync'])),
  onTarget: hold(because([], ['hpa.sync'])),
  atTolerance: hold(because([], ['hpa.sync', 'hpa.tolerance'])),
  /** A higher proposal is not yet old enough. */
  heldUp: hold(because([], ['hpa.sync', 'hpa.down.window'])),
  /** It has moved so far within the period that it may not move on. */
  upLimited: hold(because([], ['hpa.sync', 'hpa.upReplicas', 'hpa.upPercent', 'hpa.upPeriod'])),
  downLimited: hold(because([], ['hpa.sync', 'hpa.downPercent', 'hpa.downPeriod'])),
  atMaxScale: hold(because(['WL-18'], ['hpa.sync'])),
  atMinScale: hold(because(['WL-18'], ['hpa.sync'])),
} as const satisfies { readonly [name: string]: Plan<ScalingAction> };

const outside = because(['WL-18']);

/**
 * Replicas that the metrics ask for: the most of any of them; null where none has a value, or where one is without and
 * the others ask for fewer than there are. A null changes nothing and is not remembered.
 *
 * @param current replicas wanted now (D)
 * @param samples one for each metric, in their order
 */
export function proposeHpa(
  { metrics, sync }: HpaSettings,
  current: number,
  samples: readonly (MetricSample | null)[],
): number | null {
  if (current === 0) return null;
  const proposals = metrics.map((metric, index) =>
    proposeByMetric(metric, sync.tolerated, current, samples[index] ?? null),
  );
  return largest(proposals, current);
}

/** Whether a metric is held by a ratio exactly at the end of the tolerance (`hpa.tolerance`). */
export function isHpaAtTolerance({ metrics, sync }: HpaSettings, samples: readonly (MetricSample | null)[]): boolean {
  return metrics.some((metric, index) => isAtTolerance(metric, sync.tolerated, samples[index] ?? null));
}

/**
 * The most of several proposals; one that is missing forbids to go below the current count.
 *
 *   3, 7 -> 7     3, null at 5 -> null     7, null at 5 -> 7     null -> null
 */
export function largest(proposals: readonly (number | null)[], current: number): number | null {
  let most: number | null = null;
  let isComplete = true;
  for (const proposal of proposals) {
    if (proposal === null) isComplete = false;
    else if (most === null || proposal > most) most = proposal;
  }
  return isComplete || (most !== null && most >= current) ? most : null;
}

/**
 * What a sync does (WL-18, TYPE-4, `hpa.*`). A count outside its bounds returns to them, whatever the metrics say. Up
 * at once, down to the highest proposal of the window (`hpa.down.window`), both no further than the reach, and within
 * the bounds. With scale 1 to 20, at rest:
 *
 *   4 wanted, 6 proposed                  -> 6      4 wanted, 11 proposed             -> 8
 *   4 wanted, 2 proposed, 3 lately        -> 3      4 wanted, 2 proposed, 5 lately    -> hold
 *   4 wanted, 0 proposed                  -> 1      25 wanted                         -> 20
 *
 * Monotone in both proposals, so a stretch of time holds where it holds at their least and at their greatest.
 *
 * @param newest the proposal of now; null: there is none
 * @param highestRecent the highest of the window before it, 0 where there is none
 */
export function planSync(
  settings: SyncSettings,
  { current, reach, atTolerance }: SyncState,
  newest: number | null,
  highestRecent: number,
): Plan<ScalingAction> {
  const { minScale, maxScale, cites, neverZero } = settings;
  if (current === 0) return syncHolds.atZero;
  const bounded = within(current, minScale, maxScale);
  if (bounded !== current) return scaleTo(bounded, outside);
  if (minScale === maxScale) return syncHolds.fixed;
  if (newest === null) return syncHolds.noValue;
  const { stable, reached, to } = aimOf(settings, { current, reach }, newest, highestRecent);
  if (to === current) {
    if (newest === current) return atTolerance ? syncHolds.atTolerance : syncHolds.onTarget;
    if (stable === current) return syncHolds.heldUp;
    if (reached === current) return stable > current ? syncHolds.upLimited : syncHolds.downLimited;
    return stable > current ? syncHolds.atMaxScale : syncHolds.atMinScale;
  }
  const rules: RuleId[] = ['WL-18'];
  const assumptions: AssumptionName[] = [...cites];
  if (to < current) assumptions.push('hpa.down.window');
  if (reached < stable) assumptions.push('hpa.upReplicas', 'hpa.upPercent', 'hpa.upPeriod');
  if (reached > stable) assumptions.push('hpa.downPercent', 'hpa.downPeriod');
  if (reached === 0 && neverZero === 'TYPE-4') rules.push(neverZero);
  if (reached === 0 && neverZero === 'type.metrics') assumptions.push(neverZero);
  return scaleTo(to, because(rules, assumptions));
}

/** Whether a sync leaves the count as it is (`planSync`, without its reasons). */
export function isHeld(
  settings: SyncSettings,
  state: Pick<SyncState, 'current' | 'reach'>,
  newest: number | null,
  highestRecent: number,
): boolean {
  const { minScale, maxScale } = settings;
  const { current } = state;
  if (current === 0) return true;
  if (within(current, minScale, maxScale) !== current) return false;
  return newest === null || aimOf(settings, state, newest, highestRecent).to === current;
}

/**
 * Replicas that a loop holds under a steady load: the least count within the bounds at which it asks for no more. More
 * replicas never make a metric ask for more, so it is found by halving.
 *
 * @param propose what the metrics ask for where so many have been ready for long; null: nothing
 */
export function settledCount(
  { minScale, maxScale }: Pick<SyncSettings, 'minScale' | 'maxScale'>,
  propose: (count: number) => number | null,
): number {
  let [low, high] = [minScale, maxScale];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((propose(middle) ?? middle) <= middle) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The count that the proposals ask for, as far as the reach lets it move, and within the bounds. */
function aimOf(
  { minScale, maxScale }: SyncSettings,
  { current, reach }: Pick<SyncState, 'current' | 'reach'>,
  newest: number,
  highestRecent: number,
): { readonly stable: number; readonly reached: number; readonly to: number } {
  const stable = newest > current ? newest : Math.min(current, Math.max(newest, highestRecent));
  const reached = within(stable, reach.least, reach.most);
  return { stable, reached, to: within(reached, minScale, maxScale) };
}

function within(count: number, least: number, most: number): number {
  return Math.min(Math.max(count, least), most);
}
