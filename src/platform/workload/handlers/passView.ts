/**
 * The input of a pass: the replicas of a deployment by version or by index, as the planner of its type sees them.
 */

import { placeOfReplica } from '../../fault/handlers/zone.ts';
import { isKeptAway } from '../../volume/handlers/holders.ts';
import { replicaAt, type World } from '../../world.ts';
import { rolloutBounds } from '../bounds.ts';
import { type Deployment, newestRevision } from '../deployment.ts';
import { type Fleet, versionKey } from '../fleet.ts';
import type { RolloutCounts } from '../progress.ts';
import type { Replica } from '../replica.ts';
import { isComplete } from '../rollout.ts';
import type { RolloutView } from '../rolloutView.ts';
import { isOff } from '../scaling.ts';
import type { SwitchView } from '../serverless.ts';
import { type IndexState, isStatefulComplete, type StatefulView } from '../stateful.ts';

/** Replicas that are not terminating, in order of creation. */
export function remainingReplicas(world: World, deployment: Deployment): Replica[] {
  const found: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.phase !== 'terminating') found.push(replica);
  }
  return found;
}

/** A standard deployment. */
export function rolloutView(world: World, deployment: Deployment, { newest, old, terminating }: Fleet): RolloutView {
  const { desired, previous } = deployment;
  const bounds = rolloutBounds(desired, deployment.settings.rollout, world.assumptions);
  return { desired, bounds, newest, old, terminating, previous };
}

/**
 * A stateful deployment, index by index; one whose volume is worked on, or whose zone is lost, counts as terminating,
 * so that it does not return before.
 */
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
