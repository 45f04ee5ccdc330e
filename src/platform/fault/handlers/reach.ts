/**
 * The targets of a fault: the deployments that it reaches, and which of their replicas and executions it strikes.
 */

import { hash32 } from '../../../engine/hash.ts';
import { uniformOf } from '../../../engine/random.ts';
import { holdsReplica, isRunning } from '../../cron/brokenRun.ts';
import { type Execution, executionName, executionOrdinal } from '../../cron/execution.ts';
import { executionAt } from '../../cron/handlers/execution.ts';
import type { Sim } from '../../handlers/note.ts';
import type { FaultStep } from '../../setup.ts';
import { type Deployment, nameOfReplica } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { replicaAt, type World } from '../../world.ts';
import { chooseStruck, type Fault, reaches } from '../fault.ts';
import { targetOf } from './state.ts';

/** A target that can be struck: a replica, or a replica of an execution. */
export type Struck =
  | { readonly deployment: Deployment; readonly replica: Replica }
  | { readonly deployment: Deployment; readonly execution: Execution };

/** The deployments that a fault reaches, in their order. */
export function reached({ entities }: World, fault: Pick<Fault, 'location' | 'of'>): Deployment[] {
  const found: Deployment[] = [];
  for (const entity of entities)
    if (entity.kind === 'deployment' && reaches(fault, targetOf(entity))) found.push(entity);
  return found;
}

/** The replicas and executions, among those in reach, that the fault strikes now. */
export function struckBy(
  sim: Sim,
  { fault, stream }: FaultStep,
): { readonly struck: readonly Struck[]; readonly missing: readonly string[] } {
  const { world, streams, now } = sim;
  const candidates = reached(world, fault).flatMap((deployment): Struck[] => [
    ...deployment.replicas
      .map((handle) => replicaAt(world, handle))
      .filter((replica) => mayStrikeReplica(fault, replica))
      .map((replica) => ({ deployment, replica })),
    ...(deployment.cron?.active ?? [])
      .map((handle) => executionAt(world, handle))
      .filter((execution) => mayStrikeExecution(fault, execution, now))
      .map((execution) => ({ deployment, execution })),
  ]);
  return chooseStruck(candidates, fault.whom, nameOf, (one) =>
    uniformOf(streams.keyFor({ owner: stream, number: -1, item: now, turn: hash32(identityOf(one)), part: 0 }, 'whom')),
  );
}

function mayStrikeReplica({ name, zone }: Fault, { phase, node, zone: own }: Replica): boolean {
  if (name === 'zoneLoss') return own === zone;
  if (phase === 'terminating') return false;
  if (name === 'replicaCrash') return phase === 'running' && node === null;
  if (name === 'usageJump') return phase === 'running';
  return name !== 'nodeLoss' || node === null;
}

function mayStrikeExecution({ name }: Fault, execution: Execution, now: number): boolean {
  switch (name) {
    case 'replicaCrash':
      return isRunning(execution.run, now);
    case 'replicaKill':
      return holdsReplica(execution.run, now);
    case 'nodeLoss':
      return execution.node === null && holdsReplica(execution.run, now);
    default:
      return false;
  }
}

/** Unlike its name, unique among all candidates. */
function identityOf(one: Struck): string {
  const ordinal = 'replica' in one ? one.replica.ordinal : executionOrdinal(one.execution);
  return `${one.deployment.subject.name}/${ordinal}`;
}

function nameOf(one: Struck): string {
  return 'replica' in one
    ? nameOfReplica(one.deployment, one.replica)
    : executionName(one.deployment.name, executionOrdinal(one.execution));
}
