/**
 * How far from each of its limits a workload stayed for 99 hundredths of the time.
 */
import type { Deployment } from '../platform/workload/deployment.ts';
import { headroomOf } from './capacityReserves.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { decimalText, gbText } from './numbers.ts';
import { sumOf, type Use } from './use.ts';
import type { VolumeChronicle } from './volumeChronicle.ts';

/** (bound - p99) / bound, of what against which limit. */
export interface Headroom {
  readonly of: 'cpu' | 'memory' | 'replicas' | 'capacity' | 'iops';
  /** `reserve`: what is billed; `ceiling`: what the containers may use at most; of volumes `maxCapacity` and what their class gives. */
  readonly limit: 'reserve' | 'ceiling' | 'maxScale' | 'maxCapacity' | 'class IOPS';
  readonly unit: 'm' | 'bytes' | 'replicas' | 'GB' | 'IOPS';
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

/** The capacity of a volume against the greatest that it may have at the end, and the IOPS that its class gives, of which no use is known. */
export function volumeHeadrooms({ capacity }: VolumeChronicle, capMicroGB: number, iops: number | null): Headroom[] {
  const p99 = capacity.percentile(99);
  const rows: Headroom[] = [];
  if (p99 !== null) {
    const bound = gbText(capMicroGB);
    const headroom = headroomOf(p99, capMicroGB);
    rows.push({ of: 'capacity', limit: 'maxCapacity', unit: 'GB', p99: gbText(p99), bound, headroom });
  }
  if (iops !== null) {
    const bound = String(iops);
    rows.push({ of: 'iops', limit: 'class IOPS', unit: 'IOPS', p99: null, bound, headroom: null });
  }
  return rows;
}
