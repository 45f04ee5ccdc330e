/**
 * Where the single requests of a demand come from: when the next one comes, and how many have.
 */
import type { Instant } from '../../engine/time.ts';

/** Mutable, plain data. */
export interface Source {
  /** Calls so far. */
  count: number;
  /** What the rate has yet to bring, from `since` on, until the next one: a share of a request. */
  missing: number;
  since: Instant;
}
