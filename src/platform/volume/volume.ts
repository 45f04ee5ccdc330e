/**
 * One volume of a volume set: its current state. Mutable, of fixed shape; only handlers change it, through the
 * functions here.
 *
 * The record belongs to an index of a set in a location. Shrinking, restoring and deleting replace the storage device
 * behind it (`generation`), while its accepted expansions and its snapshots stay (VOLCMD-8).
 */

import { day, type Instant } from '../../engine/time.ts';
import { cloneForecast } from './forecast.ts';
import type { VolumesetSettings } from './settings.ts';
import { usedBytesAt, type VolumeUsage } from './usage.ts';
import type { UseBase, Volume } from './volumeRecord.ts';

/** A volume whose device is being provisioned and whose usage clock starts now. */
export function newVolume(
  place: { readonly volumeset: number; readonly location: number; readonly index: number },
  settings: VolumesetSettings,
  now: Instant,
): Volume {
  return {
    volumeset: place.volumeset,
    location: place.location,
    index: place.index,
    lifecycle: 'creating',
    generation: 1,
    capacityMicroGB: settings.initialMicroGB,
    keyId: null,
    createdAt: now,
    usageClockAt: now,
    usageOffsetBytes: 0,
    steadySince: now,
    past: [],
    isFull: false,
    expansions: [],
    snapshots: [],
    reading: null,
    forecast: null,
    standingRefusal: null,
  };
}

/** A copy that shares nothing mutable; snapshots are immutable. */
export function cloneVolume(volume: Volume): Volume {
  return {
    ...volume,
    expansions: volume.expansions.slice(),
    past: volume.past.slice(),
    snapshots: volume.snapshots.slice(),
    forecast: volume.forecast === null ? null : cloneForecast(volume.forecast),
  };
}

/** Whether a volume has a device for data: in every state except `creating` and `deleted`. */
export function hasDevice(volume: Volume): boolean {
  return volume.lifecycle !== 'creating' && volume.lifecycle !== 'deleted';
}

/** Bytes that fit, rounded down (`unit.gb`). */
export function capacityBytesOf(capacityMicroGB: number, bytesPerGB: number): number {
  const wholeGB = Math.floor(capacityMicroGB / 1e6);
  return wholeGB * bytesPerGB + Math.floor(((capacityMicroGB - wholeGB * 1e6) * bytesPerGB) / 1e6);
}

/** The age of the usage curve (`volume.usage.clock`); negative before its clock started. */
export function usageAge({ usageClockAt }: UseBase, at: Instant): number {
  return at - usageClockAt;
}

/** What the curve asks to be stored: not bounded by the capacity, and below 0 where more was lost than is there. */
function wantedBytes(use: UseBase, usage: VolumeUsage, at: Instant): number {
  return usedBytesAt(usage, usageAge(use, at)) + use.usageOffsetBytes;
}

/** The stored bytes of a use, a whole number from 0 to the capacity, both included (`volume.full`). */
export function storedBytes(use: UseBase, usage: VolumeUsage, settings: VolumesetSettings, at: Instant): number {
  const capacityBytes = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  return Math.max(0, Math.min(wantedBytes(use, usage, at), capacityBytes));
}

/**
 * What a volume stores now; 0 without a device.
 *
 * Use stops at the capacity while the curve goes on; what does not fit fails and is lost. So when the capacity changes,
 * or use jumps, call `settleUse` first: then use goes on from the capacity with the growth of the curve, and the lost
 * excess never comes back.
 *   10 GB full since an hour at 1 GB/h, expanded to 20 GB: 10 GB used, 11 GB an hour later
 */
export function usedBytesOf(volume: Volume, usage: VolumeUsage, settings: VolumesetSettings, at: Instant): number {
  return hasDevice(volume) ? storedBytes(volume, usage, settings, at) : 0;
}

/**
 * A stored amount as a reading reports it: rounded to the nearest `readingBytes`, halves up (`volume.reading.grain`).
 */
export function readingFromBytes(usedBytes: number, settings: VolumesetSettings): number {
  return Math.round(usedBytes / settings.readingBytes);
}

/**
 * Sets use to `usedBytes` now; from there it follows the growth of `usage`: 0 after a loss of data, a snapshot's bytes
 * after a restore (`volume.usage.clock`). Settle the use so far first.
 */
export function setUse(volume: Volume, usage: VolumeUsage, at: Instant, usedBytes: number): void {
  volume.usageOffsetBytes = usedBytes - usedBytesAt(usage, usageAge(volume, at));
}

/**
 * Records an accepted expansion, and drops those that are too old to count under any reading of the limit (LIMIT-1,
 * `volume.limit.window`).
 */
export function noteExpansion(volume: Volume, at: Instant): void {
  volume.expansions = volume.expansions.filter((accepted) => accepted >= at - day);
  volume.expansions.push(at);
}
