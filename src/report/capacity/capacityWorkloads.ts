/**
 * The capacity report's block of workloads: replicas over time, their reserves and their use.
 */

import type { Occupancy } from '../../engine/occupancy.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import { type CostByCause, costCauses } from '../bill/costCauses.ts';
import { amount, costOf, rowsOf } from '../bill/costs.ts';
import type { CallUse } from '../fold/callUse.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { Idle } from '../fold/idleChronicle.ts';
import { type Saturation, saturationOf, scaleSaturations } from '../fold/saturation.ts';
import type { ScaleOutWaits } from '../fold/scaleOutChronicle.ts';
import { decimalText, partOf, shareText } from '../words/numbers.ts';
import { type CallReport, callReport } from './capacityCalls.ts';
import type { LoadReport, WorkloadLoad } from './capacityLoad.ts';
import { type ReserveReport, reserveReport } from './capacityReserves.ts';
import { type Headroom, workloadHeadrooms } from './headroom.ts';
import { cpuUse, memoryUse, type ResourceUse } from './use.ts';

/**
 * Statistics of a count over the time of the run, weighted by time; null if the deployment never existed for any time.
 */
export interface CountStatistics {
  readonly mean: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** When the greatest value was first reached. */
  readonly maxAt: string;
}

export interface ContainerReport {
  readonly container: string;
  readonly cpuCoreSeconds: string;
  readonly memoryGiBSeconds: string;
  /** Only of object-store mounts. */
  readonly egressGB: string;
  readonly cost: string;
}

export interface WorkloadCapacity {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  /** Billed replicas; of a cron workload, its executions. */
  readonly replicas: CountStatistics | null;
  readonly desired: CountStatistics | null;
  readonly ready: (CountStatistics & { readonly min: number; readonly minAt: string }) | null;
  readonly restarts: number;
  readonly evictions: number;
  /** Time in which the deployment existed, which counts over time refer to, and time of the run in which it did not. */
  readonly time: { readonly countedMs: number; readonly leftOutMs: number };
  readonly cpu: ReserveReport;
  readonly memory: ReserveReport;
  /**
   * Efficiency of both reserves, weighted by their cost, without use beyond a reserve; null if it is not known for
   * both, or they cost nothing.
   */
  readonly costEfficiency: string | null;
  readonly headrooms: readonly Headroom[];
  /** From the decision for more replicas until as many are ready; a cold start is one from none to the first. */
  readonly scaleOuts: WaitReport;
  readonly coldStarts: WaitReport;
  /**
   * In the order of names; `cpln-mounter` are object-store mounts, `volume-mount` are mounts of shared volumes
   * (METRIC-2).
   */
  readonly containers: readonly ContainerReport[];
  /**
   * Time at each maximum scale that the deployment had, in the order in which each first applied, none if the minimum
   * equals the maximum; then time at the limits of a load.
   */
  readonly saturation: readonly Saturation[];
  /** null: it has no demand that is an amount. */
  readonly load: LoadReport | null;
  /** null: it got no single request. */
  readonly calls: CallReport | null;
  readonly cost: string;
  readonly costByCause: CostByCause;
}

/** Waits that have ended. */
export interface WaitReport {
  readonly count: number;
  readonly meanMs: string | null;
  readonly longestMs: number;
  readonly longestAt: string | null;
}

/** What is known of a workload beside what was heard of it. */
interface WorkloadSources {
  readonly bill: Bill;
  /** null: it has no demand that is an amount. */
  readonly load: WorkloadLoad | null;
  /** null: it got no single request. */
  readonly calls: CallUse | null;
  /** Idle use of a replica as the scenario begins. */
  readonly idleAtStart: Idle;
  readonly start: Instant;
  readonly now: Instant;
}

/** Containers that stand for mounts; their reserves are not the workload's own. */
const mountContainers: readonly string[] = ['cpln-mounter', 'volume-mount'];

/**
 * The capacity of one deployment (METRIC-2). Use is the behaviour's idle cpu and memory while a replica is ready, plus
 * that of its requests, single ones included; for executions it is the use that they ran with. It is unknown if the
 * scenario does not state it.
 *
 * @param deployment as it is at the end; undefined if the workload is gone
 */
