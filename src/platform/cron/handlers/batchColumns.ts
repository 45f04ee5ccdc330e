/**
 * Batches of executions, the columns: the data of executions of one deployment that run one at a time. Each step is
 * computed for the whole column.
 *
 * They skip one record for each execution; `test/laws/executionBatches.slow.test.ts` guards them.
 */
import { notesMax } from '../../../engine/notesAlike.ts';
import type { Instant } from '../../../engine/time.ts';

/** Maximum number of executions, and of skipped ticks, in one batch. The next batch overwrites them. */
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
