/**
 * Snapshots of volumes: taken on the schedule of their set or by command, deleted by command, and removed when they
 * expire.
 */

import { because } from '../../../rules/reason.ts';
import { endCommand } from '../../api/handlers/command.ts';
import { nextTick } from '../../cron/expression.ts';
import { outageOf } from '../../fault/handlers/state.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { type About, note, type Sim } from '../../handlers/note.ts';
import { closeSnapshot, openSnapshot } from '../../metering/handlers/snapshotMeter.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, volumesetAt } from '../../world.ts';
import type { VolumeJob } from '../job.ts';
import { planSnapshotTick } from '../snapshot.ts';
import type { Snapshot } from '../volumeRecord.ts';
import { usedNow } from './usage.ts';
import { planAgain } from './volumeCommandPlan.ts';

const expired = because(['SNAP-1', 'SNAP-4'], ['snapshot.retention']);
const goneWithVolume = because(['SNAP-4'], ['snapshot.afterReplacement']);
const takenLate = because(['VOLCMD-11'], ['snapshot.whileCreating']);

/** Puts the next snapshot tick of a set into the agenda; none if it has no schedule. */
export function armSnapshots(sim: Sim, set: VolumesetEntity, after = sim.now): void {
  const { schedule } = set.settings.snapshots;
  set.tickAt = schedule === null ? null : nextTick(schedule, after);
  if (set.tickAt !== null) sim.add(set.tickAt, rank.tick, kind['snapshot.tick'], set.handle, 0);
}

/**
 * The same for a set that stood before the run: a tick at its very start comes too, but `@every` counts from it
 * (`cron.runStart.tick`, `run.start`).
 */
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
    if (outageOf(sim.world, sim.world.locations[entity.volume.location]!) !== null) continue;
    const view = { set: set.name, volume: entity.volume, usedBytes: usedNow(sim, set, entity) };
    const plan = planSnapshotTick(set.settings.snapshots, view, sim.now);
    const about = { subject: entity.subject, reason: plan.reason, cause: null };
    if (plan.kind === 'refuse') note(sim, 'snapshot.refused', about, { message: plan.message });
    if (plan.kind === 'act') for (const { snapshot } of plan.actions) takeSnapshot(sim, entity, snapshot, about);
  }
  armSnapshots(sim, set);
}

/** Keeps a snapshot until it expires. */
export function takeSnapshot(sim: Sim, entity: VolumeEntity, snapshot: Snapshot, about: About): number {
  const { name, usedBytes, expiresAt } = snapshot;
  const seq = note(sim, 'snapshot.taken', about, { name, bytes: usedBytes, expiresAt, by: snapshot.by });
  entity.volume.snapshots = [...entity.volume.snapshots, { ...snapshot, takenBy: seq }];
  openSnapshot(sim, entity, snapshot, seq);
  sim.add(expiresAt, rank.finish, kind['snapshot.expired'], entity.handle, 0);
  return seq;
}

/** Snapshots whose time has come are gone; those of a set that was deleted before it too. */
export function onSnapshotExpired(sim: Sim, handle: number): void {
  const entity = volumeAt(sim.world, handle);
  const { volume, subject } = entity;
  for (const { name, expiresAt, takenBy } of volume.snapshots) {
    if (expiresAt > sim.now) continue;
    const seq = note(sim, 'snapshot.expired', { subject, reason: expired, cause: takenBy ?? entity.cause }, { name });
    closeSnapshot(sim, entity, name, seq);
  }
  volume.snapshots = volume.snapshots.filter(({ expiresAt }) => expiresAt > sim.now);
}

/**
 * Drops the snapshots of a replaced or deleted device, if they are assumed to go with it (`snapshot.afterReplacement`).
 */
export function dropSnapshots(sim: Sim, entity: VolumeEntity): void {
  if (sim.world.assumptions['snapshot.afterReplacement'] === 'untilExpiry') return;
  const { subject, cause } = entity;
  for (const { name } of entity.volume.snapshots) {
    const seq = note(sim, 'snapshot.deleted', { subject, reason: goneWithVolume, cause }, { name });
    closeSnapshot(sim, entity, name, seq);
  }
  entity.volume.snapshots = [];
}

/** Takes or deletes a snapshot, in a moment: no device is changed. */
export function changeSnapshots(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: VolumeJob): void {
  const plan = planAgain(sim, set, entity, job);
  if (plan?.kind !== 'act') throw new Error(`command ${job.command} is not a snapshot command`);
  const reason = job.stage === 'creating' ? takenLate : plan.reason;
  const about = { subject: entity.subject, reason, cause: job.cause };
  for (const action of plan.actions) {
    if (action.do === 'takeSnapshot') entity.cause = takeSnapshot(sim, entity, action.snapshot, about);
    if (action.do !== 'deleteSnapshot') continue;
    entity.volume.snapshots = entity.volume.snapshots.filter(({ name }) => name !== action.name);
    entity.cause = note(sim, 'snapshot.deleted', about, { name: action.name });
    closeSnapshot(sim, entity, action.name, entity.cause);
  }
  if (job.command !== null) endCommand(sim, job.command, 'completed', null, entity.cause);
}
