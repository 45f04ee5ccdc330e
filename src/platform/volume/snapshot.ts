/**
 * Snapshots of volumes: what one is, how the platform names its own, and when they go.
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

/** What a tick or a deletion of the set needs to know of one volume. */
export interface SnapshotView {
  /** Name of the volume set. */
  readonly set: string;
  readonly volume: Volume;
  readonly usedBytes: number;
}

/**
 * Whether a tick of the set's schedule takes a snapshot of this volume (SNAP-2, SNAP-4, SNAP-5): it does wherever a
 * device is, under `snapshotName`'s name, kept for the set's retention. A name that a command has taken already stays
 * with that snapshot.
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
 * The last snapshot of a volume whose set is deleted (`snapshot.final`); null where the set takes none, or there is
 * nothing to take.
 */
export function finalSnapshot(settings: SnapshotSettings, view: SnapshotView, at: Instant): Snapshot | null {
  const { volume, set } = view;
  if (!settings.takesFinal || volume.lifecycle === 'creating' || volume.lifecycle === 'deleted') return null;
  const name = snapshotName(set, volume.index, at);
  return takenSnapshot(view, { name, at, expiresAt: expiryOf(settings, at), by: 'deletion' });
}

/** A snapshot of what a volume stores now. */
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
 * How the platform names its snapshots: set, index, and the minute in UTC.
 *
 *   data, 2, 2026-11-05T03:00Z -> data-2-202611050300
 */
export function snapshotName(set: string, index: number, at: Instant): string {
  const { year, month, day, hour, minute } = civilFromInstant(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${set}-${index}-${String(year).padStart(4, '0')}${two(month)}${two(day)}${two(hour)}${two(minute)}`;
}

/** When a snapshot goes that names no other instant: creation plus retention (SNAP-1, `snapshot.retention`). */
export function expiryOf(settings: { readonly retention: Duration }, createdAt: Instant): Instant {
  return createdAt + settings.retention;
}

export function snapshotNamed(snapshots: readonly Snapshot[], name: string): Snapshot | null {
  return snapshots.find((snapshot) => snapshot.name === name) ?? null;
}
