/**
 * The life of a replica: created, started, ready, available, exited and back, terminating, gone.
 */
import type { Reason } from '../../engine/journal.ts';
import { day, type Instant } from '../../engine/time.ts';
import type { ReplicaStart } from '../facts.ts';
import { because } from '../rules/reason.ts';
import { availableAt } from '../workload/availability.ts';
import { backoffWait, crashBackoff, crashesInRow } from '../workload/backoff.ts';
import { type Deployment, revisionOf } from '../workload/deployment.ts';
import { exceedsAt } from '../workload/ephemeral.ts';
import { replicaName } from '../workload/naming.ts';
import { readyAfterStart } from '../workload/readiness.ts';
import { createReplica as newReplica, type Replica } from '../workload/replica.ts';
import { planRestart, planStart, type StartInstants } from '../workload/start.ts';
import { planTermination } from '../workload/termination.ts';
import { deploymentAt, replicaAt, type World } from '../world.ts';
import { finishClosing } from './deployment.ts';
import { kind, rank } from './kinds.ts';
import { closeReplica, countEgress, mounterOf, openReplica, outfitOf } from './meter.ts';
import { drawDuration, note, type Sim } from './note.ts';
import { addPass } from './pass.ts';
import { bindVolumes, mountShared, releaseVolumes, workThatEnded } from './volume.ts';

/** How long what a run starts with has been running: longer than any wait, window or grace that looks back. */
export const settledFor = 30 * day;

const settled = because([], ['run.start']);
const started = because([], ['replica.start.duration']);
const readied = because([], ['probe.grid']);
const availabled = because(['ROLL-3'], ['rollout.minReady.from']);
const exited = because([], ['replica.crash.first', 'replica.backoff.crashFirst']);
const evicted = because(['EPH-3'], ['ephemeral.check']);
const gone = because(['ROLL-11'], ['termination.preStop', 'replica.stop.duration']);

interface Creation {
  readonly ordinal: number;
  readonly version: number;
  readonly reason: Reason;
}

/** A new replica is placed, gets its volumes and image, and starts. */
export function createReplica(sim: Sim, deployment: Deployment, { ordinal, version, reason }: Creation): void {
  const { assumptions } = sim.world;
  const { subject, behaviour } = deployment;
  const schedule = drawDuration(sim, assumptions['replica.schedule.duration'], subject, 'schedule');
  const cause = workThatEnded(sim.world, deployment, { index: ordinal, version }) ?? deployment.cause;
  const start = planStart({
    createdAt: sim.now,
    schedule,
    volumes: bindVolumes(sim, deployment, { index: ordinal, version, placedAt: sim.now + schedule, cause }),
    pull: drawDuration(sim, behaviour.pull ?? assumptions['replica.pull.duration'], subject, 'pull'),
    start: drawStart(sim, deployment),
  });
  const replica = addReplica(sim.world, deployment, { ordinal, version }, start, sim.now);
  const about = { subject, ordinal, reason, cause };
  replica.cause = note(sim, 'replica.created', about, startFacts(sim.world, deployment, replica));
  openReplica(sim.world, deployment, replica, replica.cause);
  mountShared(sim, deployment, replica);
  sim.add(replica.startedAt, rank.ready, kind['replica.started'], deployment.handle, replica.handle);
}

/** A replica of the world as it was before the run: ready for long (`run.start`). */
export function settleReplica(sim: Sim, deployment: Deployment, ordinal: number, version: number): void {
  const since = sim.now - settledFor;
  const start = { placedAt: sim.now, mountedAt: sim.now, pulledAt: sim.now, startedAt: sim.now };
  bindVolumes(sim, deployment, { index: ordinal, version, placedAt: sim.now, cause: deployment.cause });
  const replica = addReplica(sim.world, deployment, { ordinal, version }, start, sim.now);
  replica.phase = 'running';
  replica.runningSince = since;
  replica.ready = true;
  replica.readySince = since;
  replica.available = true;
  replica.flowsSince = sim.now;
  const about = { subject: deployment.subject, ordinal, reason: settled, cause: null };
  replica.cause = note(sim, 'replica.settled', about, startFacts(sim.world, deployment, replica));
  openReplica(sim.world, deployment, replica, replica.cause);
  mountShared(sim, deployment, replica);
  armTroubles(sim, deployment, replica, sim.now);
}

function addReplica(
  world: World,
  deployment: Deployment,
  { ordinal, version }: { readonly ordinal: number; readonly version: number },
  start: StartInstants,
  createdAt: Instant,
): Replica {
  const mounter = mounterOf(deployment.behaviour, world.assumptions);
  const replica = newReplica({ deployment: deployment.handle, ordinal, version, createdAt, zone: 0, mounter }, start);
  replica.handle = world.replicas.add(replica);
  deployment.replicas.push(replica.handle);
  return replica;
}

