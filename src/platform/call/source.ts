/**
 * Where the single requests of a demand come from: when the next one comes, and how many have.
 */
import type { Instant } from '../../engine/time.ts';
import type { Rate } from '../traffic/rate.ts';

/** Mutable, plain data. */
export interface ArrivalState {
  /** Calls so far. */
  count: number;
  /** What the rate has yet to bring, from `since` on, until the next one: a share of a request. */
  missing: number;
  since: Instant;
  /** How often they come. */
  rate: Rate;
  /** When it is looked at next: an earlier call of the agenda is one of before the rate changed. */
  dueAt: Instant;
}
