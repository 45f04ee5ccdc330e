/**
 * Finds when requests that come as amounts reach a workload that is scaled to zero.
 */
import type { Instant } from '../../../engine/time.ts';
import { reachedAt } from '../../traffic/arrivals.ts';
import type { Inflow } from '../../traffic/inflow.ts';

/**
 * The instant, up to another, at which a whole request is there, by what comes now and waits already; null: none is.
 */
export function wokenAt({ flow, waiting, countedTo }: Inflow, now: Instant, until: Instant): Instant | null {
  if (waiting >= 1) return now;
  const reached = reachedAt(flow, countedTo, until, 1 - waiting);
  return reached === null ? null : Math.max(now, reached);
}
