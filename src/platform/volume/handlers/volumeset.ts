/**
 * Volume sets: created, changed and deleted.
 */

import { because } from '../../../rules/reason.ts';
import { endCommand } from '../../api/handlers/command.ts';
import type { StoredRecord } from '../../api/records/record.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { locationsOf, settingsOfVolumeset, usageOfVolumeset, workOfVolumeset } from '../../handlers/settings.ts';
import { retagVolumeset, tagsOf } from '../../metering/handlers/chargeTags.ts';
import { holdDevice, meterVolumes } from '../../metering/handlers/volumeMeter.ts';
import {
  addEntity,
  nameOfLink,
  subjectOf,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
  type World,
} from '../../world.ts';
import type { VolumesetSettings } from '../settings.ts';
import { finalSnapshot } from '../snapshot.ts';
import { noteUse } from '../useSince.ts';
import { hasDevice } from '../volume.ts';
import { fillPast } from './armReading.ts';
import { volumeOf } from './holders.ts';
import { settleReadings } from './readingsAhead.ts';
import { restVolume } from './restVolume.ts';
import { armSnapshots, takeSnapshot } from './snapshot.ts';
import { usedNow } from './usage.ts';
import { createVolume } from './volume.ts';

const removed = because(['VOL-16']);
const final = because(['SNAP-4'], ['snapshot.final']);

/** The entity of a volume set without volumes yet. */
export function addVolumeset(world: World, record: StoredRecord): VolumesetEntity {
  const gvc = record.gvc ?? '';
  const set = addEntity(
    world,
    (handle): VolumesetEntity => ({
      kind: 'volumeset',
      handle,
      subject: subjectOf(nameOfLink(record.link)),
      link: record.link,
      gvc,
      name: record.name,
      settings: settingsOfVolumeset(world, record),
      usage: usageOfVolumeset(world, gvc, record.name),
      work: workOfVolumeset(world, gvc, record.name),
      tags: tagsOf(world, gvc, record.link),
      volumes: [],
      tickAt: null,
      mountedFrom: new Map(),
    }),
  );
  world.volumesets.set(record.link, set.handle);
  return set;
}

/** Brings a volume set in line with its record, its GVC and its locations. */
export function reconcileVolumeset(sim: Sim, link: string, cause: number): void {
  const { world } = sim;
  const record = world.control.records.get(link);
  if (record === undefined || record.deletingSince !== null) return;
  const handle = world.volumesets.get(link);
  const set = handle === undefined ? addVolumeset(world, record) : volumesetAt(world, handle);
  const before = set.settings;
  for (const volume of set.volumes) settleReadings(sim, set, volumeAt(world, volume));
  set.settings = settingsOfVolumeset(world, record);
  for (const volume of set.volumes) {
    const entity = volumeAt(world, volume);
    entity.changed = { by: cause, at: sim.now };
    noteUse(entity.uses, set, entity.volume, sim.now);
  }
  retagVolumeset(sim, set, cause);
  meterVolumes(sim, set, cause);
  if (isOtherWindow(before, set.settings)) {
    for (const volume of set.volumes) fillPast(set, volumeAt(world, volume), sim.now);
  }
  if (set.settings.fileSystem === 'shared') followLocations(sim, set, cause);
  const isOtherSchedule = before.snapshots.schedule?.text !== set.settings.snapshots.schedule?.text;
  if (handle === undefined || isOtherSchedule) armSnapshots(sim, set);
}

/** A shared set has a volume in each location of its GVC; where it is closed, nobody uses it (VOL-17, LOC-7). */
function followLocations(sim: Sim, set: VolumesetEntity, cause: number): void {
  for (const volume of set.volumes) {
    const entity = volumeAt(sim.world, volume);
    const { lifecycle } = entity.volume;
    if (lifecycle === 'bound' || lifecycle === 'unused') restVolume(sim, set, entity, cause);
  }
  for (const location of locationsOf(sim.world, set.gvc)) {
    if (volumeOf(sim.world, set, location, 0) === undefined)
      createVolume(sim, set, location, 0, { beganAt: sim.now, readyAt: sim.now, cause });
  }
}

/** Whether prediction looks back further or less far than before, or at readings of another size. */
function isOtherWindow(before: VolumesetSettings, after: VolumesetSettings): boolean {
  const [one, other] = [before.autoscaling?.predictive, after.autoscaling?.predictive];
  return one?.lookback !== other?.lookback || before.capMicroGB !== after.capMicroGB;
}

/** Deletes the devices of a set, each after a last snapshot where it takes one (VOL-16, `snapshot.final`). */
export function removeVolumes(sim: Sim, set: VolumesetEntity, cause: number): void {
  set.tickAt = null;
  for (const handle of set.volumes) {
    const entity = volumeAt(sim.world, handle);
    const { volume, subject } = entity;
    settleReadings(sim, set, entity);
    for (const { command } of entity.jobs) {
      if (command !== null) endCommand(sim, command, 'cancelled', 'the volume set was deleted', cause);
    }
    entity.jobs = [];
    entity.stepAt = null;
    if (!hasDevice(volume)) {
      volume.lifecycle = 'deleted';
      continue;
    }
    const usedBytes = usedNow(sim, set, entity);
    const last = finalSnapshot(set.settings.snapshots, { set: set.name, volume, usedBytes }, sim.now);
    if (last !== null) takeSnapshot(sim, entity, last, { subject, reason: final, cause });
    volume.lifecycle = 'deleted';
    noteUse(entity.uses, set, volume, sim.now);
    const data = { capacityMicroGB: volume.capacityMicroGB, lostBytes: usedBytes };
    const seq = note(sim, 'volume.deleted', { subject, reason: removed, cause }, data);
    holdDevice(sim, set, entity, 0, seq);
  }
}