function startFacts(world: World, deployment: Deployment, replica: Replica): ReplicaStart {
  return {
    version: replica.version,
    placedAt: replica.placedAt,
    startedAt: replica.startedAt,
    reserved: outfitOf(world, deployment, revisionOf(deployment, replica.version).settings.containers).reserves,
    mounter: replica.mounter,
  };
}

function drawStart(sim: Sim, { subject, behaviour }: Deployment): number {
  const extra = behaviour.start === undefined ? 0 : drawDuration(sim, behaviour.start, subject, 'start.extra');
  return drawDuration(sim, sim.world.assumptions['replica.start.duration'], subject, 'start') + extra;
}

/** Containers run: for the first time, or again after an exit. */
export function onReplicaStarted(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || (replica.phase !== 'starting' && replica.phase !== 'backoff')) return;
  if (replica.startedAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  if (replica.phase === 'backoff') {
    const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: started, cause: replica.cause };
    replica.cause = note(sim, 'replica.restarted', about, { startedAt: sim.now });
  }
  replica.phase = 'running';
  replica.runningSince = sim.now;
  replica.flowsSince = sim.now;
  armTroubles(sim, deployment, replica, sim.now);
  const { settings } = revisionOf(deployment, replica.version);
  const { behaviour, subject } = deployment;
  const up = behaviour.readyAfter === undefined ? 0 : drawDuration(sim, behaviour.readyAfter, subject, 'readyAfter');
  const readyAt = sim.now + readyAfterStart(settings, up);
  replica.readyAt = readyAt;
  if (readyAt === sim.now) becomeReady(sim, deployment, replica);
  else sim.add(readyAt, rank.ready, kind['replica.ready'], handle, replicaHandle);
}

export function onReplicaReady(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.phase !== 'running' || replica.readyAt !== sim.now) return;
  becomeReady(sim, deploymentAt(sim.world, handle), replica);
}

function becomeReady(sim: Sim, deployment: Deployment, replica: Replica): void {
  replica.ready = true;
  replica.readySince = sim.now;
  replica.readyAt = null;
  deployment.awaitedSince = null;
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: readied, cause: replica.cause };
  replica.cause = note(sim, 'replica.ready', about, {});
  replica.availableAt = availableAt(
    { ...replica, minReady: deployment.settings.rollout.minReady },
    sim.world.assumptions,
  );
  if (replica.availableAt === sim.now) becomeAvailable(sim, deployment, replica);
  else if (replica.availableAt !== null) {
    sim.add(replica.availableAt, rank.ready, kind['replica.available'], deployment.handle, replica.handle);
  }
  addPass(sim, deployment);
}

export function onReplicaAvailable(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || !replica.ready || replica.availableAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  becomeAvailable(sim, deployment, replica);
  addPass(sim, deployment);
}

function becomeAvailable(sim: Sim, deployment: Deployment, replica: Replica): void {
  replica.available = true;
  replica.availableAt = null;
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: availabled, cause: replica.cause };
  note(sim, 'replica.available', about, {});
}

/** Another `minReadySeconds` counts from now on, for replicas that are ready already too (ROLL-2, ROLL-3). */
export function retimeAvailability(sim: Sim, deployment: Deployment): void {
  const { minReady } = deployment.settings.rollout;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(sim.world, handle);
    const dueAt = availableAt({ ...replica, minReady }, sim.world.assumptions);
    if (dueAt === null || (replica.available && dueAt <= sim.now)) continue;
    replica.available = false;
    replica.availableAt = dueAt;
    if (dueAt <= sim.now) becomeAvailable(sim, deployment, replica);
    else sim.add(dueAt, rank.ready, kind['replica.available'], deployment.handle, handle);
  }
}

/** Its containers no longer run, or no longer count. */
function loseReady(sim: Sim, deployment: Deployment, replica: Replica): void {
  countEgress(sim.world, sim.world.ledger, deployment, replica, sim.now);
  replica.flowsSince = null;
  replica.ready = false;
  replica.readySince = null;
  replica.available = false;
  replica.readyAt = null;
  replica.availableAt = null;
  replica.exitsAt = null;
  replica.overflowsAt = null;
  replica.runningSince = null;
}

/** Draws when this run of its containers ends by itself, and sees when its ephemeral storage will overflow. */
function armTroubles(sim: Sim, deployment: Deployment, replica: Replica, from: Instant): void {
  const { behaviour, subject, handle } = deployment;
  if (behaviour.crashEvery !== undefined) {
    const exitsAt = from + Math.max(1, drawDuration(sim, behaviour.crashEvery, subject, 'crash'));
    replica.exitsAt = exitsAt;
    sim.add(exitsAt, rank.finish, kind['replica.exited'], handle, replica.handle);
  }
  if (behaviour.ephemeral !== undefined) {
    const { settings } = revisionOf(deployment, replica.version);
    replica.overflowsAt = exceedsAt({ ...behaviour.ephemeral, startedAt: from }, settings.ephemeralBytes);
    if (replica.overflowsAt === null) return;
    sim.add(Math.max(from, replica.overflowsAt), rank.finish, kind['replica.overflowed'], handle, replica.handle);
  }
}

