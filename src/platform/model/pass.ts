/**
 * A pass over one deployment: the planner of its type decides from what is, until it holds.
 */

import type { Reason } from '../../engine/journal.ts';
import type { Plan } from '../plan.ts';
import { because } from '../rules/reason.ts';
import { rolloutBounds } from '../workload/bounds.ts';
import { type Deployment, newestRevision } from '../workload/deployment.ts';
import { progressMade, type RolloutCounts } from '../workload/progress.ts';
import type { Replica } from '../workload/replica.ts';
import {
  isComplete,
  planRollout,
  type RolloutAction,
  type RolloutView,
  type VersionCount,
} from '../workload/rollout.ts';
import { scaleDownOrder } from '../workload/scaleDown.ts';
import { isOff } from '../workload/scaling.ts';
import { planSwitch, retiresAt, type SwitchAction, type SwitchView } from '../workload/serverless.ts';
import {
  type IndexState,
  isStatefulComplete,
  planStateful,
  type StatefulAction,
  type StatefulView,
} from '../workload/stateful.ts';
import { deploymentAt, replicaAt, type World } from '../world.ts';
import { kind, rank } from './kinds.ts';
import { note, type Sim } from './note.ts';
import { createReplica, terminateReplica } from './replica.ts';
import { isIndexAtWork } from './volume.ts';

/** More steps than replicas that one pass could touch many times over: a planner that never holds is a defect. */
const stepsMax = 10_000;

/** Under this key a rollout counts replicas that are to be rescheduled: older than every version. */
const movingVersion = 0;

const completed = because(['ROLL-1', 'ROLL-3']);
const suspended = because(['SUSP-3']);
const moved = because(['VOLCMD-6'], ['volume.shared.restart']);
/** Why nothing runs in a location that is closed. */
export const closings = {
  deleting: because([], ['api.deleteStatus']),
  disabled: because(['LOC-7']),
} as const;
const stalled = because(['ROLL-1'], ['rollout.progressDeadline']);

/** Adds a pass at this instant, once. */
export function addPass(sim: Sim, deployment: Deployment, at: number = sim.now): void {
  if (deployment.passAt === at) return;
  deployment.passAt = at;
  sim.add(at, rank.pass, kind['deployment.pass'], deployment.handle, 0);
}

export function onPass(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  if (deployment.passAt !== sim.now) return;
  deployment.passAt = null;
  if (deployment.closed === 'ignored') return;
  for (let step = 0; stepOnce(sim, deployment); step += 1) {
    if (step > stepsMax) throw new Error(`a pass over ${deployment.subject.name} does not end`);
  }
  followRollout(sim, deployment);
  awaitRetirement(sim, deployment);
}

/** Asks the planner once and does what it says; false where it holds. */
function stepOnce(sim: Sim, deployment: Deployment): boolean {
  switch (deployment.settings.type) {
    case 'cron':
      return false;
    case 'standard': {
      const view = rolloutView(sim.world, deployment);
      const plan = planRollout(view, sim.world.assumptions);
      deployment.previous = { desired: view.desired, surge: view.bounds.surge };
      return perform(plan, (action) => performRollout(sim, deployment, action, plan));
    }
    case 'stateful': {
      const plan = planStateful(statefulView(sim.world, deployment), sim.world.assumptions);
      return perform(plan, (action) => performStateful(sim, deployment, action, plan));
    }
    case 'serverless': {
      const plan = planSwitch(switchView(sim, deployment), sim.world.assumptions);
      return perform(plan, (action) => performSwitch(sim, deployment, action, plan));
    }
  }
}

function perform<Action>(plan: Plan<Action>, act: (action: Action) => void): boolean {
  if (plan.kind !== 'act') return false;
  for (const action of plan.actions) act(action);
  return plan.actions.length > 0;
}

function performRollout(
  sim: Sim,
  deployment: Deployment,
  action: RolloutAction | Exclude<SwitchAction, { do: 'switch' }>,
  { reason }: Plan<unknown>,
): void {
  if (action.do === 'remove') {
    const order = scaleDownOrder(sim.world.assumptions['replica.scaleDown.order']);
    const leaving = standing(sim.world, deployment)
      .filter((replica) => versionKey(replica) === action.version)
      .filter((replica) => action.which === 'any' || !replica.available)
      .sort(order)
      .slice(0, action.count);
    for (const replica of leaving)
      terminateReplica(sim, deployment, replica, {
        reason: leavingReason(deployment, replica, reason),
        why: whyLeaving(deployment, replica),
      });
    return;
  }
  const version = action.do === 'add' ? newestRevision(deployment).version : action.version;
  for (let made = 0; made < action.count; made += 1) {
    createReplica(sim, deployment, { ordinal: deployment.nextSerial, version, reason });
    deployment.nextSerial += 1;
  }
}

function performStateful(sim: Sim, deployment: Deployment, action: StatefulAction, { reason }: Plan<unknown>): void {
  if (action.do === 'create') {
    createReplica(sim, deployment, { ordinal: action.index, version: action.version, reason });
    deployment.returnsOn[action.index] = null;
    return;
  }
  const replica = standing(sim.world, deployment).find(({ ordinal }) => ordinal === action.index);
  if (replica === undefined)
    throw new Error(`${deployment.subject.name} has no replica ${action.index} to ${action.do}`);
  terminateReplica(sim, deployment, replica, {
    reason: leavingReason(deployment, replica, reason),
    why: whyLeaving(deployment, replica),
  });
  deployment.returnsOn[action.index] = null;
}

