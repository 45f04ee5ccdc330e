/**
 * The replicas of a deployment that requests are sent to.
 */

import { isOpen } from '../../call/handlers/openness.ts';
import { type Deployment, newestRevision, type Revision, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import { replicaAt, type World } from '../../world.ts';

/**
 * The only version that gets requests: a serverless workload serves with one version at a time (ROLL-1, 5.7); null:
 * every version does.
 */
export function servingVersion({ settings, serving, revisions }: Deployment): number | null {
  return revisions.length > 1 && settings.type === 'serverless' ? serving : null;
}

/** How many replicas are ready and get requests. */
export function readyIn(world: World, deployment: Deployment): number {
  const version = servingVersion(deployment);
  if (version === null) return deployment.ready;
  let ready = 0;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.ready && replica.version === version) ready += 1;
  }
  return ready;
}

/**
 * The number of replicas that answer requests that arrive as amounts: the ready ones; else some that are not ready
 * (13.4).
 */
export function answeringIn(world: World, deployment: Deployment): number {
  const ready = readyIn(world, deployment);
  const isOneVersion = servingVersion(deployment) !== null;
  const isByReady = ready > 0 && !deployment.settings.publishesNotReady && (!isOneVersion || isOpen(deployment));
  return isByReady ? ready : answeringOf(world, deployment).length;
}

/** The same number if it differs from the ready replicas; else null. */
export function answeringUnready(world: World, deployment: Deployment): number | null {
  const answering = answeringIn(world, deployment);
  return answering === readyIn(world, deployment) ? null : answering;
}

function answeringOf(world: World, deployment: Deployment): readonly Replica[] {
  return isOpen(deployment)
    ? answerersIn(world, deployment, { ordinal: null, takesUnready: isAskedInside(world, deployment) })
    : [];
}

/**
 * Whether all requests that arrive as amounts come from workloads. They are one flow, so all of it may use replicas
 * that are not ready, or none of it may (`fluid.notReady`).
 */
function isAskedInside({ activeDemands, assumptions }: World, { workload, settings }: Deployment): boolean {
  if (!settings.publishesNotReady || assumptions['fluid.notReady'] === 'never') return false;
  return activeDemands.every(
    ({ demand, to, by }) => to !== workload || demand.arrivals.kind !== 'fluid' || by !== null,
  );
}

/** The replicas that a request may go to. */
interface Meant {
  /** Only the one with this ordinal; null: any. */
  readonly ordinal: number | null;
  /** Whether replicas that are not ready may be used too (TAG-2). */
  readonly takesUnready: boolean;
}

/** Replicas that may get a request, with or without room (13.4, NET-13, TAG-2). */
export function answerersIn(
  world: World,
  deployment: Deployment,
  { ordinal, takesUnready }: Meant,
): readonly Replica[] {
  const version = servingVersion(deployment);
  const found: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    const { ready, phase } = replica;
    if ((ready || (takesUnready && phase === 'running')) && isMeant(replica, ordinal, version)) found.push(replica);
  }
  if (found.length > 0 || world.assumptions['traffic.terminating'] === 'never') return found;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    const { phase, runningSince, wasReady } = replica;
    const runsOut = phase === 'terminating' && runningSince !== null && (wasReady || takesUnready);
    if (runsOut && isMeant(replica, ordinal, version)) found.push(replica);
  }
  return found;
}

/**
 * Whether a replica is one of those that a request names, and of the version that gets requests.
 *
 * @param version the only one that gets requests; null: every one does
 */
export function isMeant(replica: Replica, ordinal: number | null, version: number | null): boolean {
  return (ordinal === null || replica.ordinal === ordinal) && (version === null || replica.version === version);
}

/** A version, and the number of its replicas that answer. */
export interface AnsweringRevision {
  readonly revision: Revision;
  /** 1 if none answers. */
  readonly count: number;
}

/**
 * The versions of the replicas that answer, the oldest first: a single one if versions do not differ in their limits;
 * if no replica answers, the version that would.
 */
export function answeringRevisions(world: World, deployment: Deployment): readonly AnsweringRevision[] {
  const newest = newestRevision(deployment);
  if (hasOneRoom(deployment)) return [{ revision: newest, count: 1 }];
  const answering = answeringOf(world, deployment);
  if (answering.length === 0) {
    const version = servingVersion(deployment);
    return [{ revision: version === null ? newest : revisionOf(deployment, version), count: 1 }];
  }
  return deployment.revisions.flatMap((revision) => {
    const count = answering.filter(({ version }) => version === revision.version).length;
    return count === 0 ? [] : [{ revision, count }];
  });
}

/** Whether replicas of all versions have the same limits. */
export function hasOneRoom({ revisions }: Deployment): boolean {
  for (let i = 1; i < revisions.length; i += 1)
    if (!sameRoom(revisions[i]!.settings.containers, revisions[0]!.settings.containers)) return false;
  return true;
}

/** Whether containers have the same limits; nothing else about them changes what they do for a request. */
export function sameRoom(some: readonly ContainerSettings[], others: readonly ContainerSettings[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i += 1) {
    const [one, other] = [some[i]!, others[i]!];
    if (one.cpuMillicores !== other.cpuMillicores || one.memoryBytes !== other.memoryBytes) return false;
  }
  return true;
}
