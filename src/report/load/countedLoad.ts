/**
 * Load of a deployment that has been counted already.
 */
import type { Instant } from '../../engine/time.ts';
import type { LoadTally } from './loadTally.ts';

/** The load of a deployment up to an instant at which something changed. */
export interface CountedLoad {
  readonly tally: LoadTally;
  readonly until: Instant;
}
