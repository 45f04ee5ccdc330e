/**
 * The planner of metric-based autoscaling: what the metrics of a workload propose, and what a sync does with the
 * proposals.
 *
 * It follows the documentation of the Kubernetes HPA (horizontal pod autoscaler).
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

/** The state of a workload at a sync. */
export interface SyncState {
  /** Desired replicas (D). */
  readonly current: number;
  /** The range within which this sync may move the count. */
  readonly reach: ScaleRange;
  /** Whether a ratio is exactly at the bound of the tolerance (`isHpaAtTolerance`, `isKedaAtTolerance`). */
  readonly atTolerance: boolean;
}

/** Why a sync changes nothing; each plan is one object, so a caller may compare by identity. */
export const syncHolds = {
  /** The count is zero; something else wakes the workload. */
  atZero: hold(because(['TYPE-4', 'SUSP-3'])),
  /** minScale equals maxScale. */
  fixed: hold(because(['WL-18'])),
  /** No metric has a value, or a metric without a value might have kept the count up. */
  noValue: hold(because([], ['hpa.sync'])),
  onTarget: hold(because([], ['hpa.sync'])),
  atTolerance: hold(because([], ['hpa.sync', 'hpa.tolerance'])),
  /** A higher proposal is still within the scale-down stabilisation window. */
  heldUp: hold(because([], ['hpa.sync', 'hpa.down.window'])),
  /** The rate limit of the period is reached. */
  upLimited: hold(because([], ['hpa.sync', 'hpa.upReplicas', 'hpa.upPercent', 'hpa.upPeriod'])),
  downLimited: hold(because([], ['hpa.sync', 'hpa.downPercent', 'hpa.downPeriod'])),
  atMaxScale: hold(because(['WL-18'], ['hpa.sync'])),
  atMinScale: hold(because(['WL-18'], ['hpa.sync'])),
} as const satisfies { readonly [name: string]: Plan<ScalingAction> };

/** A count that its bounds have left behind: it follows from the change of the bounds, not from load. */
export const outsideBounds = because(['WL-18']);

/**
 * The replicas that the metrics propose: the highest proposal of any metric. null: no metric has a value, or one has
 * none and the others propose fewer replicas than now. A null changes nothing and is not remembered.
 *
 * @param current desired replicas (D)
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

/** Whether a metric keeps the count because its ratio is exactly at the bound of the tolerance (`hpa.tolerance`). */
export function isHpaAtTolerance({ metrics, sync }: HpaSettings, samples: readonly (MetricSample | null)[]): boolean {
  return metrics.some((metric, index) => isAtTolerance(metric, sync.tolerated, samples[index] ?? null));
}

/**
 * The highest of several proposals. If one is missing, the result must not be below the current count.
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
 * Plans one sync of the HPA (WL-18, TYPE-4, `hpa.*`).
 *
 * A count outside its bounds returns to them, whatever the metrics propose. The count rises at once and falls to the
 * highest proposal of the window (`hpa.down.window`), within the reach and the bounds. With scale 1 to 20 and no recent
 * change:
 *   4 desired, 6 proposed                 -> 6      4 desired, 11 proposed            -> 8
 *   4 desired, 2 proposed, 3 recently     -> 3      4 desired, 2 proposed, 5 recently -> hold
 *   4 desired, 0 proposed                 -> 1      25 desired                        -> 20
 *
 * Monotone in both proposals, so a stretch of time holds if it holds at their least and at their greatest values.
 *
 * @param newest the present proposal; null: there is none
 * @param highestRecent the highest proposal of the window before it; 0 if there is none
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
  if (bounded !== current) return scaleTo(bounded, outsideBounds);
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

/** Whether a sync keeps the count (`planSync`, without its reasons). */
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
 * The replica count that a loop keeps under a steady load: the lowest count within the bounds at which the metrics
 * propose no more. More replicas never raise a proposal, so a bisection finds it.
 *
 * @param propose what the metrics propose if so many replicas have been ready for long; null: nothing
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

/** The proposed count, limited by the window, then by the reach, then by the bounds. */
export function aimOf(
  { minScale, maxScale }: Pick<SyncSettings, 'minScale' | 'maxScale'>,
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
