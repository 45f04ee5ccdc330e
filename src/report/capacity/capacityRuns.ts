/**
 * The capacity report's blocks of cron workloads and rollouts.
 */

import { isoFromInstant } from '../../engine/time.ts';
import { formatDecimal, ratioToNine, rounded } from '../../platform/metering/decimal.ts';
import type { Bill } from '../bill/billDocument.ts';
import { costOf } from '../bill/costs.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { type RolloutStep, type RolloutWaits, rolloutSteps } from '../fold/rolloutWaits.ts';
import { decimalText } from '../words/numbers.ts';

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
  /** The longest execution, those still Active at the end included. */
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
  /** Mean of completed rollouts. */
  readonly meanMs: string | null;
  /** The longest of all rollouts, those replaced by a newer version and one under way at the end included. */
  readonly longestMs: number;
  readonly longestAt: string | null;
  /** How the longest rollout ended; null: there was none. */
  readonly longestEnd: 'completed' | 'superseded' | 'underWay' | null;
  readonly lowestReady: number | null;
  /** Replicas beyond the wanted ones, during rollouts. */
  readonly surgeReplicaHours: string;
  /** The part of these replicas in the cost of the workload's own containers, by the time of replicas. */
  readonly surgeCost: string;
  /**
   * Time of rollouts by the step of the newest replica of the new version; if all were available, old ones were
   * terminating.
   */
  readonly waits: { readonly [step in RolloutStep]: number };
  /** Time in which fewer new replicas had been started than were wanted. */
  readonly heldBackMs: number;
  /**
   * The factor that took most of the time: the bounds of the rollout if they held replicas back for more than half of
   * it (`maxSurge, maxUnavailable`, or `one at a time` of a stateful workload), else the longest of `waits`. null: no
   * rollout took any time.
   */
  readonly limitingFactor: RolloutStep | 'maxSurge, maxUnavailable' | 'one at a time' | null;
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

/** @param surgeCost of its replicas (`costCauses`) */
export function rolloutReport(
  { place, type, rollouts }: DeploymentChronicle,
  now: number,
  surgeCost: string,
): RolloutReport {
  const { completed, longest, underWay } = rollouts;
  const longestMs = rollouts.longestBy(now);
  const ended = longest !== null && longest.tookMs === longestMs ? longest : null;
  const longestAt = ended?.at ?? underWay?.startedAt ?? null;
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
    longestEnd: ended?.end ?? (underWay === null ? null : 'underWay'),
    lowestReady: rollouts.lowestReady?.ready ?? null,
    surgeReplicaHours: decimalText(rollouts.surgeReplicaMs / 3_600_000),
    surgeCost,
    waits: { ...rollouts.waits.stepMs },
    heldBackMs: rollouts.waits.heldBackMs,
    limitingFactor: limitingFactor(rollouts.waits, type),
  };
}

function limitingFactor({ stepMs, heldBackMs }: RolloutWaits, type: string): RolloutReport['limitingFactor'] {
  const total = rolloutSteps.reduce((sum, step) => sum + stepMs[step], 0);
  if (total === 0) return null;
  if (heldBackMs * 2 > total) return type === 'stateful' ? 'one at a time' : 'maxSurge, maxUnavailable';
  return rolloutSteps.reduce((most, step) => (stepMs[step] > stepMs[most] ? step : most));
}
