/**
 * Volume sets: made, changed, deleted, and the ticks of their snapshots.
 */

import type { StoredRecord } from '../control/record.ts';
import { nextTick } from '../cron/expression.ts';
import { because } from '../rules/reason.ts';
import type { VolumesetSettings } from '../volume/settings.ts';
import { finalSnapshot, planSnapshotTick, type Snapshot } from '../volume/snapshot.ts';
import { hasDevice, settleUse, setUse, usedBytesOf } from '../volume/volume.ts';
import {
  addEntity,
  nameOfLink,
  subjectOf,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
  type World,
} from '../world.ts';
import { endCommand } from './command.ts';
import { kind, rank } from './kinds.ts';
import { reserveVolume, retagVolumeset, tagsOf } from './meter.ts';
import { note, type Sim } from './note.ts';
import { fillPast } from './reading.ts';
import { locationsOf, settingsOfVolumeset, usageOfVolumeset } from './settings.ts';
import { createVolume, volumeOf } from './volume.ts';

const removed = because(['VOL-16']);
const expired = because(['SNAP-1', 'SNAP-4'], ['snapshot.retention']);
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
      tags: tagsOf(world, gvc, record.link),
      volumes: [],
      tickAt: null,
    }),
  );
  world.volumesets.set(record.link, set.handle);
  return set;
}

/** Brings a volume set in line with its record and its GVC; a shared one has a volume in each location (VOL-17). */
export function reconcileVolumeset(sim: Sim, link: string, cause: number): void {
  const { world } = sim;
  const record = world.control.records.get(link);
  if (record === undefined || record.deletingSince !== null) return;
  const handle = world.volumesets.get(link);
  const set = handle === undefined ? addVolumeset(world, record) : volumesetAt(world, handle);
  const before = set.settings;
  set.settings = settingsOfVolumeset(world, record);
  retagVolumeset(world, set, sim.now, cause);
  if (isOtherWindow(before, set.settings)) {
    for (const volume of set.volumes) fillPast(set, volumeAt(world, volume), sim.now);
  }
  if (set.settings.fileSystem === 'shared') {
    for (const location of locationsOf(world, set.gvc)) {
      if (volumeOf(world, set, location, 0) === undefined) createVolume(sim, set, location, 0, sim.now, cause);
    }
  }
  const isOtherSchedule = before.snapshots.schedule?.text !== set.settings.snapshots.schedule?.text;
  if (handle === undefined || isOtherSchedule) armSnapshots(sim, set);
}

/** Whether prediction looks at another stretch, or at readings of another size, than before. */
function isOtherWindow(before: VolumesetSettings, after: VolumesetSettings): boolean {
  const [one, other] = [before.autoscaling?.predictive, after.autoscaling?.predictive];
  return one?.lookback !== other?.lookback || before.capMicroGB !== after.capMicroGB;
}

/** Puts the next snapshot tick of a set into the agenda; none where it has no schedule. */
export function armSnapshots(sim: Sim, set: VolumesetEntity, after = sim.now): void {
  const { schedule } = set.settings.snapshots;
  set.tickAt = schedule === null ? null : nextTick(schedule, after);
  if (set.tickAt !== null) sim.add(set.tickAt, rank.tick, kind['snapshot.tick'], set.handle, 0);
}

/** The same for a set that stood before the run: a tick at its very start comes too, but `@every` counts from it (`cron.runStart.tick`, `run.start`). */
export function armFirstSnapshots(sim: Sim, set: VolumesetEntity): void {
  const fires =
    sim.world.assumptions['cron.runStart.tick'] === 'fires' && set.settings.snapshots.schedule?.kind === 'fields';
  armSnapshots(sim, set, fires ? sim.now - 1 : sim.now);
}

export function onSnapshotTick(sim: Sim, handle: number): void {
  const set = volumesetAt(sim.world, handle);
  if (set.tickAt !== sim.now) return;
  for (const volumeHandle of set.volumes) {
    const entity = volumeAt(sim.world, volumeHandle);
    const view = { set: set.name, volume: entity.volume, usedBytes: usedNow(sim, set, entity) };
    const plan = planSnapshotTick(set.settings.snapshots, view, sim.now);
    const about = { subject: entity.subject, reason: plan.reason, cause: entity.cause };
    if (plan.kind === 'refuse') note(sim, 'snapshot.refused', about, { message: plan.message });
    if (plan.kind === 'act') for (const { snapshot } of plan.actions) takeSnapshot(sim, entity, snapshot, about);
  }
  armSnapshots(sim, set);
}

/** What a volume stores at this instant. */
export function usedNow(sim: Sim, set: VolumesetEntity, { volume }: VolumeEntity): number {
  return usedBytesOf(volume, set.usage, set.settings, sim.now);
}

/** Keeps a snapshot until it expires. */
export function takeSnapshot(
  sim: Sim,
  entity: VolumeEntity,
  snapshot: Snapshot,
  about: Parameters<typeof note>[2],
): number {
  entity.volume.snapshots = [...entity.volume.snapshots, snapshot];
  const { name, usedBytes, expiresAt } = snapshot;
  const seq = note(sim, 'snapshot.taken', about, { name, bytes: usedBytes, expiresAt, by: snapshot.by });
  sim.add(expiresAt, rank.finish, kind['snapshot.expired'], entity.handle, 0);
  return seq;
}

/** Snapshots whose time has come are gone; those of a set that was deleted before it too. */
export function onSnapshotExpired(sim: Sim, handle: number): void {
  const entity = volumeAt(sim.world, handle);
  const { volume, subject } = entity;
  for (const { name, expiresAt } of volume.snapshots) {
    if (expiresAt > sim.now) continue;
    note(sim, 'snapshot.expired', { subject, reason: expired, cause: entity.cause }, { name });
  }
  volume.snapshots = volume.snapshots.filter(({ expiresAt }) => expiresAt > sim.now);
}

/** Deletes the devices of a set, each after a last snapshot where it takes one (VOL-16, `snapshot.final`). */
export function removeVolumes(sim: Sim, set: VolumesetEntity, cause: number): void {
  set.tickAt = null;
  for (const handle of set.volumes) {
    const entity = volumeAt(sim.world, handle);
    const { volume, subject } = entity;
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
    const data = { capacityMicroGB: volume.capacityMicroGB, lostBytes: usedBytes };
    const seq = note(sim, 'volume.deleted', { subject, reason: removed, cause }, data);
    reserveVolume(sim.world, set, entity, 0, sim.now, seq);
  }
}

/** The usage curve of a set changes: what is stored goes on from where it is. */
export function changeUsage(sim: Sim, set: VolumesetEntity, addBytes: number, cause: number): void {
  const usage = usageOfVolumeset(sim.world, set.gvc, set.name);
  for (const handle of set.volumes) {
    const entity = volumeAt(sim.world, handle);
    const { volume } = entity;
    if (!hasDevice(volume)) continue;
    const usedBytes = usedBytesOf(volume, set.usage, set.settings, sim.now);
    setUse(volume, usage, sim.now, usedBytes + addBytes);
    // What does not fit is lost, and what was not there cannot be deleted: use goes on from what is.
    settleUse(volume, usage, set.settings, sim.now);
    entity.cause = cause;
  }
  set.usage = usage;
}
