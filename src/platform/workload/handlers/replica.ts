/**
 * A replica comes and goes: created or there from the start, terminated or lost, gone.
 */
import type { Reason } from '../../../engine/journal.ts';
import { day, type Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { finishVolumesets } from '../../api/handlers/deletion.ts';
import { admitCalls } from '../../call/handlers/line.ts';
import { dropCalls } from '../../call/handlers/progress.ts';
import type { ReplicaStart } from '../../facts.ts';
import { pullsFailUntil, stuckBy } from '../../fault/handlers/state.ts';
import { anywhere, isSpread, placeOfReplica, type ReplicaPlace } from '../../fault/handlers/zone.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, drawStart, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import { closeMounts, closeReplica, meterReplica } from '../../metering/handlers/replicaMeter.ts';
import { allottedFact, mounterOf, replicaReservationOf } from '../../metering/handlers/replicaReservation.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { awaitedEntry, bindVolumes, releaseVolumes } from '../../volume/handlers/binding.ts';
import { mountShared } from '../../volume/handlers/mount.ts';
import { deploymentAt, type World } from '../../world.ts';
import { type Deployment, revisionOf } from '../deployment.ts';
import { countIn, setAvailable } from '../fleet.ts';
import { planPull, pullBackoff } from '../pulling.ts';
import { createReplica as newReplica, type Replica } from '../replica.ts';
import { planStart, type StartInstants, stepsAssumed } from '../start.ts';
import { planTermination } from '../termination.ts';
import { zoneName } from '../zone.ts';
import { finishClosing } from './closing.ts';
import { areAtHand, keepImages, pullOf } from './images.ts';
import { considerPass } from './passNeeded.ts';
import { loseReady } from './readiness.ts';
import { forgetRevisions } from './rollout.ts';
import { armRunEnd } from './runEnd.ts';
import { addPass } from './wake.ts';

/** How long what a run starts with has been running: longer than any wait, window or grace that looks back. */
export const settledFor = 30 * day;

const settled = because([], ['run.start']);
const gone = because(['ROLL-11'], ['termination.preStop', 'replica.stop.duration']);
const goneIdle = because(['ROLL-11'], ['termination.notRunning', 'termination.preStop', 'replica.stop.duration']);

const unpulled = because([], ['replica.backoff.pullFirst', 'replica.backoff.pullFactor', 'replica.backoff.pullCap']);
const noTries = { failed: 0, wait: 0 } as const;

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
  const place = placeOfReplica(sim.world, deployment, ordinal);
  if (place === null) throw new Error(`${subject.name} has no zone for replica ${ordinal}`);
  const ledBy = awaitedEntry(sim.world, deployment, { index: ordinal, version }) ?? deployment.cause;
  const { zone } = place;
  const placedAt = sim.now + schedule;
  const { steps: volumes, cause } = bindVolumes(sim, deployment, {
    zone,
    index: ordinal,
    version,
    placedAt,
    cause: ledBy,
  });
  const { containers } = revisionOf(deployment, version).settings;
  const isAtHand = areAtHand(sim.world, deployment, containers, sim.now);
  const pull = drawDuration(sim, pullOf(sim.world, deployment, containers, sim.now), subject, 'pull');
  const steps = { createdAt: sim.now, schedule, volumes, pull, start: drawStart(sim, deployment) };
  const failing = isAtHand ? null : pullsFailUntil(sim.world, deployment);
  const tries =
    failing === null
      ? noTries
      : planPull({
          from: planStart(steps).mountedAt,
          failsUntil: failing.until,
          backoff: pullBackoff(assumptions),
        });
  const start = planStart(tries.wait === 0 ? steps : { ...steps, pull: pull + tries.wait });
  keepImages(sim.world, deployment, containers, start.pulledAt);
  settleLoad(sim, deployment);
  const replica = addReplica(sim.world, deployment, { ordinal, version, place }, start, sim.now);
  for (const { id } of stuckBy(sim.world, deployment)) replica.heldBy = [...replica.heldBy, id];
  replica.answers = replica.heldBy.length === 0;
  followLoad(sim, deployment);
  const lasting = stepsAssumed({ pulls: behaviour.pull === undefined, isAtHand, attaches: volumes.length > 0 });
  const about = { subject, ordinal, reason: placed(alsoBecause(reason, lasting), place), cause };
  replica.cause = note(sim, 'replica.created', about, startFacts(sim.world, deployment, replica));
  meterNew(sim, deployment, replica);
  mountShared(sim, deployment, replica);
  if (failing !== null && tries.failed > 0) {
    const data = { failures: tries.failed, startedAt: replica.startedAt };
    replica.cause = note(sim, 'replica.pullFailed', { subject, ordinal, reason: unpulled, cause: failing.cause }, data);
  }
  sim.add(replica.startedAt, rank.ready, kind['replica.started'], deployment.handle, replica.handle);
}

