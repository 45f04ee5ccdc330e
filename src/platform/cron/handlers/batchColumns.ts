/**
 * Executions of one deployment that each came and went alone, as columns: many are worked out at a time, step by step
 * for all of them.
 */
import { notesMax } from '../../../engine/notesAlike.ts';
import type { Instant } from '../../../engine/time.ts';

/** So many fit, and as many skipped ticks; what is in them is read before the next are worked out. */
export const batchMax = notesMax;

export class BatchColumns {
  count = 0;
  /** How many of them failed. */
  failures = 0;
  /** When the last one ended. */
  busyUntil: Instant = 0;
  readonly tickAt: Float64Array = new Float64Array(batchMax);
  readonly ordinal: Float64Array = new Float64Array(batchMax);
  readonly placedAt: Float64Array = new Float64Array(batchMax);
  readonly startedAt: Float64Array = new Float64Array(batchMax);
  readonly endedAt: Float64Array = new Float64Array(batchMax);
  readonly tookMs: Float64Array = new Float64Array(batchMax);
  readonly ranMs: Float64Array = new Float64Array(batchMax);
  /** 1: it failed. */
  readonly failed: Uint8Array = new Uint8Array(batchMax);
  /** The type of what is noted at its end, and the status with which it is forgotten, as a fingerprint has them. */
  readonly endType: Int32Array = new Int32Array(batchMax);
  readonly status: Float64Array = new Float64Array(batchMax);
  /** Ticks that came while one of them ran. */
  readonly skips: Skips = new Skips();
}

class Skips {
  count = 0;
  readonly tickAt: Float64Array = new Float64Array(batchMax);
  readonly ordinal: Float64Array = new Float64Array(batchMax);
}
