/**
 * Batches of executions, as listeners receive them: executions of one deployment that ran one at a time, in columns
 * instead of journal entries.
 *
 * They skip the entries of each execution. `test/laws/executionBatches.slow.test.ts` guards them: reports are the same
 * to the last byte.
 */
import type { Bundle, Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Reserve } from '../facts.ts';

/** The type of a batch of executions, beside the types of entries. */
export const executionBatchType = 'executions.lapped';

/**
 * Columns of as many numbers as there were executions, in order of time: each ended by the start of the next, in its
 * first attempt.
 */
export interface ExecutionBatch extends Bundle {
  readonly type: typeof executionBatchType;
  readonly count: number;
  /** How many of them failed. */
  readonly failures: number;
  /** 1: it failed. */
  readonly failed: Uint8Array;
  readonly ordinal: Float64Array;
  readonly tickAt: Float64Array;
  readonly placedAt: Float64Array;
  readonly startedAt: Float64Array;
  readonly endedAt: Float64Array;
  readonly tookMs: Float64Array;
  readonly ranMs: Float64Array;
  readonly reserved: readonly Reserve[];
  readonly usedCpuMillicores: number;
  /** The number of executions, the last ones, at whose end the oldest final execution was forgotten. */
  readonly forgotten: number;
  /** Ticks that started nothing because an execution ran; null: none. */
  readonly skips: {
    readonly count: number;
    readonly firstAt: Instant;
    readonly tickAt: Float64Array;
    readonly reason: Reason;
  } | null;
}
