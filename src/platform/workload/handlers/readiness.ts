/**
 * The way of a replica to ready and available: its containers run, it is ready, it is available; each can be lost
 * again.
 */

import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { meterReplica } from '../../metering/handlers/replicaMeter.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { fullVolumeOf } from '../../volume/handlers/full.ts';
import { deploymentAt, replicaAt } from '../../world.ts';
import { availableAt } from '../availability.ts';
import type { Deployment } from '../deployment.ts';
import { setAvailable } from '../fleet.ts';
import { turnsAt } from '../probe.ts';
import { type ReadinessSource, shownBy } from '../readiness.ts';
import type { Replica } from '../replica.ts';
import { touchHealth } from './health.ts';
import { uncount } from './loseReady.ts';
import { considerPass } from './passNeeded.ts';
import { beginProbes, lookAtProbes } from './probing.ts';
import { armRunEnd } from './runEnd.ts';
import { exitReplica } from './trouble.ts';
import { addPass } from './wake.ts';

const started = because([], ['replica.start.duration']);
const shown: Record<ReadinessSource, Reason> = {
  probe: because([], ['probe.grid']),
  port: because([], ['probe.serverless']),
  running: started,
};
const availabled = because(['ROLL-3'], ['rollout.minReady.from', 'replica.available.bound']);
const retimed = because(['ROLL-2', 'ROLL-3'], ['rollout.minReady.from', 'replica.available.bound']);

/** Containers run: for the first time, whether anybody hears of it or not, or again after an exit. */
export function onReplicaStarted(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || (replica.phase !== 'starting' && replica.phase !== 'backoff')) return;
  if (replica.startedAt !== sim.now || (replica.node !== null && replica.phase === 'backoff')) return;
  const deployment = deploymentAt(sim.world, handle);
  settleLoad(sim, deployment);
  if (replica.phase === 'backoff') {
    const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: started, cause: replica.cause };
    replica.cause = note(sim, 'replica.restarted', about, { startedAt: sim.now });
  }
  replica.phase = 'running';
  replica.runningSince = sim.now;
  if (replica.restarts > 0) meterReplica(sim.world, deployment, replica, sim.now, replica.cause);
  replica.flowsSince = sim.now;
  const full = fullVolumeOf(sim, deployment, replica);
  if (full !== null) {
    exitReplica(sim, deployment, replica, full);
    return;
  }
  armRunEnd(sim, deployment, replica, sim.now);
  beginProbes(sim, deployment, replica);
  const isReady = replica.node === null && lookAtProbes(sim, deployment, replica) === sim.now;
  if (isReady) becomeReady(sim, deployment, replica);
  else followLoad(sim, deployment);
}

/** It gets requests from now on, and counts as available once it has been ready for long enough. */
export function becomeReady(sim: Sim, deployment: Deployment, replica: Replica): void {
  settleLoad(sim, deployment);
  if (!replica.ready) deployment.ready += 1;
  replica.ready = true;
  replica.readySince = sim.now;
  replica.wasReady = true;
  replica.readyAt = null;
  deployment.awaitedSince = null;
  const reason = shown[shownBy({ type: deployment.settings.type, probings: replica.probings ?? [] })];
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause: replica.cause };
  const { upAt } = replica;
  const own = deployment.behaviour.readyAfter === undefined || upAt === null ? {} : { upAt };
  replica.cause = note(sim, 'replica.ready', about, own, {});
  meterReplica(sim.world, deployment, replica, sim.now, replica.cause);
  const { runningSince, readySince } = replica;
  const { minReady } = deployment.settings.rollout;
  replica.availableAt = availableAt({ runningSince, readySince, minReady }, sim.world.assumptions);
  if (replica.availableAt === sim.now) becomeAvailable(sim, deployment, replica);
  else if (replica.availableAt !== null) {
    sim.add(replica.availableAt, rank.ready, kind['replica.available'], deployment.handle, replica.handle);
  }
  followLoad(sim, deployment);
  touchHealth(sim, deployment);
  considerPass(sim, deployment, replica.cause);
}

/**
 * The replica runs on, but its application does not answer: it gets no requests, and a rollout does not count it
 * (ROLL-3).
 *
 * @param unheard why it counts as not ready although no probe was tried; absent: its probes found it not ready
 */
export function becomeUnready(sim: Sim, deployment: Deployment, replica: Replica, unheard?: Reason): void {
  const probings = unheard === undefined ? (replica.probings ?? []) : [];
  const reason = unheard ?? shown[shownBy({ type: deployment.settings.type, probings })];
  const failed = probings.find((probing) => probing.use === 'readiness' && turnsAt(probing, null) === sim.now);
  settleLoad(sim, deployment);
  uncount(deployment, replica);
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause: replica.cause };
  const data = { container: failed?.container ?? null, failures: failed?.probe.failureThreshold ?? null };
  replica.cause = note(sim, 'replica.unready', about, data);
  followLoad(sim, deployment);
  touchHealth(sim, deployment);
  addPass(sim, deployment, replica.cause);
}

export function onReplicaAvailable(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || !replica.ready || replica.availableAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  considerPass(sim, deployment, becomeAvailable(sim, deployment, replica));
}

function becomeAvailable(sim: Sim, deployment: Deployment, replica: Replica): number {
  setAvailable(deployment, replica, true);
  replica.availableAt = null;
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: availabled, cause: replica.cause };
  return note(sim, 'replica.available', about, {});
}

/** Applies another `minReadySeconds` from now on, also to replicas that are already ready (ROLL-2, ROLL-3). */
export function retimeAvailability(sim: Sim, deployment: Deployment, cause: number): void {
  const { minReady } = deployment.settings.rollout;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(sim.world, handle);
    const { runningSince, readySince } = replica;
    const dueAt = availableAt({ runningSince, readySince, minReady }, sim.world.assumptions);
    if (dueAt === null || (replica.available && dueAt <= sim.now)) continue;
    if (replica.available) {
      const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: retimed, cause };
      note(sim, 'replica.unavailable', about, { availableAt: dueAt });
    }
    setAvailable(deployment, replica, false);
    replica.availableAt = dueAt;
    if (dueAt <= sim.now) becomeAvailable(sim, deployment, replica);
    else sim.add(dueAt, rank.ready, kind['replica.available'], deployment.handle, handle);
  }
}
