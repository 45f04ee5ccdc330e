/**
 * Volumes as devices: created for a replica, bound and released, worked on by one job at a time.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { because } from '../rules/reason.ts';
import type { VolumeJob } from '../volume/job.ts';
import { hasDevice, newVolume, settleUse, setUse, usedBytesOf } from '../volume/volume.ts';
import { type Deployment, newestRevision, revisionOf } from '../workload/deployment.ts';
import type { Replica } from '../workload/replica.ts';
import type { VolumeSteps } from '../workload/start.ts';
import {
  addEntity,
  deploymentsOf,
  locationNumber,
  replicaAt,
  subjectOf,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
  type World,
} from '../world.ts';
import { endCommand } from './command.ts';
import { kind, rank } from './kinds.ts';
import { openMount, placeOf, reserveVolume } from './meter.ts';
import { drawDuration, note, type Sim } from './note.ts';
import { addPass } from './pass.ts';
import { armReading } from './reading.ts';
import { noteReturn, terminateReplica } from './replica.ts';
import { changeSnapshots, renewJob } from './volumeCommand.ts';

const created = because(['VOL-12'], ['volume.duration.create']);
const createdShared = because(['VOL-17']);
const bound = because(['VOL-12', 'REPL-2']);
const kept = because(['VOL-15']);
const mounted = because(['VOL-19', 'VOL-20'], ['volume.shared.mounts']);
type DeviceWork = Exclude<VolumeJob['does'], 'snapshots'>;
type DeviceJob = VolumeJob & { readonly does: DeviceWork };

const worked = {
  expand: because(['VOLCMD-5'], ['volume.duration.device', 'volume.expand.order']),
  shrink: because(['VOLCMD-7'], ['volume.duration.device']),
  delete: because(['VOLCMD-8', 'VOL-16'], ['volume.duration.device']),
  restore: because(['VOLCMD-13', 'VOLCMD-14'], ['volume.duration.device']),
} as const satisfies Record<DeviceWork, Reason>;
const replacedInUse = because(['VOLCMD-9'], ['volume.duration.device']);
const expandedShared = because(['VOLCMD-5', 'VOLCMD-6'], ['volume.duration.device', 'volume.shared.restart']);
const restarted = {
  expand: because(['VOLCMD-6'], ['volume.expand.order']),
  shrink: because(['VOLCMD-6']),
  delete: because(['VOLCMD-9']),
  restore: because(['VOLCMD-6']),
} as const satisfies Record<DeviceWork, Reason>;

/** Volume sets that the containers of one version of a deployment mount, each once. */
export function setsOf(world: World, deployment: Deployment, version: number): VolumesetEntity[] {
  const links = new Set<string>();
  for (const container of revisionOf(deployment, version).settings.containers) {
    for (const { volumeset } of container.volumes) {
      links.add(`/org/${world.setup.org}/gvc/${deployment.gvc}/volumeset/${volumeset}`);
    }
  }
  return [...links].flatMap((link) => {
    const handle = world.volumesets.get(link);
    return handle === undefined ? [] : [volumesetAt(world, handle)];
  });
}

/** The volume of a set at an index in a location; a deleted index has one too. */
export function volumeOf(
  world: World,
  set: VolumesetEntity,
  location: string,
  index: number,
): VolumeEntity | undefined {
  const number = locationNumber(world, location);
  return set.volumes
    .map((handle) => volumeAt(world, handle))
    .find(({ volume }) => volume.location === number && volume.index === index);
}

/** Who is given the volumes of an index, from when on, and the journal entry that led to it. */
interface Binding {
  readonly index: number;
  readonly version: number;
  readonly placedAt: Instant;
  readonly cause: number | null;
}

