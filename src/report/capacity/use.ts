/**
 * How much replicas and executions use of their reserves, as far as the scenario states it.
 */
import { processorOf } from '../../platform/traffic/serving.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { CallUse } from '../fold/callUse.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { Idle } from '../fold/idleChronicle.ts';
import type { LoadTally } from '../load/loadTally.ts';
import { Ramps } from '../load/ramps.ts';
import type { ReadyTime } from '../load/readyTime.ts';
import { ceilingIn, ReplicaUse, reserveIn, type Statistics, statisticsOf } from '../load/replicaUse.ts';
import type { UsedResource } from '../load/usedResource.ts';

/** The use over the run. */
export interface ResourceUse {
  /** Base units. */
  readonly base: bigint;
  /** The part of it beyond what those reserve that use it. */
  readonly over: bigint;
  /** All replicas together, in millicores or bytes, weighted by time; null where only the sum is known. */
  readonly atOnce: Statistics | null;
  /**
   * What a replica uses of its own reserve, and of its own ceiling, at each instant: 1 is all of it, weighted by time
   * and replica. null where only the sum is known, or nobody used anything.
   */
  readonly ofReserve: Statistics | null;
  readonly ofCeiling: Statistics | null;
}

const sumAlone = { atOnce: null, ofReserve: null, ofCeiling: null } as const;

/**
 * CPU use in millicores: idle use of ready replicas, their use for requests (`fluid.processor`), and the use that
 * executions ran with; null if the scenario does not state it.
 *
 * @param deployment as it is at the end; undefined if the workload is gone
 * @param atStart idle use as the scenario begins
 * @param load null: the workload has no demand that is an amount
 * @param calls null: it got no single request
 */
export function cpuUse(
  chronicle: DeploymentChronicle,
  deployment: Deployment | undefined,
  atStart: Idle,
  load: LoadUse | null,
  calls: CallUse | null,
): ResourceUse | null {
  const { executions, type } = chronicle;
  const { cpuMillicores, request, execution } = deployment?.behaviour ?? {};
  if (type !== 'cron') {
    const idle = (): ResourceUse | null => idleUse(chronicle, deployment, atStart, 'cpuMillicores');
    if (request?.cpu === undefined) return idle();
    const flowing = load === null || isIdleAlone(chronicle, load) ? idle() : load.cpu;
    if (calls === null || deployment === undefined) return flowing;
    // A processor at work is used whole.
    const processor = processorOf(deployment.settings.containers, chronicle.assumptions);
    const reserved = sumOf(deployment, 'minCpuMillicores');
    const beyond = Math.min(processor, Math.max(0, (cpuMillicores ?? 0) + processor - reserved));
    return withCalls(flowing, calls.cpuMcoreMs, (calls.cpuMcoreMs * beyond) / processor);
  }
  const perExecution = execution?.cpuMillicores;
  if (perExecution === undefined || deployment === undefined) return null;
  const ceiling = sumOf(deployment, 'cpuMillicores');
  return {
    base: executions.usedMcoreMs,
    over: executions.overMcoreMs,
    atOnce: statisticsOf(executions.active, perExecution),
    ofReserve: executions.use.shareOf(reserveIn),
    ofCeiling: executions.use.shareOf(() => ceiling),
  };
}

/**
 * Memory use in bytes: idle use of ready replicas and use for requests in flight. null if the scenario does not state
 * it, for executions, and if the memory of single requests is not known.
 */
export function memoryUse(
  chronicle: DeploymentChronicle,
  deployment: Deployment | undefined,
  atStart: Idle,
  load: LoadUse | null,
  calls: CallUse | null,
): ResourceUse | null {
  const { request } = deployment?.behaviour ?? {};
  if (chronicle.type === 'cron') return null;
  if (calls !== null && calls.memoryByteMs === null) return null;
  const idle = (): ResourceUse | null => idleUse(chronicle, deployment, atStart, 'memoryBytes');
  if (request?.memoryBytes === undefined) return idle();
  const flowing = load === null || isIdleAlone(chronicle, load) ? idle() : load.memory;
  if (calls?.memoryByteMs == null) return flowing;
  // How many were in flight at once is not kept: what lies beyond the reserve is known of the whole run alone.
  const used = (flowing?.base ?? 0n) + BigInt(Math.round(calls.memoryByteMs));
  const reserved = chronicle.reserves.memoryBytes.area;
  const beyond = used > reserved ? used - reserved : 0n;
  return { base: used, over: beyond > (flowing?.over ?? 0n) ? beyond : (flowing?.over ?? 0n), ...sumAlone };
}