/** A replica of the world as it was before the run: ready for long (`run.start`). */
export function settleReplica(sim: Sim, deployment: Deployment, ordinal: number, version: number): void {
  const since = sim.now - settledFor;
  const start = { placedAt: sim.now, mountedAt: sim.now, pulledAt: sim.now, startedAt: sim.now };
  const place = placeOfReplica(sim.world, deployment, ordinal) ?? anywhere;
  const { zone } = place;
  bindVolumes(sim, deployment, { zone, index: ordinal, version, placedAt: sim.now, cause: deployment.cause });
  const replica = addReplica(sim.world, deployment, { ordinal, version, place }, start, sim.now);
  keepImages(sim.world, deployment, revisionOf(deployment, version).settings.containers, since);
  replica.phase = 'running';
  replica.runningSince = since;
  replica.ready = true;
  deployment.ready += 1;
  replica.readySince = since;
  replica.wasReady = true;
  setAvailable(deployment, replica, true);
  replica.flowsSince = sim.now;
  const about = { subject: deployment.subject, ordinal, reason: placed(settled, place), cause: null };
  replica.cause = note(sim, 'replica.settled', about, startFacts(sim.world, deployment, replica));
  meterNew(sim, deployment, replica);
  mountShared(sim, deployment, replica);
  armRunEnd(sim, deployment, replica, sim.now);
}

/** What it is billed for begins. */
function meterNew({ world, now }: Sim, deployment: Deployment, replica: Replica): void {
  const { mounter } = deployment.behaviour;
  decided(world, 'billing.replicaFrom');
  if (deployment.replicas.length > deployment.desired) decided(world, 'billing.surge');
  if (mounter !== undefined) decided(world, 'billing.mounterPer');
  if (mounter !== undefined && (mounter.cpuMillicores === undefined || mounter.memoryBytes === undefined))
    decided(world, 'billing.mounterReserve');
  meterReplica(world, deployment, replica, now, replica.cause);
}

function placed(reason: Reason, place: ReplicaPlace): Reason {
  return place.reason === null ? reason : alsoBecause(reason, place.reason);
}

function addReplica(
  world: World,
  deployment: Deployment,
  { ordinal, version, place }: { readonly ordinal: number; readonly version: number; readonly place: ReplicaPlace },
  start: StartInstants,
  createdAt: Instant,
): Replica {
  const mounter = mounterOf(deployment.behaviour, world.assumptions);
  const { zone } = place;
  const replica = newReplica({ deployment: deployment.handle, ordinal, version, createdAt, zone, mounter }, start);
  replica.handle = world.replicas.add(replica);
  deployment.replicas.push(replica.handle);
  countIn(deployment, replica);
  return replica;
}

function startFacts(world: World, deployment: Deployment, replica: Replica): ReplicaStart {
  const reservation = replicaReservationOf(
    world,
    deployment,
    revisionOf(deployment, replica.version).settings.containers,
  );
  const facts = {
    version: replica.version,
    placedAt: replica.placedAt,
    startedAt: replica.startedAt,
    reserved: reservation.reserves,
    mounter: replica.mounter,
    ...allottedFact(reservation),
  };
  return isSpread(deployment) || replica.zone !== anywhere.zone ? { ...facts, zone: zoneName(replica.zone) } : facts;
}

