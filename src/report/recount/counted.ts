/**
 * Where what the journal tells of is counted: as sums for each month, or in other parts.
 */
import type { Instant } from '../../engine/time.ts';
import type { Series } from './series.ts';

/** An amount that a run held from one entry to another. */
export interface Hold {
  readonly from: Instant;
  /** Excluded, like `billed`. */
  readonly until: Instant;
  /** Up to when it counts, as a metering policy may cut runs short. */
  readonly billed: Instant;
  readonly amount: number;
  /** Journal numbers of the entries that began and ended it; null: it goes on. */
  readonly entry: number;
  readonly end: number | null;
}

export interface Counted {
  hold(series: Series, held: Hold): void;
  /**
   * Adds what `amountBy` counts between two instants, `from` included, `until` not, and at the bounds of stretches
   * between them.
   */
  spread(
    series: Series,
    time: { readonly from: Instant; readonly until: Instant },
    amountBy: (at: Instant) => bigint,
    entries: readonly number[],
  ): void;
  /** Adds to what counts at an instant. */
  add(series: Series, surplus: boolean, base: bigint, at: Instant, entries: readonly number[]): void;
}
