/**
 * A node fails without notice. Its replicas first keep their state, then count as not ready, then are lost.
 *
 * Meanwhile the platform gets no news of them: no probe runs, and no container exits or restarts
 * (`fault.nodeLoss.unheard`). A first start that was already scheduled still happens.
 */
import type { Duration, Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { dropCalls } from '../../call/handlers/progress.ts';
import { executionAt } from '../../cron/handlers/execution.ts';
import { catchUpDeferred } from '../../handlers/deferred.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { type Deployment, drawItemOfReplica } from '../../workload/deployment.ts';
import { haltProbes, retryProbes } from '../../workload/handlers/probe.ts';
import { becomeUnready } from '../../workload/handlers/readiness.ts';
import type { LostNode, Replica } from '../../workload/replica.ts';
import { deploymentAt, replicaAt } from '../../world.ts';
import type { FaultUnderWay } from '../fault.ts';
import { reached, type Struck } from './reach.ts';
import { lose } from './strike.ts';

const silent = because([], ['fault.nodeLoss.notReady', 'fault.nodeLoss.unheard']);
const givenUp = because([], ['fault.nodeLoss.notReady', 'fault.nodeLoss.lost']);
const killed = because([], ['reschedule.mode', 'fault.kill.routed']);

/**
 * Schedules that a replica on the node becomes not ready, then is lost, unless the node comes back before
 * (`fault.nodeLoss.*`).
 */
export function cutNode(sim: Sim, one: Struck, { id, cause }: FaultUnderWay): void {
  const { assumptions } = sim.world;
  const silentAt = sim.now + Math.round(assumptions['fault.nodeLoss.notReady']);
  const lostAt = silentAt + Math.round(assumptions['fault.nodeLoss.lost']);
  const node: LostNode = { fault: id, cause, silentAt, lostAt };
  const { handle } = one.deployment;
  // It is gone already, although nobody has heard of it: it does not return with the node.
  if ('replica' in one && one.replica.node?.isKill === true) return;
  if ('replica' in one) {
    one.replica.node = node;
    haltProbes(one.replica);
    dropCalls(sim, one.deployment, one.replica, cause);
    sim.add(silentAt, rank.deadline, kind['replica.silent'], handle, one.replica.handle);
    sim.add(lostAt, rank.deadline, kind['replica.lost'], handle, one.replica.handle);
  } else {
    one.execution.node = node;
    sim.add(lostAt, rank.deadline, kind['execution.lost'], handle, one.execution.handle);
  }
}

/**
 * Kills without grace. Routing does not know for a while, so requests that come there are refused; then the replica is
 * lost and replaced (`fault.kill.routed`).
 */
export function kill(sim: Sim, one: Struck, { id, cause }: FaultUnderWay): void {
  const routed = 'replica' in one ? drawRouted(sim, one.deployment, one.replica) : 0;
  if (!('replica' in one) || routed === 0) {
    lose(sim, one, { why: 'killed', reason: killed, cause });
    return;
  }
  const { deployment, replica } = one;
  const lostAt = sim.now + routed;
  replica.node = { fault: id, cause, silentAt: lostAt, lostAt, isKill: true };
  haltProbes(replica);
  dropCalls(sim, deployment, replica, cause);
  sim.add(lostAt, rank.deadline, kind['replica.lost'], deployment.handle, replica.handle);
}

function drawRouted(sim: Sim, deployment: Deployment, replica: Replica): Duration {
  const of = drawItemOfReplica(deployment, replica);
  return drawDuration(sim, sim.world.assumptions['fault.kill.routed'], of, 'kill');
}

/** The node has been silent for too long: a ready replica on it counts as not ready. */
export function onReplicaSilent(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica?.node?.silentAt !== sim.now || !replica.ready) return;
  replica.cause = replica.node.cause;
  becomeUnready(sim, deploymentAt(sim.world, handle), replica, silent);
}

export function onReplicaLost(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica?.node?.lostAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { isKill = false, cause } = replica.node;
  const loss = isKill ? { why: 'killed', reason: killed, cause } : { why: 'node lost', reason: givenUp, cause };
  lose(sim, { deployment, replica }, loss);
}

export function onExecutionLost(sim: Sim, handle: number, executionHandle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  catchUpDeferred(sim, deployment);
  const execution = sim.world.executions.get(executionHandle);
  if (execution?.node?.lostAt !== sim.now || execution.status !== 'Active') return;
  lose(sim, { deployment, execution }, { why: 'node lost', reason: givenUp, cause: execution.node.cause });
}

/** The node is back: its replicas that were not lost continue. Container events that were due meanwhile happen now. */
export function mendNode(sim: Sim, { id, fault }: FaultUnderWay, cause: number): void {
  for (const deployment of reached(sim.world, fault)) {
    for (const handle of deployment.replicas) {
      const replica = replicaAt(sim.world, handle);
      if (replica.node?.fault !== id) continue;
      replica.node = null;
      hearAgain(sim, deployment, replica, cause);
    }
    for (const handle of deployment.cron?.active ?? []) {
      const execution = executionAt(sim.world, handle);
      if (execution.node?.fault === id) execution.node = null;
    }
  }
}

function hearAgain(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  if (replica.phase === 'terminating') return;
  const due = dueUnheard(replica, sim.now);
  if (due !== null) {
    replica.cause = cause;
    sim.add(sim.now, due.rank, due.kind, deployment.handle, replica.handle);
  } else if (replica.phase === 'running') retryProbes(sim, deployment, replica, cause);
}

/** The overdue container event of a replica, moved to now; null: none. */
function dueUnheard(replica: Replica, now: Instant): { readonly rank: number; readonly kind: number } | null {
  const { phase, startedAt, runningSince, exitsAt, overflowsAt } = replica;
  if (phase !== 'running') {
    if (startedAt >= now) return null;
    replica.startedAt = now;
    replica.exits = replica.exits.map((one) => (one.runsFrom === startedAt ? { ...one, runsFrom: now } : one));
    return { rank: rank.ready, kind: kind['replica.started'] };
  }
  if (exitsAt !== null && exitsAt < now) {
    replica.exitsAt = now;
    return { rank: rank.finish, kind: kind['replica.exited'] };
  }
  if (overflowsAt === null || Math.max(overflowsAt, runningSince ?? now) >= now) return null;
  replica.overflowsAt = now;
  return { rank: rank.finish, kind: kind['replica.overflowed'] };
}
