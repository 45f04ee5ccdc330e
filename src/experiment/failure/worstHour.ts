/**
 * The hour in which a workload is asked for most.
 */
import { hour, type Instant } from '../../engine/time.ts';
import { type Demand, rateOf } from '../../platform/traffic/demand.ts';
import { requestsBetween } from '../../platform/traffic/rate.ts';

export interface Stretch {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/**
 * Of the whole hours of a run (UTC) the one in which the demands come to most requests, of equals the first; the whole run where it holds no whole
 * hour. Demand and not headroom decides: what is lost then has the most callers, and autoscalers have no time to make room within an hour that is not
 * the first of its kind.
 *
 * @param demands those for one workload
 * @param seed of the run, as its streams have it: noise counts
 */
export function worstHour(demands: readonly Demand[], { from, until }: Stretch, seed: string): Stretch {
  const rates = demands.map((demand) => rateOf(demand, seed));
  let worst: Stretch = { from, until };
  let most = -1;
  for (let at = Math.ceil(from / hour) * hour; at + hour <= until; at += hour) {
    const requests = rates.reduce((sum, rate) => sum + requestsBetween(rate, at, at + hour), 0);
    if (requests <= most) continue;
    most = requests;
    worst = { from: at, until: at + hour };
  }
  return worst;
}
