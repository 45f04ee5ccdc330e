/**
 * The effects on single replicas and executions: a crash, a kill without grace, a drain, a stuck readiness.
 */

import type { Reason } from '../../../engine/journal.ts';
import { strikeExecution } from '../../cron/handlers/cron.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { setMoving } from '../../workload/fleet.ts';
import { remainingReplicas } from '../../workload/handlers/passView.ts';
import { setAnswering } from '../../workload/handlers/probe.ts';
import { loseReplica } from '../../workload/handlers/replicaGone.ts';
import { exitReplica } from '../../workload/handlers/trouble.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { Replica } from '../../workload/replica.ts';
import type { FaultUnderWay } from '../fault.ts';
import { reached, type Struck } from './reach.ts';

/** Makes a container exit (4.6, 8.7). */
export function crash(sim: Sim, one: Struck, cause: number): void {
  if ('replica' in one) {
    if (one.replica.phase === 'running') exitReplica(sim, one.deployment, one.replica, cause);
  } else strikeExecution(sim, one.deployment, one.execution, 'container', cause);
}

interface Loss {
  readonly why: string;
  readonly reason: Reason;
  readonly cause: number;
}

/** Removes at once: a pass replaces a replica, and an execution has a failed attempt (CRON-8). */
export function lose(sim: Sim, one: Struck, { why, reason, cause }: Loss): void {
  const { deployment } = one;
  if (!('replica' in one)) {
    if (one.execution.status === 'Active') strikeExecution(sim, deployment, one.execution, 'replica', cause);
    return;
  }
  const { replica } = one;
  if (sim.world.replicas.get(replica.handle) !== replica) return;
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause };
  replica.cause = note(sim, 'replica.lost', about, { why });
  loseReplica(sim, deployment, replica, reason);
}

/** Moves a replica as a rollout replaces one of an old version (5.10, `reschedule.mode`). */
export function drain(sim: Sim, one: Struck, cause: number): void {
  if (!('replica' in one)) return;
  const { deployment, replica } = one;
  setMoving(deployment, replica);
  replica.drainedBy = cause;
  addPass(sim, deployment, cause);
}

/** Stops the application from answering while this fault or another one holds it. */
export function hold(sim: Sim, one: Struck, { id, cause }: Pick<FaultUnderWay, 'id' | 'cause'>): void {
  if (!('replica' in one)) return;
  const { deployment, replica } = one;
  replica.heldBy = [...replica.heldBy, id];
  setAnswering(sim, deployment, replica, false, cause);
}

/**
 * Holds replicas unready: those that are not ready yet, or all that are there; later ones too (`stuckBy`,
 * `fault.stuckReadiness.whom`).
 */
export function holdUnready(sim: Sim, underWay: FaultUnderWay): void {
  const isOfAll = sim.world.assumptions['fault.stuckReadiness.whom'] === 'readyToo';
  for (const deployment of reached(sim.world, underWay.fault)) {
    for (const replica of remainingReplicas(sim.world, deployment))
      if (isOfAll || !replica.ready) hold(sim, { deployment, replica }, underWay);
  }
}

/** Lets the held replicas answer again, unless another fault holds them. */
export function release(sim: Sim, { id, fault }: FaultUnderWay, cause: number): void {
  for (const deployment of reached(sim.world, fault)) {
    for (const replica of remainingReplicas(sim.world, deployment))
      if (replica.heldBy.includes(id)) letGo(sim, deployment, replica, id, cause);
  }
}

function letGo(sim: Sim, deployment: Deployment, replica: Replica, id: number, cause: number): void {
  replica.heldBy = replica.heldBy.filter((one) => one !== id);
  if (replica.heldBy.length === 0) setAnswering(sim, deployment, replica, true, cause);
}

/** Adds a pass that creates the replicas that waited for their zone; a closed deployment waits for none. */
export function wakePlaced(sim: Sim, { fault }: FaultUnderWay, cause: number): void {
  for (const deployment of reached(sim.world, fault)) {
    if (deployment.closed === 'none') addPass(sim, deployment, cause);
  }
}
