/**
 * The reads and writes that are asked of a volume. They only affect figures: the report shows work beyond the class's
 * limits, but nothing is throttled.
 */
import type { RateCurve } from '../traffic/curve.ts';

/** The work of one volume while a replica has it; null: the scenario states nothing. */
export interface VolumeWork {
  /** Per second. */
  readonly operations: RateCurve | null;
  /** Megabytes per second, of a million bytes. */
  readonly throughput: RateCurve | null;
}

export const noWork: VolumeWork = { operations: null, throughput: null };
