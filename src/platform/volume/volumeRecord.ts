/**
 * The record of one volume: its device, its use and its snapshots.
 */
import type { Instant } from '../../engine/time.ts';
import type { ForecastWindow } from './forecast.ts';
import type { VolumeUsage } from './usage.ts';

/**
 * `creating`: being provisioned; `unbound`: its replica is not there yet; `bound`: its replica exists; `unused`: the
 * replica was scaled away, or the location of a shared volume is closed; `repairing`: the device is being changed;
 * `deleted`: no device, only what is known of the index (`api.volumeLifecycle`).
 */
export type VolumeLifecycle = 'creating' | 'unbound' | 'bound' | 'unused' | 'repairing' | 'deleted';

export interface Volume {
  /** Handles, and the index in the set: a replica's ordinal, 0 for a shared volume. */
  readonly volumeset: number;
  readonly location: number;
  readonly index: number;
  lifecycle: VolumeLifecycle;
  /** Counts the devices of this index from 1. */
  generation: number;
  capacityMicroGB: number;
  /**
   * The custom key that the present device was made with, its full ARN; null: the provider's own (ENC-1, ENC-5, ENC-6).
   */
  keyId: string | null;
  /** Of the present device. */
  createdAt: Instant;
  /** Age 0 of the usage curve (`volume.usage.clock`). */
  usageClockAt: Instant;
  /** Added to the curve: jumps, lost excess, lost data. */
  usageOffsetBytes: number;
  /** The first reading since which it follows one curve within one capacity. */
  steadySince: Instant;
  /** How its use went before that, oldest first. */
  past: UseStretch[];
  /** Whether the last reading found no room left (`volume.full`). */
  isFull: boolean;
  /** Instants of accepted expansions within the last 24 hours or somewhat more, oldest first (LIMIT-1). */
  expansions: Instant[];
  snapshots: Snapshot[];
  /** In units of `readingBytes`; null before the first one of this device. */
  reading: number | null;
  /** Null where nothing is predicted. */
  forecast: ForecastWindow | null;
  /** The refusal of an automatic expansion that was journalled last and still stands. */
  standingRefusal: { readonly retryAt: Instant | null } | null;
}

/** What the bytes that a volume stores follow from, beside its curve. */
export type UseBase = Readonly<Pick<Volume, 'usageClockAt' | 'usageOffsetBytes' | 'capacityMicroGB'>>;

/** Never changes once taken (SNAP-4). */
export interface Snapshot {
  /** Unique among the snapshots of one volume (SNAP-5). */
  readonly name: string;
  readonly createdAt: Instant;
  /** Gone from this instant on. */
  readonly expiresAt: Instant;
  /** What the volume stored, which is the snapshot's size. */
  readonly usedBytes: number;
  /** Of the volume when it was taken. */
  readonly capacityMicroGB: number;
  readonly tags: { readonly [key: string]: string };
  /** Who asked for it. */
  readonly by: 'schedule' | 'command' | 'deletion';
  /** Journal number of the entry that told that it was taken; absent until then. */
  readonly takenBy?: number;
}

/** Readings from `from` up to `until` (excluded) give what this use stored. Immutable. */
export interface UseStretch extends UseBase {
  readonly from: Instant;
  readonly until: Instant;
  readonly usage: VolumeUsage;
}