export function workloadCapacity(
  chronicle: DeploymentChronicle,
  deployment: Deployment | undefined,
  { bill, load, calls, idleAtStart, start, now }: WorkloadSources,
): WorkloadCapacity {
  const { place, type, replicas, reserves, scaleOuts } = chronicle;
  const filter = { kind: 'workload', gvc: place.gvc, name: place.name, location: place.location } as const;
  const rows = rowsOf(bill, filter);
  const { min } = replicas.ready;
  const ready = countStatistics(replicas.ready);
  const use = load?.use ?? null;
  const cpu = cpuUse(chronicle, deployment, idleAtStart, use, calls);
  const memory = memoryUse(chronicle, deployment, idleAtStart, use, calls);
  const cpuCost = reserveCost(rows, 'reserved-cpu');
  const memoryCost = reserveCost(rows, 'reserved-memory');
  const countedMs = reserves.count.total;
  return {
    gvc: place.gvc,
    name: place.name,
    location: place.location,
    type,
    replicas: countStatistics(reserves.count),
    desired: type === 'cron' ? null : countStatistics(replicas.desired),
    ready:
      type === 'cron' || ready === null || min === null
        ? null
        : { ...ready, min: min.value, minAt: isoFromInstant(min.at) },
    restarts: replicas.exits,
    evictions: replicas.evictions,
    time: { countedMs, leftOutMs: now - start - countedMs },
    cpu: reserveReport('reserved-cpu', cpuCost, reserves.cpuMillicores, cpu),
    memory: reserveReport('reserved-memory', memoryCost, reserves.memoryBytes, memory),
    costEfficiency: costEfficiency([
      { cost: cpuCost, used: usedWithin(cpu), reserved: reserves.cpuMillicores.area },
      { cost: memoryCost, used: usedWithin(memory), reserved: reserves.memoryBytes.area },
    ]),
    headrooms: workloadHeadrooms(chronicle, deployment, { cpu, memory }),
    scaleOuts: waitReport(scaleOuts.scaleOuts),
    coldStarts: waitReport(scaleOuts.coldStarts),
    containers: containersOf(rows),
    load: load?.report ?? null,
    calls: callReport(chronicle.calls, chronicle.points, now),
    saturation: [
      ...scaleSaturations(replicas.bounds.reached(deployment?.options ?? null), start),
      ...(load?.saturation ?? []),
      ...(calls === null || load !== null ? [] : [saturationOf('line', null, calls.lined, start)]),
    ],
    cost: formatDecimal(costOf(bill, filter)),
    costByCause: costCauses(chronicle, deployment, rows),
  };
}

function waitReport({ count, totalMs, longestMs, longestAt }: ScaleOutWaits): WaitReport {
  return {
    count,
    meanMs: count === 0 ? null : decimalText(totalMs / count),
    longestMs,
    longestAt: longestAt === null ? null : isoFromInstant(longestAt),
  };
}

/** Of a workload's own containers; null where some of it has no price. */
function reserveCost(rows: readonly UsageRow[], meter: Meter): Decimal | null {
  const own = rows.filter((row) => row.meter === meter && !mountContainers.includes(row.container ?? ''));
  return own.some((row) => row.cost === null) ? null : sumOf(own.map((row) => row.cost ?? '0'));
}

/** What is used beyond the reserve of one is not paid for, and makes no better use of the other. */
function usedWithin(use: ResourceUse | null): bigint | null {
  return use === null ? null : use.base - use.over;
}

interface CostedUse {
  readonly cost: Decimal | null;
  readonly used: bigint | null;
  readonly reserved: bigint;
}

/**
 * The share of what is paid for that is used.
 *
 *   half of 3 USD of cpu, a tenth of 1 USD of memory -> 0.4
 *   one and a half times 3 USD of cpu, a tenth of 1 USD of memory -> 0.775
 */
function costEfficiency(uses: readonly CostedUse[]): string | null {
  let [used, paid] = [zero, zero];
  for (const one of uses) {
    if (one.cost === null || one.used === null) return null;
    used = plus(used, partOf(one.cost, one.used, one.reserved));
    paid = plus(paid, one.cost);
  }
  const scale = Math.max(used.scale, paid.scale);
  const whole = ({ coefficient, scale: own }: Decimal): bigint => coefficient * BigInt(`1${'0'.repeat(scale - own)}`);
  return shareText(whole(used), whole(paid));
}

/** Statistics of a settled course; null where it has none. */
function countStatistics(course: Occupancy): CountStatistics | null {
  const { mean, max } = course;
  if (mean === null || max === null) return null;
  return {
    mean: decimalText(mean),
    p50: course.percentile(50) ?? 0,
    p95: course.percentile(95) ?? 0,
    p99: course.percentile(99) ?? 0,
    max: max.value,
    maxAt: isoFromInstant(max.at),
  };
}

function containersOf(rows: readonly UsageRow[]): ContainerReport[] {
  const names = [...new Set(rows.map((row) => row.container ?? ''))].sort();
  return names.map((container) => {
    const own = rows.filter((row) => (row.container ?? '') === container);
    const total = (...of: Meter[]): string =>
      formatDecimal(sumOf(own.filter((row) => of.includes(row.meter)).map((row) => row.quantity)));
    return {
      container,
      cpuCoreSeconds: total('reserved-cpu', 'mount-cpu', 'mounter-cpu'),
      memoryGiBSeconds: total('reserved-memory', 'mount-memory', 'mounter-memory'),
      egressGB: total('mounter-egress'),
      cost: formatDecimal(sumOf(own.map((row) => row.cost ?? '0'))),
    };
  });
}

function sumOf(amounts: readonly string[]): Decimal {
  return amounts.map(amount).reduce(plus, zero);
}
