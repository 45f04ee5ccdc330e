/**
 * Work on a volume's device, one job at a time: its replica leaves first, the device is changed, the replica returns.
 */

import type { Duration } from '../../../engine/time.ts';
import { beginCommand, endCommand } from '../../api/handlers/command.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { beginReplacement, requestCapacity } from '../../metering/handlers/volumeMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { noteReturn, terminateReplica } from '../../workload/handlers/terminateReplica.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { Replica } from '../../workload/replica.ts';
import type { VolumeEntity, VolumesetEntity } from '../../world.ts';
import { type DeviceWorkPlan, planDeviceWork } from '../deviceWork.ts';
import { type DeviceJob, isDeviceJob, type VolumeJob } from '../job.ts';
import { holderOf, indexWanted } from './holders.ts';
import { settleReadings } from './readingsAhead.ts';
import { changeSnapshots } from './snapshot.ts';
import { drawItemOfVolume } from './volume.ts';
import { renewJob } from './volumeCommandPlan.ts';

/** How a job treats the replicas that use the volume. */
export function planOf({ world }: Sim, { settings }: VolumesetEntity, job: DeviceJob): DeviceWorkPlan {
  return planDeviceWork(job, settings.fileSystem === 'shared', world.assumptions);
}

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
  else if (job.does === 'takeSnapshot' && entity.volume.lifecycle === 'creating')
    setStage(entity, { stage: 'creating' });
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
  if (wanted !== null) addPass(sim, wanted, entity.cause);
}

/** Takes the first step of a job: where a replica holds the volume, that of its plan, else the change of the device. */
function startJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  const holder = set.settings.fileSystem === 'shared' ? null : holderOf(sim.world, set, entity);
  const { first } = planOf(sim, set, job);
  if (holder === null || first === 'changeDevice') {
    startDevice(sim, set, entity);
    return;
  }
  if (first === 'prepareDevice') {
    prepareDevice(sim, set, entity, job);
    return;
  }
  setStage(entity, { stage: 'stopping' });
  endHolder(sim, set, holder, job);
}

/** Makes the new device of a restore while the replica still runs on the old one. */
function prepareDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  setStage(entity, { stage: 'preparing' });
  beginReplacement(sim, set, entity, job.cause);
  sim.add(sim.now + drawDevice(sim, entity), rank.finish, kind['volume.step'], entity.handle, 2);
}

/** The new device is ready: the replica ends, and the devices change places when it is gone. */
export function finishPreparation(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: DeviceJob): void {
  setStage(entity, { stage: 'stopping', isPrepared: true });
  const holder = holderOf(sim.world, set, entity);
  if (holder === null) startDevice(sim, set, entity);
  else endHolder(sim, set, holder, job);
}

function drawDevice(sim: Sim, { subject }: VolumeEntity): Duration {
  return drawDuration(
    sim,
    sim.world.assumptions['volume.duration.device'],
    drawItemOfVolume(sim, subject.name),
    'device',
  );
}

export function endHolder(
  sim: Sim,
  set: VolumesetEntity,
  { deployment, replica }: { readonly deployment: Deployment; readonly replica: Replica },
  job: DeviceJob,
): void {
  if (replica.phase === 'terminating') return;
  const { restarts } = planOf(sim, set, job);
  terminateReplica(sim, deployment, replica, {
    reason: restarts,
    why: `${job.does} of its volume`,
    cause: job.cause,
  });
  noteReturn(deployment, replica);
}

function setStage(entity: VolumeEntity, stage: Pick<VolumeJob, 'stage' | 'beganAt' | 'isPrepared'>): void {
  entity.jobs = entity.jobs.map((job, index) => (index === 0 ? { ...job, ...stage } : job));
}

/** Begins to change a device that no replica holds. */
export function startDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const begins = Math.max(sim.now, entity.stepAt ?? sim.now);
  setStage(entity, { stage: 'device', beganAt: begins });
  const [job] = entity.jobs;
  if (job !== undefined && job.does !== 'expand' && job.toMicroGB > 0) beginReplacement(sim, set, entity, job.cause);
  if (entity.volume.lifecycle !== 'creating') entity.volume.lifecycle = 'repairing';
  const takes = job?.isPrepared === true ? 0 : drawDevice(sim, entity);
  sim.add(begins + takes, rank.finish, kind['volume.step'], entity.handle, 1);
  if (entity.volume.lifecycle !== 'creating') entity.stepAt = begins + takes;
}

/** Begins the next job that still makes sense; those that no longer do have failed. */
export function startNext(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): boolean {
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
  if (volume.lifecycle === 'deleted' && does !== 'restore') return 'the volume was deleted before the command started';
  if (does === 'expand' && toMicroGB <= volume.capacityMicroGB)
    return 'the volume reached this capacity before the command started';
  if (does === 'shrink' && toMicroGB >= volume.capacityMicroGB)
    return 'the volume was shrunk to this capacity before the command started';
  return null;
}
