/**
 * Work on a volume's device, one job at a time: its replica leaves first, the device is changed, the replica returns.
 */
import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { beginCommand, endCommand } from '../../api/handlers/command.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { beginReplacement, holdDevice, requestCapacity } from '../../metering/handlers/volumeMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { setMoving } from '../../workload/fleet.ts';
import { noteReturn, terminateReplica } from '../../workload/handlers/replica.ts';
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
import { type DeviceJob, type DeviceWork, isDeviceJob, type VolumeJob } from '../job.ts';
import { forgetReadings, settleUse } from '../stretch.ts';
import { noteUse } from '../useSince.ts';
import { setUse } from '../volume.ts';
import { holderOf, indexWanted, restVolume } from './binding.ts';
import { armReading } from './reading.ts';
import { settleReadings } from './readingsAhead.ts';
import { changeSnapshots, dropSnapshots } from './snapshot.ts';
import { useChangeNow, usedNow } from './usage.ts';
import { finishCreation, keyIn } from './volume.ts';
import { renewJob } from './volumeCommand.ts';

const worked = {
  expand: because(['VOLCMD-5'], ['volume.duration.device', 'volume.expand.order']),
  shrink: because(['VOLCMD-7'], ['volume.duration.device']),
  delete: because(['VOLCMD-8', 'VOL-16'], ['volume.duration.device']),
  restore: because(['VOLCMD-13', 'VOLCMD-14'], ['volume.duration.device']),
} as const satisfies Record<DeviceWork, Reason>;
const replacedInUse = because(['VOLCMD-9'], ['volume.duration.device']);
const expandedShared = because(['VOLCMD-5', 'VOLCMD-6'], ['volume.duration.device', 'volume.shared.restart']);
const sharedAtOnce = because(['VOLCMD-6'], ['volume.shared.restart']);
const restarted = {
  expand: because(['VOLCMD-6'], ['volume.expand.order']),
  shrink: because(['VOLCMD-6']),
  delete: because(['VOLCMD-9']),
  restore: because(['VOLCMD-6']),
} as const satisfies Record<DeviceWork, Reason>;

/**
 * Takes work on a volume that has been accepted; it waits its turn, a snapshot also for the device
 * (`snapshot.whileCreating`).
 */
export function addJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: VolumeJob): void {
  settleReadings(sim, set, entity);
  entity.jobs = [...entity.jobs, job];
  if (job.does === 'expand') requestCapacity(sim, set, entity, job.toMicroGB, job.cause);
  if (entity.jobs.length > 1) return;
  if (isDeviceJob(job)) startJob(sim, set, entity, job);
  else if (job.does === 'takeSnapshot' && entity.volume.lifecycle === 'creating') setStage(entity, 'creating');
  else {
    entity.jobs = [];
    changeSnapshots(sim, set, entity, job);
  }
}

/** A device has been created: work that waited for that begins. */
export function startWaiting(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  settleReadings(sim, set, entity);
  if (entity.jobs[0]?.stage !== 'creating' || startNext(sim, set, entity)) return;
  const wanted = indexWanted(sim.world, set, entity);
  if (wanted !== null) addPass(sim, wanted);
}

/**
 * Ends the linked replica first, where one holds the volume; or grows the device under it, and ends it then (VOLCMD-6,
 * `volume.expand.order`).
 */
function startJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  const holder = set.settings.fileSystem === 'shared' ? null : holderOf(sim.world, set, entity);
  const growsFirst = job.does === 'expand' && sim.world.assumptions['volume.expand.order'] === 'growFirst';
  if (holder === null || growsFirst) {
    startDevice(sim, set, entity);
    return;
  }
  setStage(entity, 'stopping');
  endHolder(sim, holder, job);
}

function endHolder(
  sim: Sim,
  { deployment, replica }: { readonly deployment: Deployment; readonly replica: Replica },
  { does, cause }: DeviceJob,
): void {
  if (replica.phase === 'terminating') return;
  terminateReplica(sim, deployment, replica, { reason: restarted[does], why: `${does} of its volume`, cause });
  noteReturn(deployment, replica);
}

function setStage(entity: VolumeEntity, stage: VolumeJob['stage']): void {
  entity.jobs = entity.jobs.map((job, index) => (index === 0 ? { ...job, stage } : job));
}

/** Begins to change a device that nobody holds. */
export function startDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  setStage(entity, 'device');
  const [job] = entity.jobs;
  if (job !== undefined && job.does !== 'expand' && job.toMicroGB > 0) beginReplacement(sim, set, entity, job.cause);
  if (entity.volume.lifecycle !== 'creating') entity.volume.lifecycle = 'repairing';
  const begins = Math.max(sim.now, entity.stepAt ?? sim.now);
  const takes = drawDuration(sim, sim.world.assumptions['volume.duration.device'], set.subject, 'device');
  sim.add(begins + takes, rank.finish, kind['volume.step'], entity.handle, 1);
  if (entity.volume.lifecycle !== 'creating') entity.stepAt = begins + takes;
}

