import type { Instant } from '../../engine/time.ts';

/** Work that changes a volume's device, for which its replica leaves. */
export type DeviceWork = 'expand' | 'shrink' | 'delete' | 'restore';

/** Work on a volume that was accepted; immutable. */
export interface VolumeJob {
  /** Snapshots come and go in a moment: the device and its replica stay as they are. */
  readonly does: DeviceWork | 'takeSnapshot' | 'deleteSnapshot';
  /** Capacity afterwards, in 1e-6 GB; 0 where no device stays. */
  readonly toMicroGB: number;
  /** What is stored afterwards, in bytes; null: what was. */
  readonly usedBytes: number | null;
  /** The command that asked for it; null: the platform did. */
  readonly command: string | null;
  readonly acceptedAt: Instant;
  /** Journal number of its acceptance. */
  readonly cause: number;
  /**
   * `waiting`: behind another job; `creating`: for the device, which is still being created; `stopping`: its replica
   * still terminates; `preparing`: the new device is being made while the replica still runs; `device`: the device is
   * being changed.
   */
  readonly stage: 'waiting' | 'creating' | 'preparing' | 'stopping' | 'device';
  /** The new device is ready, so that the change of the device takes no time (`volume.restore.order`). */
  readonly isPrepared?: true;
  /** Of the stage `device`: when the work on the device began or begins. */
  readonly beganAt?: Instant;
}

/** A job that changes the device. */
export type DeviceJob = VolumeJob & { readonly does: DeviceWork };

export function isDeviceJob(job: VolumeJob): job is DeviceJob {
  return job.does !== 'takeSnapshot' && job.does !== 'deleteSnapshot';
}
