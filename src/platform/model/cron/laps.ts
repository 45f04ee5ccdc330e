/**
 * Executions of one deployment that each came and went alone, as columns: many are worked out at a time, step by step for all of them.
 */

/** So many fit; what is in them is read before the next are worked out. */
export const lapsMax = 256;

export interface Laps {
  count: number;
  /** How many of them failed. */
  failures: number;
  readonly tickAt: Float64Array;
  readonly ordinal: Float64Array;
  readonly placedAt: Float64Array;
  readonly startedAt: Float64Array;
  readonly endedAt: Float64Array;
  /** 1: it failed. */
  readonly failed: Uint8Array;
}

export function newLaps(): Laps {
  return {
    count: 0,
    failures: 0,
    tickAt: new Float64Array(lapsMax),
    ordinal: new Float64Array(lapsMax),
    placedAt: new Float64Array(lapsMax),
    startedAt: new Float64Array(lapsMax),
    endedAt: new Float64Array(lapsMax),
    failed: new Uint8Array(lapsMax),
  };
}