/** A container exited: not ready, and started again in place after a wait (4.6). */
export function onReplicaExited(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.exitsAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { assumptions } = sim.world;
  const ran = sim.now - (replica.runningSince ?? sim.now);
  loseReady(sim, deployment, replica);
  replica.phase = 'backoff';
  replica.restarts += 1;
  replica.crashes = crashesInRow(replica.crashes, ran, assumptions['replica.backoff.reset']);
  const wait = backoffWait(replica.crashes, crashBackoff(assumptions));
  replica.startedAt = planRestart({ exitedAt: sim.now, wait, start: drawStart(sim, deployment) });
  const container = revisionOf(deployment, replica.version).settings.containers[0]?.name ?? '';
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: exited, cause: replica.cause };
  replica.cause = note(sim, 'replica.exited', about, {
    container,
    restarts: replica.restarts,
    restartAt: replica.startedAt,
  });
  sim.add(replica.startedAt, rank.ready, kind['replica.started'], handle, replicaHandle);
  addPass(sim, deployment);
}

/** More ephemeral storage than allotted: killed at once; a pass replaces it (EPH-3). */
export function onReplicaOverflowed(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.overflowsAt === null || replica.phase !== 'running') return;
  if (Math.max(replica.overflowsAt, replica.runningSince ?? 0) !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { settings } = revisionOf(deployment, replica.version);
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: evicted, cause: replica.cause };
  const data = { overflowedAt: replica.overflowsAt, allottedBytes: settings.ephemeralBytes };
  replica.cause = note(sim, 'replica.evicted', about, data);
  loseReplica(sim, deployment, replica);
}

/** A replica's name, as the platform shows it (REPL-1). */
export function nameOfReplica({ name, settings }: Deployment, { version, ordinal }: Replica): string {
  return replicaName({ workload: name, type: settings.type, version, ordinal });
}

/**
 * Notes on which version the index of a stateful replica returns that goes for other reasons than its update: on the one that it ran, if that was
 * the last one to be everywhere; else on the newest, so that a broken version in between does not come back (5.6, 5.9).
 */
export function noteReturn(deployment: Deployment, { ordinal, version }: Replica): void {
  if (deployment.settings.type !== 'stateful') return;
  deployment.returnsOn[ordinal] = version === deployment.completedVersion ? version : null;
}

/** Gone without a word, as if it had never stopped: an index returns on the version that it ran. */
function loseReplica(sim: Sim, deployment: Deployment, replica: Replica): void {
  loseReady(sim, deployment, replica);
  noteReturn(deployment, replica);
  // Whoever takes its place comes for this, unless a rollout is what replicas come for.
  if (deployment.rollout === null) deployment.cause = replica.cause;
  replica.phase = 'terminating';
  replica.goneAt = sim.now;
  endReplica(sim, deployment, replica, evicted);
}

interface Leaving {
  readonly reason: Reason;
  readonly why: string;
  /** Absent: what last set the deployment's wishes. */
  readonly cause?: number;
}

/** Out of routing now, gone when its process has stopped or its grace is over (4.5). */
export function terminateReplica(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  { reason, why, cause }: Leaving,
): void {
  const { assumptions } = sim.world;
  const { behaviour, subject } = deployment;
  const stop = drawDuration(sim, behaviour.stop ?? assumptions['replica.stop.duration'], subject, 'stop');
  const grace = deployment.settings.rollout.terminationGrace;
  const { signalAfter, goneAfter } = planTermination({ grace, stop }, assumptions['termination.preStop']);
  loseReady(sim, deployment, replica);
  replica.phase = 'terminating';
  replica.goneAt = sim.now + goneAfter;
  const about = { subject, ordinal: replica.ordinal, reason, cause: cause ?? deployment.cause };
  const data = { signalAt: sim.now + signalAfter, goneAt: replica.goneAt, why };
  replica.cause = note(sim, 'replica.terminating', about, data);
  if (assumptions['billing.replicaUntil'] === 'terminating') closeReplica(sim.world, replica, sim.now, replica.cause);
  sim.add(replica.goneAt, rank.finish, kind['replica.gone'], deployment.handle, replica.handle);
}

export function onReplicaGone(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.goneAt !== sim.now) return;
  endReplica(sim, deploymentAt(sim.world, handle), replica, gone);
}

function endReplica(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason): void {
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause: replica.cause };
  const seq = note(sim, 'replica.gone', about, {});
  closeReplica(sim.world, replica, sim.now, seq);
  sim.world.replicas.remove(replica.handle);
  deployment.replicas = deployment.replicas.filter((handle) => handle !== replica.handle);
  releaseVolumes(sim, deployment, replica, seq);
  addPass(sim, deployment);
  finishClosing(sim, deployment);
}
