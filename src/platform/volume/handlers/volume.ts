/**
 * Volumes as devices: the record of an index, made for a replica or with its set, and the device behind it.
 */
import { newHolding } from '../../../engine/holding.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { type About, note, type Sim } from '../../handlers/note.ts';
import { tagsPart } from '../../metering/handlers/chargeTags.ts';
import { placeOf } from '../../metering/handlers/meter.ts';
import { holdDevice } from '../../metering/handlers/volumeMeter.ts';
import {
  addEntity,
  locationNumber,
  subjectOf,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  type World,
} from '../../world.ts';
import { lifecycleAtRest } from '../lifecycle.ts';
import { forgetReadings } from '../stretch.ts';
import { noteUse } from '../useSince.ts';
import { newVolume } from '../volume.ts';
import { holderOf, needOf, restVolume } from './binding.ts';
import { armReading, fillPast } from './reading.ts';
import { usedNow } from './usage.ts';
import { startWaiting } from './volumeJob.ts';

const settled = because(['VOL-12'], ['run.start']);
const settledShared = because(['VOL-17'], ['run.start']);
const created = because(['VOL-12'], ['volume.duration.create']);
const createdShared = because(['VOL-17']);

/** The volume of a set at an index in a location; a deleted index has one too. */
export function volumeOf(
  world: World,
  set: VolumesetEntity,
  location: string,
  index: number,
): VolumeEntity | undefined {
  const number = locationNumber(world, location);
  for (const handle of set.volumes) {
    const entity = volumeAt(world, handle);
    if (entity.volume.location === number && entity.volume.index === index) return entity;
  }
  return undefined;
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
    volume.keyId = keyIn(set, location);
    volume.capacityMicroGB = set.settings.initialMicroGB;
    entity.zone = null;
  }
  volume.lifecycle = 'creating';
  entity.cause = cause ?? 0;
  entity.stepAt = readyAt;
  sim.add(readyAt, rank.finish, kind['volume.step'], entity.handle, 0);
  return entity;
}

/** The custom key of devices that are made in a location now; null: there is none (ENC-5). */
export function keyIn(set: VolumesetEntity, location: string): string | null {
  return set.settings.keys.get(location) ?? null;
}

/** The record of an index that a set did not have before. */
function addVolume(world: World, set: VolumesetEntity, location: string, index: number, now: Instant): VolumeEntity {
  const place = { volumeset: set.handle, location: locationNumber(world, location), index };
  const entity = addEntity(
    world,
    (handle): VolumeEntity => ({
      kind: 'volume',
      handle,
      subject: subjectOf(`${set.subject.name}@${location}/${index}`),
      volume: { ...newVolume(place, set.settings, now), keyId: keyIn(set, location) },
      jobs: [],
      stepAt: null,
      readingAt: null,
      readTo: 0,
      isAtHand: false,
      boundBy: null,
      zone: null,
      heldMicroGB: 0,
      requestedMicroGB: 0,
      wasBound: false,
      isReplaced: false,
      isClosedIn: false,
      withheld: null,
      span: null,
      snapshotSpans: new Map(),
      cause: 0,
      lowest: null,
      blocked: newHolding(),
      atCap: newHolding(),
      uses: [],
    }),
  );
  set.volumes = [...set.volumes, entity.handle];
  return entity;
}

/** A volume that has been there for long; its usage clock starts with the run (`run.start`, `volume.usage.clock`). */
export function settleVolume(sim: Sim, set: VolumesetEntity, location: string, index: number): void {
  if (volumeOf(sim.world, set, location, index) !== undefined) return;
  const entity = addVolume(sim.world, set, location, index, sim.now);
  const { volume, subject } = entity;
  const isShared = set.settings.fileSystem === 'shared';
  volume.lifecycle = isShared ? lifecycleAtRest('shared', needOf(sim.world, set, entity)) : 'bound';
  volume.steadySince = 0;
  const reason = isShared ? settledShared : settled;
  const about = { subject, reason, cause: null };
  entity.cause = noteStart(sim, 'volume.settled', about, set, entity);
  noteUse(entity.uses, set, volume, sim.now);
  holdDevice(sim, set, entity, volume.capacityMicroGB, entity.cause);
  fillPast(set, entity, sim.now);
  armReading(sim, set, entity);
}

/** A device is there: empty, bound to the replica that waited for it. */
export function finishCreation(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
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

/** Journals a volume that begins. */
function noteStart(
  sim: Sim,
  type: 'volume.settled' | 'volume.created',
  about: About,
  set: VolumesetEntity,
  entity: VolumeEntity,
): number {
  const { capacityMicroGB, location } = entity.volume;
  const { fileSystem, performanceClass } = set.settings;
  const { provider, locationType } = placeOf(sim.world, set.gvc, sim.world.locations[location]!);
  const usedBytes = usedNow(sim, set, entity);
  const facts = { capacityMicroGB, usedBytes, fileSystem, performanceClass, provider, locationType };
  return note(sim, type, about, { ...facts, ...tagsPart(set.tags) }, facts);
}
