/**
 * The life of a replica: it is created or exists from the start, is terminated or lost, and is gone.
 */

import type { Reason } from '../../../engine/journal.ts';
import { day, type Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import type { ReplicaStart } from '../../facts.ts';
import { pullsFailUntil, stuckBy } from '../../fault/handlers/state.ts';
import { anywhere, isSpread, placeOfReplica, type ReplicaPlace } from '../../fault/handlers/zone.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, drawStart, isHeard, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { meterReplica } from '../../metering/handlers/replicaMeter.ts';
import { mounterBehaviourOf, mounterOf, replicaReservationOf } from '../../metering/handlers/replicaReservation.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { bindVolumes } from '../../volume/handlers/binding.ts';
import { mountShared } from '../../volume/handlers/mount.ts';
import type { World } from '../../world.ts';
import { type Deployment, drawItemOfReplica, revisionOf } from '../deployment.ts';
import { countIn, setAvailable } from '../fleet.ts';
import { planPull, pullBackoff } from '../pulling.ts';
import { createReplica as newReplica, type Replica } from '../replica.ts';
import { planStart, type StartInstants, stepsAssumed } from '../start.ts';
import { zoneName } from '../zone.ts';
import { areAtHand, keepImages, pullOf } from './images.ts';
import { armRunEnd } from './runEnd.ts';
import { passCause } from './wake.ts';

/** The age of everything that a run starts with: longer than any wait, window or grace that looks back. */
export const settledFor = 30 * day;

const settled = because([], ['run.start']);
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
  const of = drawItemOfReplica(deployment, { createdAt: sim.now, ordinal, restarts: 0 });
  const schedule = drawDuration(sim, assumptions['replica.schedule.duration'], of, 'schedule');
  const place = placeOfReplica(sim.world, deployment, ordinal);
  if (place === null) throw new Error(`no zone is available for replica ${ordinal} of ${subject.name}`);
  const { zone } = place;
  const placedAt = sim.now + schedule;
  const { steps: volumes, cause } = bindVolumes(sim, deployment, {
    zone,
    index: ordinal,
    version,
    placedAt,
    cause: passCause(deployment),
  });
  const { containers } = revisionOf(deployment, version).settings;
  const isAtHand = areAtHand(sim.world, deployment, containers, sim.now);
  const pull = drawDuration(sim, pullOf(sim.world, deployment, containers, sim.now), of, 'pull');
  const { whole, added } = drawStart(sim, deployment, of);
  const steps = { createdAt: sim.now, schedule, volumes, pull, start: whole };
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
  const facts = startFacts(sim.world, deployment, replica);
  const data = isHeard(sim) ? withSteps(facts, start, added, behaviour.pull !== undefined) : facts;
  replica.cause = note(sim, 'replica.created', about, data, facts);
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
  const start = { placedAt: sim.now, prepared: null, mountedAt: sim.now, pulledAt: sim.now, startedAt: sim.now };
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

/** The facts of a start with the instants of its steps, and what of them its workload's behaviour states. */
function withSteps(
  facts: ReplicaStart,
  { prepared, mountedAt, pulledAt }: StartInstants,
  addedMs: number,
  ownPull: boolean,
): ReplicaStart {
  const { version, placedAt, startedAt, reserved, mounter, ephemeralBytes, zone } = facts;
  // Most starts have only these fields. Written out, they take a fraction of the time of a spread.
  if (prepared === null && addedMs === 0 && !ownPull && ephemeralBytes === undefined && zone === undefined)
    return { version, placedAt, startedAt, reserved, mounter, mountedAt, pulledAt };
  return {
    ...facts,
    mountedAt,
    pulledAt,
    ...(prepared !== null && { preparedAt: prepared.at, preparedBy: prepared.by }),
    ...(addedMs > 0 && { addedMs }),
    ...(ownPull && { ownPull }),
  };
}

/** What it is billed for begins. */
function meterNew({ world, now }: Sim, deployment: Deployment, replica: Replica): void {
  const mounter = mounterBehaviourOf(deployment.behaviour, revisionOf(deployment, replica.version).settings);
  decided(world, 'billing.replicaFrom');
  if (deployment.replicas.length > deployment.desired) decided(world, 'billing.surge');
  if (mounter !== null) decided(world, 'billing.mounterPer');
  if (mounter !== null && (mounter.cpuMillicores === undefined || mounter.memoryBytes === undefined))
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
  const { settings } = revisionOf(deployment, version);
  const mounter = mounterOf(mounterBehaviourOf(deployment.behaviour, settings), world.assumptions);
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
  const { version, placedAt, startedAt, mounter } = replica;
  const { reserves: reserved, ephemeralBytes } = reservation;
  const reserving = { version, placedAt, startedAt, reserved, mounter };
  const facts = ephemeralBytes === null ? reserving : { ...reserving, ephemeralBytes };
  return isSpread(deployment) || replica.zone !== anywhere.zone ? { ...facts, zone: zoneName(replica.zone) } : facts;
}
