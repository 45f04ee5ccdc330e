/**
 * The record of one volume: its device, its use and its snapshots.
 */
import type { Instant } from '../../engine/time.ts';
import type { ForecastWindow } from './forecast.ts';
import type { VolumeUsage } from './usage.ts';

/**
 * `creating`: being provisioned; `unbound`: its replica does not exist yet; `bound`: its replica exists; `unused`: the
 * replica was scaled away, or the location of a shared volume is closed; `repairing`: the device is being changed;
 * `deleted`: no device, only the record of the index (`api.volumeLifecycle`).
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
  /** The full ARN of the custom key of the present device; null: the provider's own key (ENC-1, ENC-5, ENC-6). */
  keyId: string | null;
  /** Creation of the present device. */
  createdAt: Instant;
  /** Age 0 of the usage curve (`volume.usage.clock`). */
  usageClockAt: Instant;
  /** Added to the curve: jumps, lost excess, lost data. */
  usageOffsetBytes: number;
  /** The first reading from which use follows one curve within one capacity. */
  steadySince: Instant;
  /** Its use before that, oldest first. */
  past: UseStretch[];
  /** Whether the last reading found no free space (`volume.full`). */
  isFull: boolean;
  /** Instants of accepted expansions within the last 24 hours or somewhat more, oldest first (LIMIT-1). */
  expansions: Instant[];
  snapshots: Snapshot[];
  /** In units of `readingBytes`; null before the first one of this device. */
  reading: number | null;
  /** Null if nothing is predicted. */
  forecast: ForecastWindow | null;
  /** The last journalled refusal of an automatic expansion, while it still applies. */
  standingRefusal: StandingRefusal | null;
}

/** A refusal that still applies; `by` is its journal number. */
export interface StandingRefusal {
  readonly retryAt: Instant | null;
  readonly by: number;
}

/** The values, beside its curve, that determine how many bytes a volume stores. */
export type UseBase = Readonly<Pick<Volume, 'usageClockAt' | 'usageOffsetBytes' | 'capacityMicroGB'>>;

/** Immutable once taken (SNAP-4). */
export interface Snapshot {
  /** Unique among the snapshots of one volume (SNAP-5). */
  readonly name: string;
  readonly createdAt: Instant;
  /** The snapshot is gone from this instant on. */
  readonly expiresAt: Instant;
  /** The bytes that the volume stored, which are the snapshot's size. */
  readonly usedBytes: number;
  /** Capacity of the volume when the snapshot was taken. */
  readonly capacityMicroGB: number;
  readonly tags: { readonly [key: string]: string };
  /** The cause of the snapshot. */
  readonly by: 'schedule' | 'command' | 'deletion';
  /** Journal number of the entry that reported the snapshot; absent until then. */
  readonly takenBy?: number;
}

/** Readings from `from` until `until` (excluded) return the stored bytes of this use. Immutable. */
export interface UseStretch extends UseBase {
  readonly from: Instant;
  readonly until: Instant;
  readonly usage: VolumeUsage;
}
