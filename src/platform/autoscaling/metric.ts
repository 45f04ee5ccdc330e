/**
 * The exact replica proposal of one metric.
 *
 * It follows the documentation of the Kubernetes HPA: replicas without a measurement count in the way that keeps the
 * count.
 */
import { compareRatios, isAtEnd, isWithin, one, type Ratio, timesDown, timesUp } from './ratio.ts';
import type { SyncSettings, TargetMetric } from './settings.ts';

/** The sample of a metric at a sync. Whole numbers; terminating replicas are not included. */
export type MetricSample = UseSample | AverageSample;

/**
 * Of cpu or memory, in millicores or bytes: what is used, and the `cpu` or `memory` of containers which it is part of;
 * of cpu that may be their `minCpu` (`hpa.cpu.base`).
 */
export interface UseSample extends Population {
  readonly of: 'use';
  readonly used: number;
  /** Of the counted replicas, of the unready ones, of the missing ones. */
  readonly allowed: number;
  readonly unreadyAllowed: number;
  readonly missingAllowed: number;
}

/** Of rps or latency: the sum over the counted replicas, in thousandths of a request a second or of a millisecond. */
export interface AverageSample extends Population {
  readonly of: 'average';
  readonly totalMilli: number;
}

/** Replicas by how they enter (`partOf`). */
export interface Population {
  readonly counted: number;
  readonly unready: number;
  readonly missing: number;
}

/**
 * The replicas that a metric proposes at a sync (`hpa.tolerance`); null: it has no value. With target 60 % of 1000m:
 *
 *   4 at 900m -> 6                       4 at 660m: 66/60 is exactly 1.1 -> 4     4 at 670m -> 5
 *   2 at 900m, 2 unready: 45 % with them at 0, on the other side of the target -> 4
 *   3 at 200m, 1 missing: 40 % with it at 100 % -> 3
 *
 * Monotone in use and total if the population `isEvenWith` the current count.
 *
 * @param current desired replicas, above 0
 */
export function proposeByMetric(
  metric: Pick<TargetMetric, 'targetMilli'>,
  tolerated: SyncSettings['tolerated'],
  current: number,
  sample: MetricSample | null,
): number | null {
  const deciding = decidingRatio(metric.targetMilli, sample);
  if (deciding === null) return null;
  const { ratio, isAbove, counted, absent } = deciding;
  const isAboveStill = compareRatios(ratio, one) > 0;
  if (isWithin(tolerated, ratio) || isAboveStill !== isAbove) return current;
  const proposal = timesUp(counted + absent, ratio);
  if (absent === 0) return proposal;
  return isAbove ? Math.max(proposal, current) : Math.min(proposal, current);
}

/**
 * Whether the ratio that decides is exactly at the bound of the tolerance, so that including the bound decides
 * (`hpa.tolerance`).
 */
export function isAtTolerance(
  { targetMilli }: Pick<TargetMetric, 'targetMilli'>,
  tolerated: SyncSettings['tolerated'],
  sample: MetricSample | null,
): boolean {
  const deciding = decidingRatio(targetMilli, sample);
  return deciding !== null && isAtEnd(tolerated, deciding.ratio);
}

/**
 * Whether more load can never give a lower proposal: as many replicas as are wanted now, or unmeasured ones that guard
 * the direction. During a rollout, or right after a change of the count, there may be more or fewer; then the two ends
 * of a stretch of load do not speak for what lies between them.
 */
export function isEvenWith(current: number, { counted, unready, missing }: Population): boolean {
  if (missing > 0) return true;
  return counted <= current && (counted === current || unready > 0);
}

/** The ratio that decides, over the counted replicas and the absent ones that enter with them. */
export interface Deciding {
  readonly ratio: Ratio;
  /** Whether the counted replicas alone are above the target. */
  readonly isAbove: boolean;
  readonly counted: number;
  /** Missing replicas, and above the target the unready ones. */
  readonly absent: number;
}

/** Null where nothing is measured. */
export function decidingRatio(targetMilli: number, sample: MetricSample | null): Deciding | null {
  if (sample === null) return null;
  const measured = measuredRatio(targetMilli, sample);
  if (measured === null) return null;
  const { counted, unready, missing } = sample;
  const isAbove = compareRatios(measured, one) > 0;
  const absent = missing + (isAbove ? unready : 0);
  if (absent === 0) return { ratio: measured, isAbove, counted, absent };
  const ratio = isAbove ? withAbsentIdle(targetMilli, sample) : withMissingFull(targetMilli, sample);
  return { ratio, isAbove, counted, absent };
}

/** Over the counted replicas alone; null where nothing is measured. */
function measuredRatio(targetMilli: number, sample: MetricSample): Ratio | null {
  if (sample.counted === 0) return null;
  if (sample.of === 'average') return { part: sample.totalMilli, whole: sample.counted * targetMilli };
  return sample.allowed === 0 ? null : useRatio(targetMilli, sample.used, sample.allowed);
}

/**
 * Below the target: missing ones count as fully used, or as at the target where that is more; unready ones stay out.
 */
function withMissingFull(targetMilli: number, sample: MetricSample): Ratio {
  const count = sample.counted + sample.missing;
  if (sample.of === 'average')
    return { part: sample.totalMilli + sample.missing * targetMilli, whole: count * targetMilli };
  const full = timesDown(sample.missingAllowed, { part: Math.max(wholeMilli, targetMilli), whole: wholeMilli });
  return useRatio(targetMilli, sample.used + full, sample.allowed + sample.missingAllowed);
}

/** Above the target: missing and unready ones count as idle. */
function withAbsentIdle(targetMilli: number, sample: MetricSample): Ratio {
  const count = sample.counted + sample.missing + sample.unready;
  if (sample.of === 'average') return { part: sample.totalMilli, whole: count * targetMilli };
  return useRatio(targetMilli, sample.used, sample.allowed + sample.missingAllowed + sample.unreadyAllowed);
}

/** 100 %, in thousandths of a percent. */
const wholeMilli = 100_000;

/** Use is taken in whole percent, the rest dropped. */
function useRatio(targetMilli: number, used: number, allowed: number): Ratio {
  return { part: timesDown(100, { part: used, whole: allowed }) * 1000, whole: targetMilli };
}
