/**
 * The hour in which a workload is asked for most.
 */
import { hour, type Instant } from '../../engine/time.ts';
import { type Demand, rateOf } from '../../platform/traffic/demand.ts';
import { requestsBetween } from '../../platform/traffic/rate.ts';

export interface HourSpan {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/** So many times what is demanded comes from an instant on. */
export interface ScaledFrom {
  readonly at: Instant;
  readonly scale: number;
}

/**
 * Of the whole hours of a run (UTC) the one in which the demands come to most requests, of equals the first; the whole
 * run where it holds no whole hour. Demand and not headroom decides: what is lost then has the most callers, and
 * autoscalers have no time to make room within an hour that is not the first of its kind.
 *
 * @param demands those for one workload
 * @param seed of the run, as its streams have it: noise counts
 * @param scaled what the timeline makes of the demands, by time
 */
export function worstHour(
  demands: readonly Demand[],
  { from, until }: HourSpan,
  seed: string,
  scaled: readonly ScaledFrom[],
): HourSpan {
  const rates = demands.map((demand) => rateOf(demand, seed));
  const pieces = [{ at: from, scale: 1 }, ...scaled].map((piece, index) => ({
    ...piece,
    end: scaled[index]?.at ?? until,
  }));
  const requestsIn = (hourFrom: Instant): number =>
    pieces.reduce((sum, { at, end, scale }) => {
      const [begin, stop] = [Math.max(at, hourFrom), Math.min(end, hourFrom + hour)];
      if (begin >= stop || scale === 0) return sum;
      return sum + scale * rates.reduce((count, rate) => count + requestsBetween(rate, begin, stop), 0);
    }, 0);
  let worst: HourSpan = { from, until };
  let most = -1;
  for (let at = Math.ceil(from / hour) * hour; at + hour <= until; at += hour) {
    const requests = requestsIn(at);
    if (requests <= most) continue;
    most = requests;
    worst = { from: at, until: at + hour };
  }
  return worst;
}
