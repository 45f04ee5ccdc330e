/**
 * What replicas and executions use of what they reserve, as far as the scenario tells.
 */
import type { Occupancy } from '../engine/occupancy.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import type { LoadTally } from './loadTally.ts';
import type { Ramps } from './ramps.ts';

/** Base units used over the run, and the 99th hundredth of what is used at once. */
export interface Use {
  readonly base: bigint;
  readonly p99: number | null;
}

/**
 * Millicores: what ready replicas use idle and for requests (`fluid.processor`), executions what they ran with; null where nothing is said of it.
 *
 * @param deployment as it is at the end; undefined where the workload is gone
 * @param load null: nothing is asked of it
 */
export function cpuUse(
  { replicas, executions, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  load: LoadTally | null,
): Use | null {
  const { cpuMillicores, request, execution } = deployment?.behaviour ?? {};
  if (type !== 'cron') {
    return request?.cpu !== undefined && load !== null ? loadUse(load.cpu) : idleUse(replicas.ready, cpuMillicores);
  }
  const perExecution = execution?.cpuMillicores;
  if (perExecution === undefined) return null;
  return { base: executions.usedMcoreMs, p99: (executions.active.percentile(99) ?? 0) * perExecution };
}

/** Bytes: what ready replicas use idle and for requests in flight; null where nothing is said of it, and for executions. */
export function memoryUse(
  { replicas, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  load: LoadTally | null,
): Use | null {
  const { memoryBytes, request } = deployment?.behaviour ?? {};
  if (type === 'cron') return null;
  return request?.memoryBytes !== undefined && load !== null
    ? loadUse(load.memory)
    : idleUse(replicas.ready, memoryBytes);
}

function loadUse(course: Ramps): Use {
  return { base: BigInt(Math.round(course.area)), p99: course.percentile(99) };
}

function idleUse(ready: Occupancy, each: number | undefined): Use | null {
  if (each === undefined) return null;
  return { base: ready.area * BigInt(Math.round(each)), p99: (ready.percentile(99) ?? 0) * each };
}
