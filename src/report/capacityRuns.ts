/**
 * The capacity report's blocks of cron workloads, rollouts and limits.
 */
import { isoFromInstant } from '../engine/time.ts';
import { formatDecimal, ratioToNine, rounded } from '../platform/metering/decimal.ts';
import { capacityBounds } from '../platform/volume/capacity.ts';
import { expansionsMax } from '../platform/volume/limit.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import type { Bill } from './bill.ts';
import { costOf } from './costs.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { decimalText, gbText } from './numbers.ts';
import type { VolumeChronicle } from './volumeChronicle.ts';
import type { VolumeNow } from './volumeNow.ts';

interface Target {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}

export interface CronReport extends Target {
  readonly started: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly removed: number;
  readonly invalid: number;
  readonly active: number;
  readonly skipped: number;
  readonly late: number;
  readonly retries: number;
  readonly deadlineHits: number;
  /** Those still Active at the end included. */
  readonly longestMs: number;
  /** Time with two or more Active. */
  readonly overlap: { readonly ms: number; readonly count: number; readonly longestMs: number };
  readonly cost: string;
  /** null: none succeeded. */
  readonly costPerSuccess: string | null;
}

export interface RolloutReport extends Target {
  readonly started: number;
  readonly completed: number;
  readonly superseded: number;
  readonly stalled: number;
  readonly switched: number;
  readonly underWay: boolean;
  readonly meanMs: string | null;
  /** One under way at the end included. */
  readonly longestMs: number;
  readonly longestAt: string | null;
  readonly lowestReady: number | null;
  /** Replicas beyond those wanted, during rollouts. */
  readonly surgeReplicaHours: string;
}

/** A limit of the platform, or one that was asked for, beside the most that the run came to. */
export interface LimitReport {
  readonly limit: string;
  /** The rule that states it. */
  readonly rule: string;
  readonly target: string;
  readonly location: string;
  readonly unit: string;
  readonly peak: string;
  readonly bound: string;
  readonly margin: string;
  readonly at: string | null;
}

export function cronReport({ place, executions }: DeploymentChronicle, bill: Bill, now: number): CronReport {
  const { gvc, name, location } = place;
  const cost = costOf(bill, { kind: 'workload', gvc, name, location });
  const { succeeded, overlap } = executions;
  return {
    gvc,
    name,
    location,
    started: executions.started,
    succeeded,
    failed: executions.failed,
    removed: executions.removed,
    invalid: executions.invalid,
    active: executions.active.last ?? 0,
    skipped: executions.skipped,
    late: executions.late,
    retries: executions.retries,
    deadlineHits: executions.deadlineHits,
    longestMs: executions.longestBy(now),
    overlap: { ms: overlap.total, count: overlap.count, longestMs: overlap.longest },
    cost: formatDecimal(cost),
    costPerSuccess: succeeded === 0 ? null : perPiece(cost.coefficient, cost.scale, succeeded),
  };
}

function perPiece(coefficient: bigint, scale: number, pieces: number): string {
  const whole = BigInt(pieces) * BigInt(`1${'0'.repeat(scale)}`);
  return formatDecimal(rounded(ratioToNine(coefficient, whole), 9, 'half-up'));
}

export function rolloutReport({ place, rollouts }: DeploymentChronicle, now: number): RolloutReport {
  const { completed, longest, underWay } = rollouts;
  const longestMs = rollouts.longestBy(now);
  const longestAt = longest !== null && longest.tookMs === longestMs ? longest.at : (underWay?.startedAt ?? null);
  return {
    gvc: place.gvc,
    name: place.name,
    location: place.location,
    started: rollouts.started,
    completed,
    superseded: rollouts.superseded,
    stalled: rollouts.stalled,
    switched: rollouts.switched,
    underWay: underWay !== null,
    meanMs: completed === 0 ? null : decimalText(rollouts.tookMs / completed),
    longestMs,
    longestAt: longestAt === null ? null : isoFromInstant(longestAt),
    lowestReady: rollouts.lowestReady?.ready ?? null,
    surgeReplicaHours: decimalText(rollouts.surgeReplicaMs / 3_600_000),
  };
}

/** Limits that a volume touches: expansions within 24 hours (LIMIT-1), greatest capacity (VOLAUTO-1, else VOL-7, VOL-8). */
export function volumeLimits({ place, set }: VolumeNow, chronicle: VolumeChronicle): LimitReport[] {
  const { expansionsPeak, capacityPeak } = chronicle;
  const about = { target: `${place.gvc}/volumeset/${place.name}/${place.index ?? 0}`, location: place.location };
  const { capMicroGB, performanceClass } = set.settings;
  const { greatestMicroGB } = capacityBounds(performanceClass);
  const classRule = performanceClass === 'high-throughput-ssd' ? 'VOL-8' : 'VOL-7';
  const limits: LimitReport[] = [
    {
      limit: 'volume capacity',
      rule: capMicroGB < greatestMicroGB ? 'VOLAUTO-1' : classRule,
      ...about,
      unit: 'GB',
      peak: gbText(capacityPeak.microGB),
      bound: gbText(capMicroGB),
      margin: gbText(Math.max(0, capMicroGB - capacityPeak.microGB)),
      at: isoFromInstant(capacityPeak.at),
    },
  ];
  if (expansionsPeak.count > 0) {
    limits.push(
      count('expansions in 24 hours', 'LIMIT-1', about, {
        peak: expansionsPeak.count,
        bound: expansionsMax,
        at: expansionsPeak.at,
      }),
    );
  }
  return limits;
}

/** Limits that a deployment touches: greatest scale (WL-18); for cron the active deadline (CRON-10). */
export function deploymentLimits(
  chronicle: DeploymentChronicle,
  deployment: Deployment | undefined,
  now: number,
): LimitReport[] {
  const { place, replicas, executions, type } = chronicle;
  const about = { target: `${place.gvc}/workload/${place.name}`, location: place.location };
  if (deployment === undefined) return [];
  const { job } = deployment.settings;
  if (type !== 'cron') {
    const { max } = replicas.desired;
    if (max === null || max.value === 0) return [];
    return [count('scale', 'WL-18', about, { peak: max.value, bound: deployment.options.maxScale, at: max.at })];
  }
  const limits: LimitReport[] = [];
  if (job !== null && job.activeDeadline !== null && executions.started > 0) {
    const at = executions.longest?.at ?? null;
    const peak = executions.longestBy(now);
    limits.push({ ...count('active deadline', 'CRON-10', about, { peak, bound: job.activeDeadline, at }), unit: 'ms' });
  }
  return limits;
}

function count(
  limit: string,
  rule: string,
  about: { readonly target: string; readonly location: string },
  { peak, bound, at }: { readonly peak: number; readonly bound: number; readonly at: number | null },
): LimitReport {
  return {
    limit,
    rule,
    ...about,
    unit: 'count',
    peak: String(peak),
    bound: String(bound),
    margin: String(Math.max(0, bound - peak)),
    at: at === null ? null : isoFromInstant(at),
  };
}
