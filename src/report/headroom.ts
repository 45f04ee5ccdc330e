/**
 * How far from each of its limits a workload stayed for 99 hundredths of the time.
 */
import type { ClassLimits } from '../platform/volume/capacity.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import { headroomOf } from './capacityReserves.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { decimalOrNull, decimalText, gbOfBytesText, gbText } from './numbers.ts';
import { sumOf, type Use } from './use.ts';
import type { VolumeChronicle } from './volumeChronicle.ts';
import type { Worked } from './volumeWork.ts';

/** (bound - p99) / bound, of what against which limit. */
export interface Headroom {
  readonly of: 'cpu' | 'memory' | 'replicas' | 'capacity' | 'used' | 'iops' | 'throughput';
  /**
   * `reserve`: what is billed; `ceiling`: what the containers may use at most; of volumes `maxCapacity` where they grow by themselves, else their own
   * `capacity`, and what their class gives.
   */
  readonly limit: 'reserve' | 'ceiling' | 'maxScale' | 'maxCapacity' | 'capacity' | 'class IOPS' | 'class MB/s';
  readonly unit: 'm' | 'bytes' | 'replicas' | 'GB' | 'IOPS' | 'MB/s';
  /** null where it is not known. */
  readonly p99: string | null;
  readonly bound: string;
  readonly headroom: string | null;
}

/**
 * Those that are known: cpu and memory in use against the reserve and against the ceiling, both at their p99 as replicas come and go; wanted replicas
 * against the greatest scale where that leaves a choice. Ceilings and scale are those of the end.
 */
export function workloadHeadrooms(
  { replicas, reserves, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  { cpu, memory }: { readonly cpu: Use | null; readonly memory: Use | null },
): Headroom[] {
  const rows: Headroom[] = [];
  const add = (one: Pick<Headroom, 'of' | 'limit' | 'unit'>, p99: number | undefined, bound: number | null): void => {
    const headroom = p99 === undefined || bound === null ? null : headroomOf(p99, bound);
    if (p99 !== undefined && bound !== null && headroom !== null)
      rows.push({ ...one, p99: decimalText(p99), bound: decimalText(bound), headroom });
  };
  const most = (type === 'cron' ? reserves.count : replicas.ready).percentile(99) ?? 0;
  const ceilingOf = (of: 'cpuMillicores' | 'memoryBytes'): number | null =>
    deployment === undefined ? null : most * sumOf(deployment, of);
  const ofCpu = { of: 'cpu', unit: 'm' } as const;
  const ofMemory = { of: 'memory', unit: 'bytes' } as const;
  add({ ...ofCpu, limit: 'reserve' }, cpu?.atOnce?.p99, reserves.cpuMillicores.percentile(99));
  add({ ...ofCpu, limit: 'ceiling' }, cpu?.atOnce?.p99, ceilingOf('cpuMillicores'));
  add({ ...ofMemory, limit: 'reserve' }, memory?.atOnce?.p99, reserves.memoryBytes.percentile(99));
  add({ ...ofMemory, limit: 'ceiling' }, memory?.atOnce?.p99, ceilingOf('memoryBytes'));
  const { minScale, maxScale } = deployment?.options ?? { minScale: 0, maxScale: 0 };
  if (type !== 'cron' && minScale < maxScale)
    add(
      { of: 'replicas', limit: 'maxScale', unit: 'replicas' },
      replicas.desired.percentile(99) ?? undefined,
      maxScale,
    );
  return rows;
}

/** What is known of a volume and its limits at the end. */
interface VolumeBounds {
  /** `unit.gb`. */
  readonly bytesPerGB: number;
  /** The greatest capacity; null: it does not grow by itself. */
  readonly capMicroGB: number | null;
  /** What it stores, if it does not: at most so much for 99 hundredths of the time, and what fits. null where there was no device. */
  readonly stored: { readonly p99Bytes: number; readonly capacityBytes: number } | null;
  /** What its class gives. */
  readonly limits: ClassLimits | null;
  /** What was asked for; null where it is not known. */
  readonly operations: Worked | null;
  readonly throughput: Worked | null;
}

/** The capacity of a volume that grows against the greatest that it may have, what another stores against its capacity, and its work against what its class gives. */
export function volumeHeadrooms(
  { capacity }: VolumeChronicle,
  { capMicroGB, stored, bytesPerGB, limits, operations, throughput }: VolumeBounds,
): Headroom[] {
  const p99 = capacity.percentile(99);
  const rows: Headroom[] = [];
  if (p99 !== null && capMicroGB !== null) {
    const bound = gbText(capMicroGB);
    const headroom = headroomOf(p99, capMicroGB);
    rows.push({ of: 'capacity', limit: 'maxCapacity', unit: 'GB', p99: gbText(p99), bound, headroom });
  }
  if (capMicroGB === null && stored !== null) {
    const { p99Bytes, capacityBytes } = stored;
    const [most, bound] = [gbOfBytesText(p99Bytes, bytesPerGB), gbOfBytesText(capacityBytes, bytesPerGB)];
    const headroom = headroomOf(p99Bytes, capacityBytes);
    rows.push({ of: 'used', limit: 'capacity', unit: 'GB', p99: most, bound, headroom });
  }
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
  const p99 = worked?.asked.percentile(99) ?? null;
  return { p99: decimalOrNull(p99), bound: String(bound), headroom: p99 === null ? null : headroomOf(p99, bound) };
}
