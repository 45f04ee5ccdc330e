import type { Instant } from '../../engine/time.ts';

/** Work on a volume's device that was accepted; immutable. */
export interface VolumeJob {
  /** `snapshots`: takes or deletes one, which leaves the device and its replica alone. */
  readonly does: 'expand' | 'shrink' | 'delete' | 'restore' | 'snapshots';
  /** Capacity afterwards, in 1e-6 GB; 0 where no device stays. */
  readonly toMicroGB: number;
  /** What is stored afterwards, in bytes; null: what was. */
  readonly usedBytes: number | null;
  /** The command that asked for it; null: the platform did. */
  readonly command: string | null;
  readonly acceptedAt: Instant;
  /** Journal number of its acceptance. */
  readonly cause: number;
  /** `waiting`: behind another job; `stopping`: its replica still terminates; `device`: the device is being changed. */
  readonly stage: 'waiting' | 'stopping' | 'device';
}
