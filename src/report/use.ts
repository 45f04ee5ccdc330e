/**
 * What replicas and executions use of what they reserve, as far as the scenario tells.
 */
import type { Occupancy } from '../engine/occupancy.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import type { CallUse } from './callUse.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import type { LoadTally } from './loadTally.ts';

/** Base units used over the run, and the 99th hundredth of what is used at once. */
export interface Use {
  readonly base: bigint;
  readonly p99: number | null;
}

/**
 * Millicores: what ready replicas use idle and for requests (`fluid.processor`), executions what they ran with; null where nothing is said of it.
 *
 * @param deployment as it is at the end; undefined where the workload is gone
 * @param load null: nothing is asked of it as an amount
 * @param calls null: no request came to it by itself
 */
export function cpuUse(
  { replicas, executions, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  load: LoadUse | null,
  calls: CallUse | null,
): Use | null {
  const { cpuMillicores, request, execution } = deployment?.behaviour ?? {};
  if (type !== 'cron') {
    if (request?.cpu === undefined) return idleUse(replicas.ready, cpuMillicores);
    const flowing = load === null ? idleUse(replicas.ready, cpuMillicores) : load.cpu;
    return calls === null ? flowing : withCalls(flowing, calls.cpuMcoreMs);
  }
  const perExecution = execution?.cpuMillicores;
  if (perExecution === undefined) return null;
  return { base: executions.usedMcoreMs, p99: (executions.active.percentile(99) ?? 0) * perExecution };
}

/**
 * Bytes: what ready replicas use idle and for requests in flight; null where nothing is said of it, for executions, and where it cannot be told what
 * requests had that came one by one.
 */
export function memoryUse(
  { replicas, type }: DeploymentChronicle,
  deployment: Deployment | undefined,
  load: LoadUse | null,
  calls: CallUse | null,
): Use | null {
  const { memoryBytes, request } = deployment?.behaviour ?? {};
  if (type === 'cron') return null;
  if (calls !== null && calls.memoryByteMs === null) return null;
  if (request?.memoryBytes === undefined) return idleUse(replicas.ready, memoryBytes);
  const flowing = load === null ? idleUse(replicas.ready, memoryBytes) : load.memory;
  return calls?.memoryByteMs == null ? flowing : withCalls(flowing, calls.memoryByteMs);
}

/** What is used at once is not kept of requests that come one by one: what they come to is known in sum. */
function withCalls(flowing: Use | null, base: number): Use {
  return { base: (flowing?.base ?? 0n) + BigInt(Math.round(base)), p99: null };
}

/** What replicas use for a load, idle use included. */
export interface LoadUse {
  readonly cpu: Use;
  readonly memory: Use;
}

export function loadUse({ cpu, memory }: LoadTally): LoadUse {
  const of = (course: LoadTally['cpu']): Use => ({ base: BigInt(Math.round(course.area)), p99: course.percentile(99) });
  return { cpu: of(cpu), memory: of(memory) };
}

function idleUse(ready: Occupancy, each: number | undefined): Use | null {
  if (each === undefined) return null;
  return { base: ready.area * BigInt(Math.round(each)), p99: (ready.percentile(99) ?? 0) * each };
}
