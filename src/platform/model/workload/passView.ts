/**
 * What a pass works from: the replicas of a deployment by version or by index, as the planner of its type sees them.
 */
import { rolloutBounds } from '../../workload/bounds.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import type { RolloutCounts } from '../../workload/progress.ts';
import type { Replica } from '../../workload/replica.ts';
import { isComplete, type RolloutView, type VersionCount } from '../../workload/rollout.ts';
import { isOff } from '../../workload/scaling.ts';
import type { SwitchView } from '../../workload/serverless.ts';
import { type IndexState, isStatefulComplete, type StatefulView } from '../../workload/stateful.ts';
import { replicaAt, type World } from '../../world.ts';
import { isKeptAway } from '../volume/binding.ts';

/** Under this key a rollout counts replicas that are to be rescheduled: older than every version. */
const movingVersion = 0;

/** Replicas that are not terminating, in order of creation. */
export function standing(world: World, deployment: Deployment): Replica[] {
  const found: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.phase !== 'terminating') found.push(replica);
  }
  return found;
}

/** The version that a replica counts for. */
export function versionKey(replica: Replica): number {
  return replica.moving ? movingVersion : replica.version;
}

/** Standing replicas by version, oldest first; the wanted one apart, also where it has none. */
function countVersions(world: World, deployment: Deployment): { newest: VersionCount; old: VersionCount[] } {
  const counts = new Map<number, { version: number; replicas: number; available: number }>();
  for (const replica of standing(world, deployment)) {
    const version = versionKey(replica);
    const count = counts.get(version) ?? { version, replicas: 0, available: 0 };
    count.replicas += 1;
    if (replica.available) count.available += 1;
    counts.set(version, count);
  }
  const { version } = newestRevision(deployment);
  const newest = counts.get(version) ?? { version, replicas: 0, available: 0 };
  counts.delete(version);
  return { newest, old: [...counts.values()].sort((a, b) => a.version - b.version) };
}

/** A standard deployment. */
export function rolloutView(world: World, deployment: Deployment): RolloutView {
  const { newest, old } = countVersions(world, deployment);
  return {
    desired: deployment.desired,
    bounds: rolloutBounds(deployment.desired, deployment.settings.rollout, world.assumptions),
    newest,
    old,
    terminating: deployment.replicas.length - standing(world, deployment).length,
    previous: deployment.previous,
  };
}

/** A stateful deployment, index by index; one whose volume is worked on counts as terminating, so that it does not return before. */
export function statefulView(world: World, deployment: Deployment): StatefulView {
  const indexes: IndexState[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    indexes[replica.ordinal] =
      replica.phase === 'terminating'
        ? { state: 'terminating' }
        : { state: 'here', version: versionKey(replica), ready: replica.ready, available: replica.available };
  }
  const known = Math.max(indexes.length, deployment.desired);
  for (let index = 0; index < known; index += 1) {
    if (indexes[index] !== undefined) continue;
    const isAtWork = index < deployment.desired && isKeptAway(world, deployment, index);
    indexes[index] = isAtWork
      ? { state: 'terminating' }
      : { state: 'missing', returnsOn: deployment.returnsOn[index] ?? null };
  }
  const { scalingPolicy, maxUnavailable } = deployment.settings.rollout;
  return {
    desired: deployment.desired,
    newest: newestRevision(deployment).version,
    indexes,
    // What is being deleted, or has left the location, has no order to keep.
    scalingPolicy: deployment.closed === 'none' ? scalingPolicy : 'Parallel',
    maxUnavailable,
  };
}

/** A serverless deployment. */
export function switchView(world: World, deployment: Deployment, now: number): SwitchView {
  const { newest, old } = countVersions(world, deployment);
  return {
    desired: deployment.desired,
    minScale: deployment.options.minScale,
    off: deployment.closed !== 'none' || isOff(deployment.options),
    newest,
    serving: deployment.serving,
    old,
    switchedAt: deployment.switchedAt,
    now,
  };
}

/** Whether the newest version is everywhere, and available (ROLL-1). */
export function isDone(world: World, deployment: Deployment): boolean {
  if (deployment.settings.type === 'stateful') return isStatefulComplete(statefulView(world, deployment));
  const isServing =
    deployment.settings.type === 'standard' || deployment.serving === newestRevision(deployment).version;
  return isServing && isComplete({ desired: deployment.desired, ...countVersions(world, deployment) });
}

/** Counts of a rollout under way, replicas that are not terminating. */
export function countsOf(world: World, deployment: Deployment): RolloutCounts {
  const newest = newestRevision(deployment).version;
  const counts = { newReplicas: 0, oldReplicas: 0, ready: 0, available: 0 };
  for (const replica of standing(world, deployment)) {
    if (versionKey(replica) === newest) counts.newReplicas += 1;
    else counts.oldReplicas += 1;
    if (replica.ready) counts.ready += 1;
    if (replica.available) counts.available += 1;
  }
  return counts;
}
