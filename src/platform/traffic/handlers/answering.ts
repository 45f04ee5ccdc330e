/**
 * Which replicas of a deployment requests are sent to.
 */

import { isOpen } from '../../call/handlers/openness.ts';
import { type Deployment, newestRevision, type Revision, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import { replicaAt, type World } from '../../world.ts';

/**
 * The only version that gets requests: of several of a serverless workload one serves (ROLL-1, 5.7); null: each does.
 */
export function servingVersion({ settings, serving, revisions }: Deployment): number | null {
  return revisions.length > 1 && settings.type === 'serverless' ? serving : null;
}

/** How many replicas are ready and get requests. */
export function readyIn(world: World, deployment: Deployment): number {
  const version = servingVersion(deployment);
  if (version === null) return deployment.ready;
  return deployment.replicas.filter((handle) => {
    const replica = replicaAt(world, handle);
    return replica.ready && replica.version === version;
  }).length;
}

/** How many replicas answer what comes as an amount: those that are ready; else some that are not (13.4). */
export function answeringIn(world: World, deployment: Deployment): number {
  const isByReady =
    deployment.ready > 0 && servingVersion(deployment) === null && !deployment.settings.publishesNotReady;
  return isByReady ? deployment.ready : answeringOf(world, deployment).length;
}

/** The same, where that is not how many are ready; else null. */
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
 * Whether all that comes to it as amounts comes from workloads: they are one flow, so that all of it takes replicas
 * that are not ready, or none (`fluid.notReady`).
 */
function isAskedInside({ activeDemands, assumptions }: World, { workload, settings }: Deployment): boolean {
  if (!settings.publishesNotReady || assumptions['fluid.notReady'] === 'never') return false;
  return activeDemands.every(
    ({ demand, to, by }) => to !== workload || demand.arrivals.kind !== 'fluid' || by !== null,
  );
}

/** Who is asked. */
interface Meant {
  /** One of them alone, by its ordinal; null: any. */
  readonly ordinal: number | null;
  /** Whether one that is not ready is taken as well (TAG-2). */
  readonly takesUnready: boolean;
}

/** Replicas that may get a request, with room or without (13.4, NET-13, TAG-2). */
export function answerersIn(
  world: World,
  deployment: Deployment,
  { ordinal, takesUnready }: Meant,
): readonly Replica[] {
  const version = servingVersion(deployment);
  const meant: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    const isMeant = ordinal === null || replica.ordinal === ordinal;
    if (isMeant && (version === null || replica.version === version)) meant.push(replica);
  }
  const found = meant.filter(({ ready, phase }) => ready || (takesUnready && phase === 'running'));
  if (found.length > 0 || world.assumptions['traffic.terminating'] === 'never') return found;
  return meant.filter(
    ({ phase, runningSince, wasReady }) =>
      phase === 'terminating' && runningSince !== null && (wasReady || takesUnready),
  );
}

/** A version, and how many of its replicas answer. */
export interface AnsweringRevision {
  readonly revision: Revision;
  /** 1 where none does. */
  readonly count: number;
}

/**
 * What the replicas that answer were made from, the oldest first: one version where it makes no difference; where none
 * answers the one that would.
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

/** Whether replicas of all versions may use the same. */
export function hasOneRoom({ revisions }: Deployment): boolean {
  for (let i = 1; i < revisions.length; i += 1)
    if (!sameRoom(revisions[i]!.settings.containers, revisions[0]!.settings.containers)) return false;
  return true;
}

/** Whether containers may use the same: what else they are changes nothing of what they do for a request. */
export function sameRoom(some: readonly ContainerSettings[], others: readonly ContainerSettings[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i += 1) {
    const [one, other] = [some[i]!, others[i]!];
    if (one.cpuMillicores !== other.cpuMillicores || one.memoryBytes !== other.memoryBytes) return false;
  }
  return true;
}
