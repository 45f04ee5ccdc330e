/**
 * Arrivals of the single requests of a demand: when the next one is due, and how many came.
 */
import type { Instant } from '../../engine/time.ts';
import type { Rate } from '../traffic/rate.ts';

/** Mutable, plain data. */
export interface ArrivalState {
  /** Calls so far. */
  count: number;
  /** Share of a request that the rate still has to bring, counted from `since`, until the next call. */
  missing: number;
  since: Instant;
  /** The arrival rate. */
  rate: Rate;
  /** When the next arrival is evaluated; an earlier agenda entry dates from before the rate changed. */
  dueAt: Instant;
}
