/**
 * Volumes and their devices: the record of an index, made for a replica or with its set, and the device behind it.
 */

import { newHolding } from '../../../engine/holding.ts';
import type { DrawItem } from '../../../engine/random.ts';
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
  type World,
} from '../../world.ts';
import { lifecycleAtRest } from '../lifecycle.ts';
import { noteUse } from '../useSince.ts';
import { newVolume } from '../volume.ts';
import { armReading, fillPast } from './armReading.ts';
import { keyIn, needOf, volumeOf } from './holders.ts';
import { usedNow } from './usage.ts';

const settled = because(['VOL-12'], ['run.start']);
const settledShared = because(['VOL-17'], ['run.start']);
/** The creation of a device: since when, until when, and the journal number of what led to it. */
interface Creation {
  readonly beganAt: Instant;
  readonly readyAt: Instant;
  readonly cause: number | null;
}

/** Provisions a device for an index, new or deleted before; there from `readyAt` on. */
export function createVolume(
  sim: Sim,
  set: VolumesetEntity,
  location: string,
  index: number,
  { beganAt, readyAt, cause }: Creation,
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
  entity.creationBeganAt = beganAt;
  sim.add(readyAt, rank.finish, kind['volume.step'], entity.handle, 0);
  return entity;
}

/** The name of a volume: `shop/volumeset/data@aws-us-east-1/0`. */
export function volumeName({ subject }: VolumesetEntity, location: string, index: number): string {
  return `${subject.name}@${location}/${index}`;
}

/** What draws of work that begins now on a volume are about. */
export function drawItemOfVolume({ now }: Sim, name: string): DrawItem {
  return { owner: name, number: -1, item: now, turn: 0, part: 0 };
}

/** The record of an index that a set did not have before. */
function addVolume(world: World, set: VolumesetEntity, location: string, index: number, now: Instant): VolumeEntity {
  const place = { volumeset: set.handle, location: locationNumber(world, location), index };
  const entity = addEntity(
    world,
    (handle): VolumeEntity => ({
      kind: 'volume',
      handle,
      subject: subjectOf(volumeName(set, location, index)),
      volume: { ...newVolume(place, set.settings, now), keyId: keyIn(set, location) },
      jobs: [],
      stepAt: null,
      creationBeganAt: null,
      readingAt: null,
      readTo: 0,
      releasedAt: null,
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
      changed: null,
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

/** Journals a volume that begins. */
export function noteStart(
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
  const began = entity.creationBeganAt === null ? {} : { beganAt: entity.creationBeganAt };
  return note(sim, type, about, { ...facts, ...tagsPart(set.tags), ...began }, facts);
}
