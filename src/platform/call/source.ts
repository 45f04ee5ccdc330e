/**
 * Arrivals of the single requests of a demand: when the next one is due, and how many came.
 */
import type { Instant } from '../../engine/time.ts';
import type { Flow } from '../traffic/flow.ts';
import type { CallOrigin } from './call.ts';

/** Mutable, plain data. */
export interface ArrivalState {
  /** Calls so far. */
  count: number;
  /** Share of a request that the rate still has to bring, counted from `since`, until the next call. */
  missing: number;
  since: Instant;
  /** The arrival rate, alone. */
  flow: Flow;
  /** When the next arrival is evaluated; an earlier agenda entry dates from before the rate changed. */
  dueAt: Instant;
  /** Those that have called so far, one of each location; replaced, never changed. */
  callers: readonly CallOrigin[];
}
