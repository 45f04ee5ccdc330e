/**
 * What requests that came one by one used of the replicas that answered them.
 */
import { meanOf } from '../engine/distribution.ts';
import type { Instant } from '../engine/time.ts';
import type { Call } from '../platform/call/call.ts';
import type { Deployment } from '../platform/workload/deployment.ts';
import { nameOfLink, replicaAt, type World } from '../platform/world.ts';
import type { Chronicle } from './chronicle.ts';

/** Sums over the run; requests that are under way at its end count up to then. */
export interface CallUse {
  /** Millicores times milliseconds. */
  readonly cpuMcoreMs: number;
  /**
   * Bytes times milliseconds: a request has its memory while it is there and not in line, as autoscaling measures it. null: how much each had may have
   * changed on the way.
   */
  readonly memoryByteMs: number | null;
}

/** By subject of the deployments to which requests came by themselves. */
export function callUses(
  { deployments, changed }: Chronicle,
  world: World,
  now: Instant,
): ReadonlyMap<string, CallUse> {
  const underWay = new Map<number, number>();
  for (const call of world.calls.values())
    underWay.set(call.deployment, (underWay.get(call.deployment) ?? 0) + timeAtReplicas(call, now));
  const uses = new Map<string, CallUse>();
  for (const entity of world.entities) {
    if (entity.kind !== 'deployment' || entity.lobby === null) continue;
    const { handle, subject, workload, behaviour } = entity;
    const { latencySum = 0, waitedSum = 0 } = deployments.get(subject.name)?.calls ?? {};
    const inFlightMs = latencySum - waitedSum + (underWay.get(handle) ?? 0);
    const each = behaviour.request?.memoryBytes;
    // A workload that was deleted and came again is another one in the same place.
    const before = uses.get(subject.name)?.cpuMcoreMs ?? 0;
    uses.set(subject.name, {
      cpuMcoreMs: before + busyMcoreMs(world, entity, now),
      memoryByteMs: changed.has(nameOfLink(workload))
        ? null
        : inFlightMs * Math.max(0, each === undefined ? 0 : meanOf(each)),
    });
  }
  return uses;
}

function timeAtReplicas({ arrivedAt, waited, phase, waitsSince }: Call, now: Instant): number {
  return now - arrivedAt - waited - (phase === 'waiting' ? now - waitsSince : 0);
}

/** What processors have done, that of replicas at work up to now included. */
function busyMcoreMs(world: World, { lobby, replicas }: Deployment, now: Instant): number {
  let sum = lobby?.gauge.busyMcoreMs ?? 0;
  for (const handle of replicas) {
    const { desk } = replicaAt(world, handle);
    if (desk !== null && desk.working.length > 0) sum += desk.processorMillicores * (now - desk.countedTo);
  }
  return sum;
}