/**
 * Notes on which version the index of a stateful replica returns that goes for other reasons than its update: on the
 * one that it ran, if that was the last one to be everywhere; else on the newest, so that a broken version in between
 * does not come back (5.6, 5.9).
 */
export function noteReturn(deployment: Deployment, { ordinal, version }: Replica): void {
  if (deployment.settings.type !== 'stateful') return;
  deployment.returnsOn[ordinal] = version === deployment.completedVersion ? version : null;
}

/** Gone without a word, as if it had never stopped: an index returns on the version that it ran. */
export function loseReplica(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason): void {
  loseReady(sim, deployment, replica, { phase: 'terminating', runsOn: false });
  noteReturn(deployment, replica);
  // Whoever takes its place comes for this, unless a rollout is what replicas come for.
  if (deployment.rollout === null) deployment.cause = replica.cause;
  replica.goneAt = sim.now;
  addPass(sim, deployment);
  endReplica(sim, deployment, replica, reason);
}

interface Leaving {
  readonly reason: Reason;
  readonly why: string;
  /** Absent: what last set the deployment's wishes. */
  readonly cause?: number;
}

/**
 * Out of routing now, gone when its process has stopped or its grace is over (4.5); one that does not run, as
 * `termination.notRunning` says.
 */
export function terminateReplica(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  { reason, why, cause }: Leaving,
): void {
  const { assumptions } = sim.world;
  const { behaviour, subject } = deployment;
  const stop = drawDuration(sim, behaviour.stop ?? assumptions['replica.stop.duration'], subject, 'stop');
  const isAtOnce = replica.runningSince === null && assumptions['termination.notRunning'] === 'atOnce';
  const grace = isAtOnce ? 0 : deployment.settings.rollout.terminationGrace;
  const { signalAfter, goneAfter } = planTermination({ grace, stop }, assumptions);
  loseReady(sim, deployment, replica, { phase: 'terminating', runsOn: true });
  replica.goneAt = sim.now + goneAfter;
  const about = { subject, ordinal: replica.ordinal, reason, cause: cause ?? deployment.cause };
  const data = { signalAt: sim.now + signalAfter, goneAt: replica.goneAt, why };
  replica.cause = note(sim, 'replica.terminating', about, data);
  decided(sim.world, 'billing.replicaUntil');
  if (assumptions['billing.replicaUntil'] === 'terminating') {
    meterReplica(sim.world, deployment, replica, sim.now, replica.cause);
    closeMounts(sim.world, replica, sim.now, replica.cause);
  }
  sim.add(replica.goneAt, rank.finish, kind['replica.gone'], deployment.handle, replica.handle);
}

export function onReplicaGone(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.goneAt !== sim.now) return;
  endReplica(sim, deploymentAt(sim.world, handle), replica, replica.runningSince === null ? goneIdle : gone);
}

function endReplica(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason): void {
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause: replica.cause };
  const seq = note(sim, 'replica.gone', about, {});
  // With nobody ready it may have answered to the last.
  const isMissed = deployment.ready === 0;
  if (isMissed) settleLoad(sim, deployment);
  closeReplica(sim.world, replica, sim.now, seq);
  closeMounts(sim.world, replica, sim.now, seq);
  dropCalls(sim, deployment, replica, seq);
  sim.world.replicas.remove(replica.handle);
  deployment.replicas.splice(deployment.replicas.indexOf(replica.handle), 1);
  meterDeployment(sim, deployment, seq);
  if (isMissed) followLoad(sim, deployment);
  else admitCalls(sim, deployment);
  releaseVolumes(sim, deployment, replica, seq);
  finishVolumesets(sim, deployment, replica.version, seq);
  if (deployment.revisions.length > 1) forgetRevisions(sim.world, deployment);
  considerPass(sim, deployment);
  finishClosing(sim, deployment, seq);
}
