/**
 * The capacity report's block of workloads: replicas over time, what they reserve, what they use of it.
 */
import type { Occupancy } from '../engine/occupancy.ts';
import { type Instant, isoFromInstant } from '../engine/time.ts';
import { type Decimal, formatDecimal, plus, zero } from '../platform/metering/decimal.ts';
import { consumedFromBase, type Meter } from '../platform/metering/meters.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import type { Bill, UsageRow } from './bill.ts';
import type { Reach } from './boundChronicle.ts';
import type { CallUse } from './callUse.ts';
import { type CallReport, callReport } from './capacityCalls.ts';
import type { Load, LoadReport } from './capacityLoad.ts';
import { amount, costOf, rowsOf } from './costs.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { decimalText, partOf, shareText } from './numbers.ts';
import { cpuUse, memoryUse, type Use } from './use.ts';

/** Statistics of a count over the time of the run, weighted by time; null where the deployment was never there for any time. */
export interface CountStatistics {
  readonly mean: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Since when the greatest value held first. */
  readonly maxAt: string;
}

/** A reserve, and its use where the scenario tells that. `reserved`, `used` and `waste` are amounts times time over the run, in `unit`. */
export interface ReserveReport {
  readonly unit: 'Core-Seconds' | 'GiB-Seconds';
  readonly reserved: string;
  readonly used: string | null;
  /** Millicores or bytes in use, all replicas together; null where requests came one by one, whose use is known in sum. */
  readonly usedP99: string | null;
  readonly limit: 'reserve';
  /** (p99 of the reserve less p99 of the use) / p99 of the reserve. */
  readonly headroom: string | null;
  /** used / reserved */
  readonly efficiency: string | null;
  /** Reserved and not used; `over`: used beyond the reserve, not set off against it. */
  readonly waste: { readonly quantity: string; readonly over: string; readonly cost: string | null } | null;
}

export interface ContainerReport {
  readonly container: string;
  readonly cpuCoreSeconds: string;
  readonly memoryGiBSeconds: string;
  /** Only of object-store mounts. */
  readonly egressGB: string;
  readonly cost: string;
}

export interface Saturation {
  readonly limit: 'maxScale';
  readonly value: number;
  readonly ms: number;
  readonly count: number;
  readonly longestMs: number;
  readonly firstAt: string | null;
}

export interface WorkloadCapacity {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  /** Billed ones; of a cron workload, its executions. */
  readonly replicas: CountStatistics | null;
  readonly desired: CountStatistics | null;
  readonly ready: (CountStatistics & { readonly min: number; readonly minAt: string }) | null;
  readonly restarts: number;
  readonly evictions: number;
  readonly cpu: ReserveReport;
  readonly memory: ReserveReport;
  /** In the order of names; `cpln-mounter` stands for object-store mounts, `volume-mount` for mounts of shared volumes (METRIC-2). */
  readonly containers: readonly ContainerReport[];
  /** Time at each limit that held, in the order in which they first did; none where as many are wanted at least as at most. */
  readonly saturation: readonly Saturation[];
  /** null: nothing is asked of it as an amount. */
  readonly load: LoadReport | null;
  /** null: no request came to it by itself. */
  readonly calls: CallReport | null;
  readonly cost: string;
}

/** What is known of a workload beside what was heard of it. */
interface WorkloadSources {
  readonly bill: Bill;
  /** null: nothing is asked of it as an amount. */
  readonly load: Load | null;
  /** null: no request came to it by itself. */
  readonly calls: CallUse | null;
  readonly now: Instant;
}

/** Containers that stand for mounts; their reserves are not the workload's own. */
const mountContainers: readonly string[] = ['cpln-mounter', 'volume-mount'];

/**
 * One deployment (METRIC-2). Use is the behaviour's idle cpu and memory while a replica is ready, and that of its requests, single ones included; for executions what they
 * ran with; unknown where the scenario is silent.
 *
 * @param deployment as it is at the end; undefined where the workload is gone
 */
export function workloadCapacity(
  chronicle: DeploymentChronicle,
  deployment: Deployment | undefined,
  { bill, load, calls, now }: WorkloadSources,
): WorkloadCapacity {
  const { place, type, replicas, reserves } = chronicle;
  const filter = { kind: 'workload', gvc: place.gvc, name: place.name, location: place.location } as const;
  const rows = rowsOf(bill, filter);
  const { min } = replicas.ready;
  const ready = countStatistics(replicas.ready);
  const use = load?.use ?? null;
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
    cpu: reserveReport('reserved-cpu', rows, reserves.cpuMillicores, cpuUse(chronicle, deployment, use, calls)),
    memory: reserveReport('reserved-memory', rows, reserves.memoryBytes, memoryUse(chronicle, deployment, use, calls)),
    containers: containersOf(rows),
    load: load?.report ?? null,
    calls: callReport(chronicle.calls, chronicle.points, now),
    saturation: saturationsOf(replicas.bounds.reached(deployment?.options ?? null)),
    cost: formatDecimal(costOf(bill, filter)),
  };
}

function saturationsOf(reached: ReadonlyMap<number, Reach>): Saturation[] {
  return [...reached].flatMap(([value, { peak, atBound }]) => {
    if (peak === null || atBound === null) return [];
    const { total, count, longest, firstAt } = atBound;
    const first = firstAt === null ? null : isoFromInstant(firstAt);
    return [{ limit: 'maxScale', value, ms: total, count, longestMs: longest, firstAt: first }];
  });
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

function reserveReport(
  meter: 'reserved-cpu' | 'reserved-memory',
  rows: readonly UsageRow[],
  course: Occupancy,
  use: Use | null,
): ReserveReport {
  const own = rows.filter((row) => row.meter === meter && !mountContainers.includes(row.container ?? ''));
  const cost = own.some((row) => row.cost === null) ? null : sumOf(own.map((row) => row.cost ?? '0'));
  const base = course.area;
  const unit = meter === 'reserved-cpu' ? 'Core-Seconds' : 'GiB-Seconds';
  const quantity = (of: bigint): string => formatDecimal(consumedFromBase(meter, of));
  const reserved = quantity(base);
  if (use === null) {
    return {
      unit,
      reserved,
      used: null,
      usedP99: null,
      limit: 'reserve',
      headroom: null,
      efficiency: null,
      waste: null,
    };
  }
  const unused = use.base < base ? base - use.base : 0n;
  const reservedP99 = course.percentile(99) ?? 0;
  return {
    unit,
    reserved,
    used: quantity(use.base),
    usedP99: use.p99 === null ? null : decimalText(use.p99),
    limit: 'reserve',
    headroom: use.p99 === null || reservedP99 === 0 ? null : decimalText((reservedP99 - use.p99) / reservedP99),
    efficiency: shareText(use.base, base),
    waste: {
      quantity: quantity(unused),
      over: quantity(use.base > base ? use.base - base : 0n),
      cost: cost === null ? null : formatDecimal(partOf(cost, unused, base)),
    },
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