/** What was done to a volume of an index, where its replica has been waiting for that: a journal entry. */
export function workThatEnded(
  world: World,
  deployment: Deployment,
  { index, version }: Pick<Binding, 'index' | 'version'>,
): number | null {
  for (const set of setsOf(world, deployment, version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const entity = volumeOf(world, set, deployment.location, index);
    if (entity?.isAtHand === true && hasDevice(entity.volume)) return entity.cause;
  }
  return null;
}

/** Gives a new replica the volumes of its index and says how long that takes: created, taken from elsewhere, or at hand (VOL-12, VOL-15). */
export function bindVolumes(sim: Sim, deployment: Deployment, binding: Binding): VolumeSteps[] {
  const { assumptions } = sim.world;
  const { index, version, placedAt, cause } = binding;
  const steps: VolumeSteps[] = [];
  for (const set of setsOf(sim.world, deployment, version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const attach = drawDuration(sim, assumptions['volume.duration.attach'], set.subject, 'attach');
    const entity = volumeOf(sim.world, set, deployment.location, index);
    if (entity === undefined || entity.volume.lifecycle === 'deleted') {
      const prepare = drawDuration(sim, assumptions['volume.duration.create'], set.subject, 'create');
      createVolume(sim, set, deployment.location, index, placedAt + prepare, cause).boundBy = deployment.workload;
      steps.push({ prepare, attach });
    } else if (entity.volume.lifecycle === 'creating') {
      entity.boundBy = deployment.workload;
      steps.push({ prepare: Math.max(0, (entity.stepAt ?? placedAt) - placedAt), attach });
    } else {
      const detach = entity.isAtHand
        ? 0
        : drawDuration(sim, assumptions['volume.duration.detach'], set.subject, 'detach');
      bind(sim, deployment, entity, binding);
      steps.push({ prepare: detach, attach });
    }
  }
  return steps;
}

function bind(sim: Sim, deployment: Deployment, entity: VolumeEntity, { index, cause }: Binding): void {
  entity.volume.lifecycle = 'bound';
  entity.isAtHand = false;
  entity.boundBy = deployment.workload;
  const about = { subject: entity.subject, reason: bound, cause };
  entity.cause = note(sim, 'volume.bound', about, { replica: `${deployment.name}-${index}` });
}

/** Provisions a device for an index, new or deleted before; there from `readyAt` on. */
export function createVolume(
  sim: Sim,
  set: VolumesetEntity,
  location: string,
  index: number,
  readyAt: Instant,
  cause: number | null,
): VolumeEntity {
  const known = volumeOf(sim.world, set, location, index);
  const entity = known ?? addVolume(sim.world, set, location, index, sim.now);
  const { volume } = entity;
  if (known !== undefined) {
    volume.generation += 1;
    volume.capacityMicroGB = set.settings.initialMicroGB;
  }
  volume.lifecycle = 'creating';
  entity.cause = cause ?? 0;
  entity.stepAt = readyAt;
  sim.add(readyAt, rank.finish, kind['volume.step'], entity.handle, 0);
  return entity;
}

/** The record of an index that a set did not have before. */
export function addVolume(
  world: World,
  set: VolumesetEntity,
  location: string,
  index: number,
  now: Instant,
): VolumeEntity {
  const place = { volumeset: set.handle, location: locationNumber(world, location), index };
  const entity = addEntity(
    world,
    (handle): VolumeEntity => ({
      kind: 'volume',
      handle,
      subject: subjectOf(`${set.subject.name}@${location}/${index}`),
      volume: newVolume(place, set.settings, now),
      jobs: [],
      stepAt: null,
      readingAt: null,
      isAtHand: false,
      boundBy: null,
      span: null,
      cause: 0,
      lowest: null,
      blockedMs: 0,
      atCapMs: 0,
    }),
  );
  set.volumes = [...set.volumes, entity.handle];
  return entity;
}

/** Mounts the shared sets of a deployment into a replica, and reserves for that as long as the replica is (VOL-20, BILL-4). */
export function mountShared(sim: Sim, deployment: Deployment, replica: Replica): void {
  for (const set of setsOf(sim.world, deployment, replica.version)) {
    const { mount } = set.settings;
    if (mount === null) continue;
    const reserve = { cpuMillicores: mount.minCpuMillicores, memoryBytes: mount.minMemoryBytes };
    const { subject, settings } = deployment;
    const about = { subject, ordinal: replica.ordinal, reason: mounted, cause: replica.cause };
    const data = {
      volumeset: set.name,
      workload: deployment.name,
      type: settings.type,
      fromAt: replica.placedAt,
      ...reserve,
    };
    const seq = note(sim, 'mount.opened', about, data);
    replica.spans = [...replica.spans, ...openMount(sim.world, deployment, reserve, replica.placedAt, seq)];
  }
}

/** A replica is gone: work that waited for that begins, and volumes of indexes that are scaled away are kept unused (VOL-15). */
export function releaseVolumes(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  for (const set of setsOf(sim.world, deployment, replica.version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const entity = volumeOf(sim.world, set, deployment.location, replica.ordinal);
    if (entity === undefined) continue;
    const job = entity.jobs[0];
    if (job?.stage === 'stopping') startDevice(sim, set, entity);
    else if (entity.volume.lifecycle === 'bound') detach(sim, set, entity, cause);
  }
}

function detach(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): void {
  if (indexWanted(sim.world, set, entity) !== null) {
    entity.volume.lifecycle = 'unbound';
    return;
  }
  entity.volume.lifecycle = 'unused';
  const usedBytes = usedBytesOf(entity.volume, set.usage, set.settings, sim.now);
  entity.cause = note(sim, 'volume.unused', { subject: entity.subject, reason: kept, cause }, { usedBytes });
}

/** Whether work on a volume of an index keeps the replica away that would return there. */
export function isIndexAtWork(world: World, deployment: Deployment, index: number): boolean {
  const version = deployment.returnsOn[index] ?? newestRevision(deployment).version;
  return setsOf(world, deployment, version).some((set) => {
    if (set.settings.fileSystem === 'shared') return false;
    return (volumeOf(world, set, deployment.location, index)?.jobs.length ?? 0) > 0;
  });
}

/** Takes work on a volume that has been accepted; it waits its turn. */
export function addJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: VolumeJob): void {
  entity.jobs = [...entity.jobs, job];
  if (entity.jobs.length > 1) return;
  if (job.does !== 'snapshots') {
    startJob(sim, set, entity, job.does);
    return;
  }
  entity.jobs = [];
  changeSnapshots(sim, set, entity, job);
}

/** Ends the linked replica first, where one holds the volume (VOLCMD-6, `volume.expand.order`). */
function startJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, does: DeviceWork): void {
  const holder = set.settings.fileSystem === 'shared' ? null : holderOf(sim.world, set, entity);
  if (holder === null) {
    startDevice(sim, set, entity);
    return;
  }
  const { deployment, replica } = holder;
  setStage(entity, 'stopping');
  if (replica.phase !== 'terminating') {
    terminateReplica(sim, deployment, replica, {
      reason: restarted[does],
      why: `${does} of its volume`,
      cause: entity.jobs[0]!.cause,
    });
    noteReturn(deployment, replica);
  }
}

/** The replica that a volume is bound to, terminating ones too. */
function holderOf(
  world: World,
  set: VolumesetEntity,
  { volume, boundBy }: VolumeEntity,
): { deployment: Deployment; replica: Replica } | null {
  const location = world.locations[volume.location]!;
  for (const link of new Set([...(world.control.mounts.get(set.link) ?? []), ...(boundBy === null ? [] : [boundBy])])) {
    const deployment = deploymentsOf(world, link).find((found) => found.location === location);
    const holder = deployment?.replicas
      .map((handle) => replicaAt(world, handle))
      .find(({ ordinal, version }) => {
        return ordinal === volume.index && setsOf(world, deployment, version).includes(set);
      });
    if (deployment !== undefined && holder !== undefined) return { deployment, replica: holder };
  }
  return null;
}

/** Whether a replica holds a volume, or is on its way back to it. */
export function isInUse(world: World, set: VolumesetEntity, entity: VolumeEntity): boolean {
  if (set.settings.fileSystem === 'shared') return true;
  return holderOf(world, set, entity) !== null || (entity.jobs.length > 0 && indexWanted(world, set, entity) !== null);
}

/** The deployment that wants a replica at a volume's index. */
function indexWanted(world: World, set: VolumesetEntity, { volume }: VolumeEntity): Deployment | null {
  const location = world.locations[volume.location]!;
  for (const link of world.control.mounts.get(set.link) ?? []) {
    const deployment = deploymentsOf(world, link).find((found) => found.location === location);
    if (deployment !== undefined && volume.index < deployment.desired) return deployment;
  }
  return null;
}

function setStage(entity: VolumeEntity, stage: VolumeJob['stage']): void {
  entity.jobs = entity.jobs.map((job, index) => (index === 0 ? { ...job, stage } : job));
}

function startDevice(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  setStage(entity, 'device');
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
  if (step === 1 && entity.jobs[0]?.stage === 'device') finishJob(sim, set, entity, entity.jobs[0]);
}

function finishCreation(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const { volume } = entity;
  volume.createdAt = sim.now;
  volume.usageClockAt = sim.now;
  volume.usageOffsetBytes = 0;
  volume.steadySince = sim.now;
  volume.isFull = false;
  entity.stepAt = null;
  const holder = holderOf(sim.world, set, entity);
  // Attached to the replica that waited for it: another one would have to take it from there.
  entity.isAtHand = holder === null;
  if (holder !== null || set.settings.fileSystem === 'shared') volume.lifecycle = 'bound';
  else volume.lifecycle = indexWanted(sim.world, set, entity) === null ? 'unused' : 'unbound';
  // What an earlier device of this index held says nothing of this one.
  if (sim.world.assumptions['volume.usage.readingsOnLoss'] === 'drop') volume.forecast = null;
  const reason = set.settings.fileSystem === 'shared' ? createdShared : created;
  const about = { subject: entity.subject, reason, cause: entity.cause };
  entity.cause = note(sim, 'volume.created', about, volumeStart(sim.world, set, entity, sim.now));
  reserveVolume(sim.world, set, entity, volume.capacityMicroGB, sim.now, entity.cause);
  armReading(sim, set, entity);
}

/** What the journal says of a volume that begins. */
export function volumeStart(world: World, set: VolumesetEntity, { volume }: VolumeEntity, now: Instant) {
  const { provider, locationType } = placeOf(world, set.gvc, world.locations[volume.location]!);
  return {
    capacityMicroGB: volume.capacityMicroGB,
    usedBytes: usedBytesOf(volume, set.usage, set.settings, now),
    fileSystem: set.settings.fileSystem,
    performanceClass: set.settings.performanceClass,
    provider,
    locationType,
  };
}

function finishJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: VolumeJob): void {
  entity.stepAt = null;
  if (job.does === 'snapshots') throw new Error(`${entity.subject.name}: snapshots need no device`);
  changeDevice(sim, set, entity, { ...job, does: job.does });
  entity.jobs = entity.jobs.slice(1);
  if (job.command !== null) endCommand(sim, job.command, 'completed', null, entity.cause);
  const wanted = indexWanted(sim.world, set, entity);
  if (startNext(sim, set, entity)) return;
  if (set.settings.fileSystem === 'shared') {
    entity.volume.lifecycle = 'bound';
    if (job.does === 'expand') restartInTurn(sim, set, entity);
    return;
  }
  if (entity.volume.lifecycle !== 'deleted') entity.volume.lifecycle = wanted === null ? 'unused' : 'unbound';
  // Where nobody waits for it, the next replica takes it like every known volume.
  entity.isAtHand = wanted !== null;
  if (wanted !== null) addPass(sim, wanted);
}

