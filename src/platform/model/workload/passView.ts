/**
 * What a pass works from: the replicas of a deployment by version or by index, as the planner of its type sees them.
 */
import { rolloutBounds } from '../../workload/bounds.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import type { RolloutCounts } from '../../workload/progress.ts';
import type { Replica } from '../../workload/replica.ts';
import { isComplete, type RolloutView } from '../../workload/rollout.ts';
import { isOff } from '../../workload/scaling.ts';
import type { SwitchView } from '../../workload/serverless.ts';
import { type IndexState, isStatefulComplete, type StatefulView } from '../../workload/stateful.ts';
import { movingVersion, type VersionCount } from '../../workload/versionCount.ts';
import { replicaAt, type World } from '../../world.ts';
import { placeOfReplica } from '../fault/zone.ts';
import { isKeptAway } from '../volume/binding.ts';

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

/** Standing replicas by version, the wanted one apart, also where it has none; the others oldest first. */
export interface Fleet {
  readonly newest: VersionCount;
  readonly old: readonly VersionCount[];
  readonly terminating: number;
  /** Of every version. */
  readonly ready: number;
}

/** Counts the replicas of a deployment, each looked at once. */
export function fleetOf(world: World, deployment: Deployment): Fleet {
  const newest: Count = { version: newestRevision(deployment).version, replicas: 0, available: 0 };
  let old: Count[] = noCounts;
  let terminating = 0;
  let ready = 0;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.phase === 'terminating') {
      terminating += 1;
      continue;
    }
    const version = versionKey(replica);
    // Mostly there is one version: then no list is made.
    if (version !== newest.version && old === noCounts) old = [];
    const count = version === newest.version ? newest : countOf(old, version);
    count.replicas += 1;
    if (replica.ready) ready += 1;
    if (replica.available) count.available += 1;
  }
  if (old.length > 1) old.sort((a, b) => a.version - b.version);
  return { newest, old, terminating, ready };
}

const noCounts: Count[] = [];

interface Count extends VersionCount {
  replicas: number;
  available: number;
}

/** The count of a version, put on the list where it is missing. */
function countOf(counts: Count[], version: number): Count {
  for (const count of counts) if (count.version === version) return count;
  const count = { version, replicas: 0, available: 0 };
  counts.push(count);
  return count;
}

/** A standard deployment. */
export function rolloutView(world: World, deployment: Deployment, { newest, old, terminating }: Fleet): RolloutView {
  const { desired, previous } = deployment;
  const bounds = rolloutBounds(desired, deployment.settings.rollout, world.assumptions);
  return { desired, bounds, newest, old, terminating, previous };
}

/** A stateful deployment, index by index; one whose volume is worked on, or whose zone is lost, counts as terminating, so that it does not return before. */
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
    const isAtWork =
      index < deployment.desired &&
      (isKeptAway(world, deployment, index) || placeOfReplica(world, deployment, index) === null);
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
export function switchView(deployment: Deployment, { newest, old }: Fleet, now: number): SwitchView {
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
export function isDone(world: World, deployment: Deployment, { newest, old }: Fleet): boolean {
  const { desired, serving, settings } = deployment;
  if (settings.type === 'stateful') return isStatefulComplete(statefulView(world, deployment));
  const isServing = settings.type === 'standard' || serving === newest.version;
  return isServing && isComplete({ desired, newest, old });
}

/** Counts of a rollout under way, replicas that are not terminating. */
export function countsOf({ newest, old, ready }: Fleet): RolloutCounts {
  let oldReplicas = 0;
  let { available } = newest;
  for (const version of old) {
    oldReplicas += version.replicas;
    available += version.available;
  }
  return { newReplicas: newest.replicas, oldReplicas, ready, available };
}