/** A device is there, or the work on it is done. */
export function onVolumeStep(sim: Sim, handle: number, step: number): void {
  const entity = volumeAt(sim.world, handle);
  const set = volumesetAt(sim.world, entity.volume.volumeset);
  if (step === 0 && entity.volume.lifecycle === 'creating' && entity.stepAt === sim.now)
    finishCreation(sim, set, entity);
  const [job] = entity.jobs;
  if (step === 1 && job?.stage === 'device' && isDeviceJob(job)) finishJob(sim, set, entity, job);
}

function finishJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  settleReadings(sim, set, entity);
  entity.stepAt = null;
  changeDevice(sim, set, entity, job);
  entity.jobs = entity.jobs.slice(1);
  if (job.command !== null) endCommand(sim, job.command, 'completed', null, entity.cause);
  const wanted = indexWanted(sim.world, set, entity);
  const isShared = set.settings.fileSystem === 'shared';
  // It has held the device while that grew, and mounts it anew.
  const isHeld = !isShared && sim.world.assumptions['volume.expand.order'] === 'growFirst';
  const holder = isHeld ? holderOf(sim.world, set, entity) : null;
  if (holder !== null) endHolder(sim, holder, { ...job, cause: entity.cause });
  if (startNext(sim, set, entity)) return;
  // Where nobody waits for it, the next replica takes it like every known volume.
  entity.isAtHand = !isShared && wanted !== null;
  if (isShared && job.does === 'expand') restartMounting(sim, set, entity);
  if (!isShared && wanted !== null) addPass(sim, wanted);
  if (entity.volume.lifecycle !== 'deleted') restVolume(sim, set, entity, entity.cause);
}

/** Begins the next job that still makes sense; those that no longer do have failed. */
function startNext(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): boolean {
  for (let job = entity.jobs[0]; job !== undefined; job = entity.jobs[0]) {
    if (job.command !== null) beginCommand(sim, job.command, entity.cause);
    const renewed = renewJob(sim, set, entity, job);
    const trouble = typeof renewed === 'string' ? renewed : troubleOf(renewed, entity);
    if (typeof renewed !== 'string' && trouble === null && isDeviceJob(renewed)) {
      entity.jobs = [renewed, ...entity.jobs.slice(1)];
      startJob(sim, set, entity, renewed);
      return true;
    }
    entity.jobs = entity.jobs.slice(1);
    if (trouble === null) changeSnapshots(sim, set, entity, job);
    else if (job.command !== null) endCommand(sim, job.command, 'failed', trouble, entity.cause);
  }
  return false;
}

function troubleOf({ does, toMicroGB }: VolumeJob, { volume }: VolumeEntity): string | null {
  if (volume.lifecycle === 'deleted' && does !== 'restore') return 'the volume has been deleted meanwhile';
  if (does === 'expand' && toMicroGB <= volume.capacityMicroGB) return 'the volume has become as large meanwhile';
  if (does === 'shrink' && toMicroGB >= volume.capacityMicroGB) return 'the volume has become as small meanwhile';
  return null;
}

function changeDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  const { volume, subject } = entity;
  const fromMicroGB = volume.capacityMicroGB;
  const { toMicroGB } = job;
  const hadBytes = usedNow(sim, set, entity);
  const about = { subject, reason: reasonOf(set, job), cause: job.cause };
  settleUse(volume, set.usage, set.settings, useChangeNow(sim, entity));
  if (job.does === 'expand') {
    volume.capacityMicroGB = toMicroGB;
    entity.cause = note(sim, 'volume.expanded', about, { fromMicroGB, toMicroGB, usedBytes: hadBytes });
  } else if (toMicroGB === 0) {
    volume.lifecycle = 'deleted';
    entity.cause = note(sim, 'volume.deleted', about, { capacityMicroGB: fromMicroGB, lostBytes: hadBytes });
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
    entity.cause = note(sim, 'volume.replaced', about, { fromMicroGB, toMicroGB, usedBytes, lostBytes, why: job.does });
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

function reasonOf({ settings }: VolumesetEntity, { does, toMicroGB }: DeviceJob): Reason {
  if (does === 'delete' && toMicroGB > 0) return replacedInUse;
  return settings.fileSystem === 'shared' && does === 'expand' ? expandedShared : worked[does];
}

/**
 * Replicas that mount a shared volume count as old until they have restarted, one by one; or they leave all at once, or
 * stay (`volume.shared.restart`).
 */
function restartMounting(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const how = sim.world.assumptions['volume.shared.restart'];
  if (how === 'none') return;
  const location = sim.world.locations[entity.volume.location]!;
  for (const link of sim.world.control.mounts.get(set.link) ?? []) {
    for (const deployment of deploymentsOf(sim.world, link)) {
      if (deployment.location !== location) continue;
      for (const handle of deployment.replicas) {
        const replica = replicaAt(sim.world, handle);
        if (how === 'oneByOne') setMoving(deployment, replica);
        else if (replica.phase !== 'terminating') restartAtOnce(sim, deployment, replica, entity.cause);
      }
      deployment.cause = entity.cause;
      addPass(sim, deployment);
    }
  }
}

function restartAtOnce(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  terminateReplica(sim, deployment, replica, { reason: sharedAtOnce, why: 'expand of its volume', cause });
  noteReturn(deployment, replica);
}