function performSwitch(sim: Sim, deployment: Deployment, action: SwitchAction, plan: Plan<unknown>): void {
  if (action.do !== 'switch') {
    performRollout(sim, deployment, action, plan);
    return;
  }
  const from = deployment.serving;
  deployment.serving = action.version;
  deployment.switchedAt = sim.now;
  if (from !== null) {
    const about = { subject: deployment.subject, reason: plan.reason, cause: deployment.cause };
    deployment.cause = note(sim, 'rollout.switched', about, {
      from,
      to: action.version,
      desired: action.desired,
    });
  }
  deployment.desired = action.desired;
}

/** Comes back when a version that a switch has left behind may go; a pass before that has taken the place of one that was to come then. */
function awaitRetirement(sim: Sim, deployment: Deployment): void {
  if (sim.world.assumptions['rollout.serverless.old'] !== 'afterWindow') return;
  const dueAt = retiresAt(deployment.switchedAt);
  if (sim.now < dueAt) addPass(sim, deployment, dueAt);
}

/** What the planner says, unless what it worked from was decided elsewhere. */
function leavingReason({ closed, options, desired }: Deployment, { moving }: Replica, planned: Reason): Reason {
  if (closed === 'deleting' || closed === 'disabled') return closings[closed];
  if (options.suspend) return suspended;
  return moving && desired > 0 ? moved : planned;
}

function whyLeaving(deployment: Deployment, replica: Replica): string {
  if (deployment.closed !== 'none') return deployment.closed;
  if (deployment.options.suspend) return 'suspended';
  if (replica.moving) return 'rescheduled';
  return replica.version === newestRevision(deployment).version ? 'scaled down' : 'older version';
}

/** Replicas that are not terminating, in order of creation. */
export function standing(world: World, deployment: Deployment): Replica[] {
  const found: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.phase !== 'terminating') found.push(replica);
  }
  return found;
}

function versionKey(replica: Replica): number {
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

function rolloutView(world: World, deployment: Deployment): RolloutView {
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

function statefulView(world: World, deployment: Deployment): StatefulView {
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
    const isAtWork = index < deployment.desired && isIndexAtWork(world, deployment, index);
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

function switchView(sim: Sim, deployment: Deployment): SwitchView {
  const { newest, old } = countVersions(sim.world, deployment);
  return {
    desired: deployment.desired,
    minScale: deployment.options.minScale,
    off: deployment.closed !== 'none' || isOff(deployment.options),
    newest,
    serving: deployment.serving,
    old,
    switchedAt: deployment.switchedAt,
    now: sim.now,
  };
}

function isDone(world: World, deployment: Deployment): boolean {
  if (deployment.settings.type === 'stateful') return isStatefulComplete(statefulView(world, deployment));
  const isServing =
    deployment.settings.type === 'standard' || deployment.serving === newestRevision(deployment).version;
  return isServing && isComplete({ desired: deployment.desired, ...countVersions(world, deployment) });
}

/** Progress, completion and the forgetting of versions that nothing runs. */
function followRollout(sim: Sim, deployment: Deployment): void {
  const { rollout } = deployment;
  const { version: newest } = newestRevision(deployment);
  if (deployment.completedVersion !== newest && isDone(sim.world, deployment)) deployment.completedVersion = newest;
  if (rollout !== null) {
    if (deployment.completedVersion === rollout.version && isDone(sim.world, deployment)) {
      const about = { subject: deployment.subject, reason: completed, cause: rollout.cause };
      const { version, lowestReady } = rollout;
      note(sim, 'rollout.completed', about, { version, tookMs: sim.now - rollout.startedAt, lowestReady });
      deployment.rollout = null;
    } else {
      const counts = countsOf(sim.world, deployment);
      const progressAt = progressMade(rollout.counts, counts) ? sim.now : rollout.progressAt;
      const lowestReady = Math.min(rollout.lowestReady, counts.ready);
      const goesOn = rollout.stalled && progressAt === sim.now;
      deployment.rollout = { ...rollout, counts, progressAt, lowestReady, stalled: rollout.stalled && !goesOn };
      if (goesOn) awaitProgress(sim, deployment, rollout.version);
    }
  }
  const isRun = (version: number): boolean =>
    deployment.replicas.some((handle) => replicaAt(sim.world, handle).version === version) ||
    deployment.returnsOn.includes(version) ||
    deployment.serving === version;
  if (deployment.revisions.length > 1 && deployment.cron === null) {
    deployment.revisions = deployment.revisions.filter(({ version }) => version === newest || isRun(version));
  }
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

/** Looks at a rollout again when it could be stuck. */
export function awaitProgress(sim: Sim, deployment: Deployment, version: number): void {
  const dueAt = sim.now + sim.world.assumptions['rollout.progressDeadline'];
  sim.add(dueAt, rank.deadline, kind['rollout.deadline'], deployment.handle, version);
}

/** A rollout that has made no progress for the deadline is said to be stuck, once; nothing is rolled back (`rollout.progressDeadline`). */
export function onRolloutDeadline(sim: Sim, handle: number, version: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { rollout } = deployment;
  if (rollout === null || rollout.version !== version) return;
  const dueAt = rollout.progressAt + sim.world.assumptions['rollout.progressDeadline'];
  if (sim.now < dueAt) {
    sim.add(dueAt, rank.deadline, kind['rollout.deadline'], handle, version);
    return;
  }
  const about = { subject: deployment.subject, reason: stalled, cause: rollout.cause };
  note(sim, 'rollout.stalled', about, { version, sinceAt: rollout.progressAt });
  deployment.rollout = { ...rollout, stalled: true };
}
