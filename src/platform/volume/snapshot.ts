/**
 * Snapshots of volumes: the planner of scheduled snapshots, their names and their expiry.
 */

import { civilFromInstant, type Duration, type Instant } from '../../engine/time.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { SnapshotSettings } from './settings.ts';
import type { Snapshot, Volume } from './volumeRecord.ts';

export interface TakeSnapshot {
  readonly do: 'takeSnapshot';
  readonly snapshot: Snapshot;
}

const scheduled = because(['SNAP-2', 'SNAP-4'], ['cron.zone', 'snapshot.retention']);
const noDevice = because(['SNAP-2', 'VOLCMD-8']);
const nameTaken = because(['SNAP-5']);

/** The state of one volume at a tick of the schedule, or when its set is deleted. */
export interface SnapshotView {
  /** Name of the volume set. */
  readonly set: string;
  readonly volume: Volume;
  readonly usedBytes: number;
}

/**
 * Plans the snapshot of one volume at a tick of the set's schedule (SNAP-2, SNAP-4, SNAP-5).
 *
 * Act: the volume has a device; the snapshot gets the name of `snapshotName` and expires after the set's retention.
 * Hold: the volume is being created or has been deleted. Refuse: a command has already taken a snapshot of that name.
 */
export function planSnapshotTick(settings: SnapshotSettings, view: SnapshotView, tickAt: Instant): Plan<TakeSnapshot> {
  const { volume, set } = view;
  if (volume.lifecycle === 'creating' || volume.lifecycle === 'deleted') return { kind: 'hold', reason: noDevice };
  const name = snapshotName(set, volume.index, tickAt);
  if (snapshotNamed(volume.snapshots, name) !== null)
    return { kind: 'refuse', reason: nameTaken, message: `the volume has a snapshot '${name}' already`, retryAt: null };
  const snapshot = takenSnapshot(view, { name, at: tickAt, expiresAt: expiryOf(settings, tickAt), by: 'schedule' });
  return { kind: 'act', actions: [{ do: 'takeSnapshot', snapshot }], reason: scheduled };
}

/**
 * The last snapshot of a volume whose set is deleted (`snapshot.final`); null: the set takes none, or the volume has no
 * data.
 */
export function finalSnapshot(settings: SnapshotSettings, view: SnapshotView, at: Instant): Snapshot | null {
  const { volume, set } = view;
  if (!settings.takesFinal || volume.lifecycle === 'creating' || volume.lifecycle === 'deleted') return null;
  const name = snapshotName(set, volume.index, at);
  return takenSnapshot(view, { name, at, expiresAt: expiryOf(settings, at), by: 'deletion' });
}

/** A snapshot of the present content of a volume. */
export function takenSnapshot(
  { volume, usedBytes }: SnapshotView,
  taken: {
    readonly name: string;
    readonly at: Instant;
    readonly expiresAt: Instant;
    readonly by: Snapshot['by'];
    readonly tags?: Snapshot['tags'];
  },
): Snapshot {
  return {
    name: taken.name,
    createdAt: taken.at,
    expiresAt: taken.expiresAt,
    usedBytes,
    capacityMicroGB: volume.capacityMicroGB,
    tags: taken.tags ?? {},
    by: taken.by,
  };
}

/**
 * The name of a snapshot that the platform takes: set, index, and the minute in UTC.
 *
 *   data, 2, 2026-11-05T03:00Z -> data-2-202611050300
 */
export function snapshotName(set: string, index: number, at: Instant): string {
  const { year, month, day, hour, minute } = civilFromInstant(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${set}-${index}-${String(year).padStart(4, '0')}${two(month)}${two(day)}${two(hour)}${two(minute)}`;
}

/** The default expiry of a snapshot: its creation plus the retention (SNAP-1, `snapshot.retention`). */
export function expiryOf(settings: { readonly retention: Duration }, createdAt: Instant): Instant {
  return createdAt + settings.retention;
}

export function snapshotNamed(snapshots: readonly Snapshot[], name: string): Snapshot | null {
  return snapshots.find((snapshot) => snapshot.name === name) ?? null;
}
