/**
 * A node falls silent, with what it holds: believed for a while, then found not ready, then given up.
 */
import type { FaultUnderWay } from '../../fault.ts';
import { because } from '../../rules/reason.ts';
import type { LostNode } from '../../workload/replica.ts';
import { deploymentAt, replicaAt } from '../../world.ts';
import { dropCalls } from '../call/progress.ts';
import { executionAt } from '../cron/execution.ts';
import { kind, rank } from '../kinds.ts';
import type { Sim } from '../note.ts';
import { settleQuiet } from '../quiet.ts';
import { becomeUnready } from '../workload/readiness.ts';
import { reached, type Struck } from './reach.ts';
import { hold, letGo, lose } from './strike.ts';

const givenUp = because([], ['fault.nodeLoss.notReady', 'fault.nodeLoss.lost']);

/** What is on the node is found not ready, then lost, unless the node comes back before (`fault.nodeLoss.*`). */
export function cutNode(sim: Sim, one: Struck, { id, cause }: FaultUnderWay): void {
  const { assumptions } = sim.world;
  const silentAt = sim.now + Math.round(assumptions['fault.nodeLoss.notReady']);
  const lostAt = silentAt + Math.round(assumptions['fault.nodeLoss.lost']);
  const node: LostNode = { fault: id, cause, silentAt, lostAt };
  const { handle } = one.deployment;
  if ('replica' in one) {
    one.replica.node = node;
    dropCalls(sim, one.deployment, one.replica, cause);
    sim.add(silentAt, rank.deadline, kind['replica.silent'], handle, one.replica.handle);
    sim.add(lostAt, rank.deadline, kind['replica.lost'], handle, one.replica.handle);
  } else {
    one.execution.node = node;
    sim.add(lostAt, rank.deadline, kind['execution.lost'], handle, one.execution.handle);
  }
}

/** The node has been silent for too long: what it holds counts as not ready, whatever it does. */
export function onReplicaSilent(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica?.node?.silentAt !== sim.now || replica.phase === 'terminating') return;
  const deployment = deploymentAt(sim.world, handle);
  const { fault, cause } = replica.node;
  hold(sim, { deployment, replica }, { id: fault, cause });
  // Nobody asks its probes, and nobody ends its containers.
  replica.diesAt = null;
  if (replica.ready) becomeUnready(sim, deployment, replica);
}

export function onReplicaLost(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica?.node?.lostAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  lose(sim, { deployment, replica }, { why: 'node lost', reason: givenUp, cause: replica.node.cause });
}

export function onExecutionLost(sim: Sim, handle: number, executionHandle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  settleQuiet(sim, deployment);
  const execution = sim.world.executions.get(executionHandle);
  if (execution?.node?.lostAt !== sim.now || execution.status !== 'Active') return;
  lose(sim, { deployment, execution }, { why: 'node lost', reason: givenUp, cause: execution.node.cause });
}

/** The node is back: what it holds and was not given up goes on. */
export function mendNode(sim: Sim, { id, fault }: FaultUnderWay, cause: number): void {
  for (const deployment of reached(sim.world, fault)) {
    for (const handle of deployment.replicas) {
      const replica = replicaAt(sim.world, handle);
      if (replica.node?.fault !== id) continue;
      replica.node = null;
      if (replica.phase !== 'terminating') letGo(sim, deployment, replica, id, cause);
    }
    for (const handle of deployment.cron?.active ?? []) {
      const execution = executionAt(sim.world, handle);
      if (execution.node?.fault === id) execution.node = null;
    }
  }
}
