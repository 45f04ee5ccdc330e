/**
 * Headroom to each limit of a workload or volume, at the 99th percentile of the time.
 */
import type { ClassLimits } from '../../platform/volume/capacity.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { BoundChronicle } from '../fold/boundChronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { weightedPercentile } from '../load/weightedPercentile.ts';
import { decimalText, gbOfBytesText, gbText } from '../words/numbers.ts';
import { type ResourceUse, sumOf } from './use.ts';
import type { Worked } from './volumeWork.ts';

/**
 * What is left of a limit: (bound - p99) / bound. What is used is set against the limit of the same instant, and `p99`
 * is that share of `bound` which is not exceeded for 99 hundredths of the time. `bound` is the limit at the end: of cpu
 * and memory that of one replica, where each replica counts by itself.
 */
export interface Headroom {
  readonly of: 'cpu' | 'memory' | 'replicas' | 'capacity' | 'used' | 'iops' | 'throughput';
  /**
   * `reserve`: what is billed; `ceiling`: what the containers may use at most; of volumes `maxCapacity` where they grow
   * by themselves, else their own `capacity`, and what their class gives.
   */
  readonly limit: 'reserve' | 'ceiling' | 'maxScale' | 'maxCapacity' | 'capacity' | 'class IOPS' | 'class MB/s';
  readonly unit: 'm' | 'bytes' | 'replicas' | 'GB' | 'IOPS' | 'MB/s';
  /** null where it is not known. */
  readonly p99: string | null;
  readonly bound: string;
  readonly headroom: string | null;
}

/**
 * The known headrooms of a workload that still exists; wanted replicas against the maximum scale only if minimum and
 * maximum differ.
 */
export function workloadHeadrooms(
  { replicas, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  { cpu, memory }: { readonly cpu: ResourceUse | null; readonly memory: ResourceUse | null },
): Headroom[] {
  if (deployment === undefined) return [];
  const rows: Headroom[] = [];
  const add = (one: Pick<Headroom, 'of' | 'limit' | 'unit'>, share: number | null | undefined, bound: number): void => {
    if (share == null || bound === 0) return;
    rows.push({ ...one, p99: decimalText(share * bound), bound: decimalText(bound), headroom: decimalText(1 - share) });
  };
  const ofCpu = { of: 'cpu', unit: 'm' } as const;
  const ofMemory = { of: 'memory', unit: 'bytes' } as const;
  add({ ...ofCpu, limit: 'reserve' }, cpu?.ofReserve?.p99, sumOf(deployment, 'minCpuMillicores'));
  add({ ...ofCpu, limit: 'ceiling' }, cpu?.ofCeiling?.p99, sumOf(deployment, 'cpuMillicores'));
  add({ ...ofMemory, limit: 'reserve' }, memory?.ofReserve?.p99, sumOf(deployment, 'minMemoryBytes'));
  add({ ...ofMemory, limit: 'ceiling' }, memory?.ofCeiling?.p99, sumOf(deployment, 'memoryBytes'));
  const { minScale, maxScale } = deployment.options;
  if (type !== 'cron' && minScale < maxScale)
    add({ of: 'replicas', limit: 'maxScale', unit: 'replicas' }, wantedP99(replicas.bounds, deployment), maxScale);
  return rows;
}

/**
 * Wanted replicas as a share of the greatest scale of the time, as far as there was a choice; null: there never was.
 */
function wantedP99(bounds: BoundChronicle, { options }: Deployment): number | null {
  const [shares, times]: [number[], number[]] = [[], []];
  for (const [maxScale, { wanted, atBound }] of bounds.reached(options)) {
    if (atBound === null) continue;
    wanted.eachValue((count, time) => {
      shares.push(count / maxScale);
      times.push(time);
    });
  }
  return weightedPercentile(shares, times, 99);
}

/** What is known of a volume and its limits. */
interface VolumeBounds {
  /** `unit.gb`. */
  readonly bytesPerGB: number;
  /** The greatest capacity at the end; null: it does not grow by itself then. */
  readonly capMicroGB: number | null;
  /** Its capacity over the greatest one, at the p99; null where it never grew by itself. */
  readonly capacityP99: number | null;
  /**
   * What it stores over its capacity, at the p99, and its capacity at the end; null where it grows by itself, or there
   * was no device.
   */
  readonly stored: { readonly shareP99: number; readonly capacityBytes: number } | null;
  /** What its class gives at the end. */
  readonly limits: ClassLimits | null;
  /** What was asked for; null where it is not known. */
  readonly operations: Worked | null;
  readonly throughput: Worked | null;
}

/**
 * Headrooms of a volume: the capacity of a growing volume against its maximum, the stored bytes of another against its
 * capacity, and its work against the limits of its class.
 */
export function volumeHeadrooms({
  capMicroGB,
  bytesPerGB,
  capacityP99,
  stored,
  limits,
  operations,
  throughput,
}: VolumeBounds): Headroom[] {
  const rows: Headroom[] = [];
  if (capacityP99 !== null && capMicroGB !== null)
    rows.push({
      of: 'capacity',
      limit: 'maxCapacity',
      unit: 'GB',
      p99: gbText(Math.round(capacityP99 * capMicroGB)),
      bound: gbText(capMicroGB),
      headroom: decimalText(1 - capacityP99),
    });
  if (stored !== null)
    rows.push({
      of: 'used',
      limit: 'capacity',
      unit: 'GB',
      p99: gbOfBytesText(stored.shareP99 * stored.capacityBytes, bytesPerGB),
      bound: gbOfBytesText(stored.capacityBytes, bytesPerGB),
      headroom: decimalText(1 - stored.shareP99),
    });
  if (limits === null) return rows;
  rows.push({ of: 'iops', limit: 'class IOPS', unit: 'IOPS', ...workHeadroom(operations, limits.iops) });
  if (throughput !== null)
    rows.push({
      of: 'throughput',
      limit: 'class MB/s',
      unit: 'MB/s',
      ...workHeadroom(throughput, limits.megabytesPerSecond),
    });
  return rows;
}

function workHeadroom(worked: Worked | null, bound: number): Pick<Headroom, 'p99' | 'bound' | 'headroom'> {
  const share = worked?.ofLimit.percentile(99) ?? null;
  if (share === null) return { p99: null, bound: String(bound), headroom: null };
  return { p99: decimalText(share * bound), bound: String(bound), headroom: decimalText(1 - share) };
}
