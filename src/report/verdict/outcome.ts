/**
 * What expectations are judged by.
 */
import type { Instant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import type { Bill } from '../bill/billDocument.ts';
import type { Loads } from '../capacity/capacityLoad.ts';
import type { RequestLoads } from '../capacity/requestLoads.ts';
import type { Chronicle } from '../fold/chronicle.ts';

/** What a run has come to, as far as expectations ask. */
export interface RunOutcome<Load extends RequestLoads = Loads> {
  readonly chronicle: Chronicle;
  readonly world: World;
  readonly bill: Bill;
  /** The same bill with a row for each hour; made only where somebody has to know when money was spent. */
  readonly hourly: () => Bill;
  readonly load: Load;
  readonly now: Instant;
}

/** The same for metrics, whether or not figures of loads were kept. */
export type MeasuredOutcome = RunOutcome<RequestLoads>;
