/**
 * Results of probes: an application stops answering or answers again, or a container is found dead.
 */
import { because } from '../../../rules/reason.ts';
import { rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { deploymentAt } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import { countTries, missesBefore, resumeProbing } from '../probe.ts';
import { firstDeath } from '../readiness.ts';
import type { Replica } from '../replica.ts';
import { lookAtProbes, probingsOf } from './probing.ts';
import { becomeReady, becomeUnready } from './readiness.ts';
import { exitReplica } from './trouble.ts';

const dead = because([], ['probe.grid']);

/**
 * From now on a replica's application answers its probes, once it is up, or does not.
 *
 * Its readiness follows after as many tries in a row as its probes ask for, at once where it has none; liveness probes
 * that fail have their container ended and started again, which does not make it answer. In the same state already, or
 * on a node that is lost: nothing happens.
 *
 * @param cause journal number of the entry that led to this; absent: what the replica came to be by
 */
export function setAnswering(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  answers: boolean,
  cause: number = replica.cause,
): void {
  if (replica.answers === answers) return;
  replica.answers = answers;
  if (replica.phase !== 'running' || replica.node !== null) return;
  // One that the run began with has answered since it runs.
  const before = replica.probings === null ? replica.runningSince : replica.answersFrom;
  replica.cause = cause;
  replica.probings = probingsOf(sim, deployment, replica).map((probing) => {
    const after = probing.use === 'readiness' ? rank.ready : rank.finish;
    const isTried = sim.agenda.hasPassed(sim.now, after, deployment.handle);
    return countTries(probing, before, isTried ? sim.now + 1 : sim.now);
  });
  followProbes(sim, deployment, replica);
}

function followProbes(sim: Sim, deployment: Deployment, replica: Replica): void {
  replica.answersFrom = replica.answers ? Math.max(sim.now, replica.upAt ?? sim.now) : null;
  if (lookAtProbes(sim, deployment, replica) !== sim.now) return;
  if (replica.ready) becomeUnready(sim, deployment, replica);
  else becomeReady(sim, deployment, replica);
}

/** Nobody tries its probes from now on (`retryProbes`). */
export function haltProbes(replica: Replica): void {
  replica.readyAt = null;
  replica.unreadyAt = null;
  replica.diesAt = null;
}

/** Tries the probes of a running replica again, after a time in which none were tried. */
export function retryProbes(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  const { ready, answers } = replica;
  if (ready && answers && replica.probings === null) return;
  if (!ready || !answers) replica.cause = cause;
  replica.probings = probingsOf(sim, deployment, replica).map((probing) => resumeProbing(probing, ready, sim.now));
  followProbes(sim, deployment, replica);
}

export function onReplicaReady(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.phase !== 'running' || replica.readyAt !== sim.now) return;
  becomeReady(sim, deploymentAt(sim.world, handle), replica);
}

export function onReplicaUnready(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.phase !== 'running' || replica.unreadyAt !== sim.now) return;
  becomeUnready(sim, deploymentAt(sim.world, handle), replica);
}

/**
 * A liveness probe has failed as often in a row as it may: the container is ended, and started again in place after a
 * wait (4.3, 4.6).
 */
export function onReplicaUnresponsive(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.phase !== 'running' || replica.diesAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { subject } = deployment;
  const death = firstDeath(replica.probings ?? [], replica.answersFrom);
  if (death === null) throw new Error(`${subject.name} has no liveness probe`);
  const { container, probe } = death.probing;
  const about = { subject, ordinal: replica.ordinal, reason: dead, cause: replica.cause };
  const { answersFrom } = replica;
  const early =
    answersFrom !== null && answersFrom > sim.now
      ? { early: { answersInMs: answersFrom - sim.now, missesBefore: missesBefore(death.probing, answersFrom) } }
      : {};
  const cause = note(sim, 'replica.unresponsive', about, { container, failures: probe.failureThreshold, ...early });
  exitReplica(sim, deployment, replica, cause, container);
}
