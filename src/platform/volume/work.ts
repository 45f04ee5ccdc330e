/**
 * What a volume is asked to read and write. Nothing comes of it but figures: more than its class gives is told, never
 * held back.
 */
import type { RateCurve } from '../traffic/curve.ts';

/** Of one volume, while a replica has it; null: nothing is said of it. */
export interface VolumeWork {
  /** Per second. */
  readonly operations: RateCurve | null;
  /** Megabytes per second, of a million bytes. */
  readonly throughput: RateCurve | null;
}

export const noWork: VolumeWork = { operations: null, throughput: null };