/** Begins the next job that still makes sense; those that no longer do have failed. */
function startNext(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): boolean {
  for (let job = entity.jobs[0]; job !== undefined; job = entity.jobs[0]) {
    const renewed = renewJob(sim, set, entity, job);
    const trouble = typeof renewed === 'string' ? renewed : troubleOf(renewed, entity);
    if (typeof renewed !== 'string' && trouble === null && renewed.does !== 'snapshots') {
      entity.jobs = [renewed, ...entity.jobs.slice(1)];
      startJob(sim, set, entity, renewed.does);
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
  const hadBytes = usedBytesOf(volume, set.usage, set.settings, sim.now);
  const about = { subject, reason: reasonOf(set, job), cause: job.cause };
  settleUse(volume, set.usage, set.settings, sim.now);
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
    volume.createdAt = sim.now;
    volume.lifecycle = 'repairing';
    setUse(volume, set.usage, sim.now, usedBytes);
    if (sim.world.assumptions['volume.usage.readingsOnLoss'] === 'drop') volume.forecast = null;
    const lostBytes = job.does === 'restore' ? Math.max(0, hadBytes - usedBytes) : hadBytes;
    entity.cause = note(sim, 'volume.replaced', about, { fromMicroGB, toMicroGB, usedBytes, lostBytes, why: job.does });
    // Another device is another run: a metering policy rounds the old one's length apart from the new one's.
    reserveVolume(sim.world, set, entity, 0, sim.now, entity.cause);
  }
  volume.isFull = false;
  volume.standingRefusal = null;
  reserveVolume(sim.world, set, entity, volume.lifecycle === 'deleted' ? 0 : toMicroGB, sim.now, entity.cause);
  if (volume.lifecycle !== 'deleted') armReading(sim, set, entity);
}

function reasonOf({ settings }: VolumesetEntity, { does, toMicroGB }: DeviceJob): Reason {
  if (does === 'delete' && toMicroGB > 0) return replacedInUse;
  return settings.fileSystem === 'shared' && does === 'expand' ? expandedShared : worked[does];
}

/** Replicas that mount a shared volume count as old until they have restarted, one by one (`volume.shared.restart`). */
function restartInTurn(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const location = sim.world.locations[entity.volume.location]!;
  for (const link of sim.world.control.mounts.get(set.link) ?? []) {
    for (const deployment of deploymentsOf(sim.world, link)) {
      if (deployment.location !== location) continue;
      for (const handle of deployment.replicas) replicaAt(sim.world, handle).moving = true;
      deployment.cause = entity.cause;
      addPass(sim, deployment);
    }
  }
}
