/**
 * The end of a step of a volume's device: the device has been created, or a job on it is done and the next job begins.
 */

import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { endCommand } from '../../api/handlers/command.ts';
import type { FactData } from '../../facts.ts';
import { type About, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { holdDevice } from '../../metering/handlers/volumeMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { setMoving } from '../../workload/fleet.ts';
import { noteReturn, terminateReplica } from '../../workload/handlers/terminateReplica.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { Replica } from '../../workload/replica.ts';
import {
  deploymentsOf,
  replicaAt,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
} from '../../world.ts';
import type { DeviceWorkPlan } from '../deviceWork.ts';
import { type DeviceJob, isDeviceJob } from '../job.ts';
import { forgetReadings, settleUse } from '../stretch.ts';
import { noteUse } from '../useSince.ts';
import { setUse } from '../volume.ts';
import { armReading } from './armReading.ts';
import { holderOf, indexWanted, keyIn } from './holders.ts';
import { settleReadings } from './readingsAhead.ts';
import { restVolume } from './restVolume.ts';
import { dropSnapshots } from './snapshot.ts';
import { useChangeNow, usedNow } from './usage.ts';
import { noteStart } from './volume.ts';
import { endHolder, finishPreparation, planOf, startNext, startWaiting } from './volumeJob.ts';

const created = because(['VOL-12'], ['volume.duration.create']);

const createdShared = because(['VOL-17']);

/** A device is there: empty, bound to the replica that waited for it. */
function finishCreation(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const { volume, subject } = entity;
  volume.createdAt = sim.now;
  volume.usageClockAt = sim.now;
  volume.usageOffsetBytes = 0;
  volume.steadySince = sim.now;
  volume.isFull = false;
  // What an earlier device of this index held says nothing of this one.
  if (sim.world.assumptions['volume.usage.readingsOnLoss'] === 'drop') forgetReadings(volume);
  entity.stepAt = null;
  // Attached to the replica that waited for it: another one would have to take it from there.
  entity.isAtHand = holderOf(sim.world, set, entity) === null;
  // It has a device from here on; what that makes it is decided below.
  volume.lifecycle = 'repairing';
  const reason = set.settings.fileSystem === 'shared' ? createdShared : created;
  entity.cause = noteStart(sim, 'volume.created', { subject, reason, cause: entity.cause }, set, entity);
  noteUse(entity.uses, set, volume, sim.now);
  holdDevice(sim, set, entity, volume.capacityMicroGB, entity.cause);
  armReading(sim, set, entity);
  if (entity.jobs[0]?.stage !== 'device') restVolume(sim, set, entity, entity.cause);
  startWaiting(sim, set, entity);
}

/** A device is there, or the work on it is done. */
export function onVolumeStep(sim: Sim, handle: number, step: number): void {
  const entity = volumeAt(sim.world, handle);
  const set = volumesetAt(sim.world, entity.volume.volumeset);
  if (step === 0 && entity.volume.lifecycle === 'creating' && entity.stepAt === sim.now)
    finishCreation(sim, set, entity);
  const [job] = entity.jobs;
  if (step === 2 && job?.stage === 'preparing' && isDeviceJob(job)) finishPreparation(sim, set, entity, job);
  if (step === 1 && job?.stage === 'device' && isDeviceJob(job)) finishJob(sim, set, entity, job);
}

function finishJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  settleReadings(sim, set, entity);
  entity.stepAt = null;
  const plan = planOf(sim, set, job);
  changeDevice(sim, set, entity, job, plan.changes);
  entity.jobs = entity.jobs.slice(1);
  if (job.command !== null) endCommand(sim, job.command, 'completed', null, entity.cause);
  const wanted = indexWanted(sim.world, set, entity);
  const isShared = set.settings.fileSystem === 'shared';
  const { after, keepsAway } = plan;
  // It has held the device while that grew, and mounts it anew.
  const holder = after === 'holder' ? holderOf(sim.world, set, entity) : null;
  if (holder !== null) endHolder(sim, set, holder, { ...job, cause: entity.cause });
  if (startNext(sim, set, entity)) return;
  // Where nobody waits for it, the next replica takes it like every known volume.
  if (keepsAway) entity.isAtHand = wanted !== null;
  if (after === 'oneByOne' || after === 'allAtOnce') restartMounting(sim, set, entity, plan);
  if (!isShared && wanted !== null) addPass(sim, wanted, entity.cause);
  if (entity.volume.lifecycle !== 'deleted') restVolume(sim, set, entity, entity.cause);
}

function changeDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob, reason: Reason): void {
  const { volume, subject } = entity;
  const fromMicroGB = volume.capacityMicroGB;
  const { toMicroGB } = job;
  const hadBytes = usedNow(sim, set, entity);
  const about = { subject, reason, cause: job.cause };
  settleUse(volume, set.usage, set.settings, useChangeNow(sim, entity));
  if (job.does === 'expand') {
    volume.capacityMicroGB = toMicroGB;
    entity.cause = noteWorked(sim, 'volume.expanded', about, { fromMicroGB, toMicroGB, usedBytes: hadBytes }, job);
  } else if (toMicroGB === 0) {
    volume.lifecycle = 'deleted';
    entity.cause = noteWorked(sim, 'volume.deleted', about, { capacityMicroGB: fromMicroGB, lostBytes: hadBytes }, job);
  } else {
    const usedBytes = job.usedBytes ?? 0;
    volume.capacityMicroGB = toMicroGB;
    volume.generation += 1;
    volume.keyId = keyIn(set, sim.world.locations[volume.location] ?? '');
    volume.createdAt = sim.now;
    volume.lifecycle = 'repairing';
    setUse(volume, set.usage, sim.now, usedBytes);
    if (sim.world.assumptions['volume.usage.readingsOnLoss'] === 'drop') forgetReadings(volume);
    const lostBytes = job.does === 'restore' ? Math.max(0, hadBytes - usedBytes) : hadBytes;
    const facts = { fromMicroGB, toMicroGB, usedBytes, lostBytes, why: job.does };
    entity.cause = noteWorked(sim, 'volume.replaced', about, facts, job);
    decided(sim.world, 'billing.replacementOverlap');
    // Another device is another run: a metering policy rounds the old one's length apart from the new one's.
    holdDevice(sim, set, entity, 0, entity.cause);
  }
  if (job.does !== 'expand') dropSnapshots(sim, entity);
  noteUse(entity.uses, set, volume, sim.now);
  volume.isFull = false;
  volume.standingRefusal = null;
  holdDevice(sim, set, entity, volume.lifecycle === 'deleted' ? 0 : toMicroGB, entity.cause);
  if (volume.lifecycle !== 'deleted') armReading(sim, set, entity);
}

/** Journals what work has made of a device; since when it was worked on tells why it took so long. */
function noteWorked<Type extends 'volume.expanded' | 'volume.replaced' | 'volume.deleted'>(
  sim: Sim,
  type: Type,
  about: About,
  facts: FactData[Type],
  { beganAt }: DeviceJob,
): number {
  return note(sim, type, about, beganAt === undefined ? facts : { ...facts, beganAt }, facts);
}

/** Replicas that mount a shared volume count as old until each has restarted; or they all leave at once. */
function restartMounting(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  { after, restarts }: DeviceWorkPlan,
): void {
  const location = sim.world.locations[entity.volume.location]!;
  for (const link of sim.world.control.mounts.get(set.link) ?? []) {
    for (const deployment of deploymentsOf(sim.world, link)) {
      if (deployment.location !== location) continue;
      for (const handle of deployment.replicas) {
        const replica = replicaAt(sim.world, handle);
        if (after === 'oneByOne') setMoving(deployment, replica);
        else if (replica.phase !== 'terminating') restartAtOnce(sim, deployment, replica, restarts, entity.cause);
      }
      addPass(sim, deployment, entity.cause);
    }
  }
}

function restartAtOnce(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason, cause: number): void {
  terminateReplica(sim, deployment, replica, { reason, why: 'expand of its volume', cause });
  noteReturn(deployment, replica);
}
