/**
 * How much single requests used of the replicas that answered them.
 */
import { meanOf } from '../../engine/distribution.ts';
import type { Holding } from '../../engine/holding.ts';
import type { Instant } from '../../engine/time.ts';
import type { Gauge } from '../../platform/call/gauge.ts';
import { linedBy } from '../../platform/call/waitingLine.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { nameOfLink, replicaAt, type World } from '../../platform/world.ts';
import type { Chronicle } from './chronicle.ts';

/** Sums over the run; requests still under way at its end count up to then. */
export interface CallUse {
  /** Millicores times milliseconds. */
  readonly cpuMcoreMs: number;
  /**
   * Bytes times milliseconds: a request has its memory while it is at a replica. null: how much each had may have
   * changed on the way.
   */
  readonly memoryByteMs: number | null;
  /** While anybody waited in line, or was held; of a workload that came again, of its last life. */
  readonly lined: Holding;
}

/** The use of each deployment that got single requests, by its subject. */
export function callUses({ changed }: Chronicle, world: World, now: Instant): ReadonlyMap<string, CallUse> {
  const uses = new Map<string, CallUse>();
  for (const entity of world.entities) {
    if (entity.kind !== 'deployment' || entity.waitingLine === null) continue;
    const { subject, workload, behaviour, waitingLine } = entity;
    const each = behaviour.request?.memoryBytes;
    const memoryByteMs = seatedMs(waitingLine.gauge, now) * (each === undefined ? 0 : Math.max(0, meanOf(each)));
    // A workload that was deleted and came again is another one in the same place.
    const before = uses.get(subject.name) ?? none;
    uses.set(subject.name, {
      cpuMcoreMs: before.cpuMcoreMs + busyMcoreMs(world, entity, now),
      lined: linedBy(waitingLine, now),
      memoryByteMs: changed.has(nameOfLink(workload)) ? null : (before.memoryByteMs ?? 0) + memoryByteMs,
    });
  }
  return uses;
}

const none = { cpuMcoreMs: 0, memoryByteMs: 0 } as const;

/** Milliseconds of all requests at replicas; those still there count up to now. */
export function seatedMs({ seated, seatedMs: counted, countedTo }: Gauge, now: Instant): number {
  return counted + seated * (now - countedTo);
}

/** The work of processors; replicas still at work count up to now. */
export function busyMcoreMs(world: World, { waitingLine, replicas }: Deployment, now: Instant): number {
  let sum = waitingLine?.gauge.busyMcoreMs ?? 0;
  for (const handle of replicas) {
    const { processorShare } = replicaAt(world, handle);
    if (processorShare !== null && processorShare.working.length > 0)
      sum += processorShare.processorMillicores * (now - processorShare.countedTo);
  }
  return sum;
}