/** What is used at once is not kept of requests that come one by one: what they come to is known in sum. */
function withCalls(flowing: ResourceUse | null, base: number, over: number): ResourceUse {
  return {
    base: (flowing?.base ?? 0n) + BigInt(Math.round(base)),
    over: (flowing?.over ?? 0n) + BigInt(Math.round(over)),
    ...sumAlone,
  };
}

/** The use of replicas for a load, idle use included. */
export interface LoadUse {
  /** Whether no request ever came: then it is idle use alone, as at the end. */
  readonly isIdle: boolean;
  readonly cpu: ResourceUse;
  readonly memory: ResourceUse;
}

export function loadUse({ offered, cpu, memory }: LoadTally): LoadUse {
  const of = ({ all, each, over }: UsedResource): ResourceUse => ({
    base: BigInt(Math.round(all.area)),
    over: BigInt(Math.round(over)),
    atOnce: all.mean === null ? null : statisticsOf(all, 1),
    ofReserve: each.shareOf(reserveIn),
    ofCeiling: each.shareOf(ceilingIn),
  });
  return { isIdle: offered === 0, cpu: of(cpu), memory: of(memory) };
}

/** Where nobody asked anything and the idle use was changed, a load does not know what it was before. */
function isIdleAlone({ replicas }: DeploymentChronicle, { isIdle }: LoadUse): boolean {
  return isIdle && replicas.idle.times.length > 0;
}

/**
 * Of replicas that are ready, by what it was in their time; no replica uses more than all its containers may, as under
 * a load (`loadOf`).
 */
function idleUse(
  { replicas: { ready, readyTime, idle } }: DeploymentChronicle,
  deployment: Deployment | undefined,
  atStart: Idle,
  of: 'cpuMillicores' | 'memoryBytes',
): ResourceUse | null {
  const ceiling = deployment === undefined ? Number.POSITIVE_INFINITY : sumOf(deployment, of);
  const steady = deployment?.behaviour[of];
  const uses = new ReplicaUse();
  const use = (time: ReadyTime, each: number): void =>
    time.eachReserve((reserve, readyMs) => uses.add({ reserve: reserve[of], ceiling }, each, each, readyMs));
  if (idle.times.length === 0) {
    if (steady === undefined) return null;
    const each = Math.min(steady, ceiling);
    use(readyTime, each);
    const base = ready.area * BigInt(Math.round(each));
    return { base, over: readyTime.over(each, of), atOnce: statisticsOf(ready, each), ...sharesOf(uses) };
  }
  let [base, over] = [0n, 0n];
  const course = new Ramps();
  for (const time of idle.times) {
    const stated = time.changed[of] ?? atStart[of];
    if (stated === undefined) return null;
    const each = Math.min(stated, ceiling);
    use(time.readyTime, each);
    base += time.ready.area * BigInt(Math.round(each));
    over += time.readyTime.over(each, of);
    time.ready.eachValue((count, duration) => course.add(count * each, count * each, duration));
  }
  return { base, over, atOnce: statisticsOf(course, 1), ...sharesOf(uses) };
}

function sharesOf(uses: ReplicaUse): Pick<ResourceUse, 'ofReserve' | 'ofCeiling'> {
  return { ofReserve: uses.shareOf(reserveIn), ofCeiling: uses.shareOf(ceilingIn) };
}

/** The sum over all containers of a replica. */
export function sumOf(
  { settings }: Pick<Deployment, 'settings'>,
  of: 'cpuMillicores' | 'memoryBytes' | 'minCpuMillicores' | 'minMemoryBytes',
): number {
  return settings.containers.reduce((sum, container) => sum + container[of], 0);
}
