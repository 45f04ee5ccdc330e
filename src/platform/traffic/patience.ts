/**
 * How many requests may wait above the capacity, and how many of the others time out.
 */
import type { Distribution } from '../../engine/distribution.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { quantileOf } from './quantile.ts';
import { isProcessorBound, type Serving } from './serving.ts';

/**
 * The limit of requests in the queue for a place (`traffic.queue`); null: no limit, or no queue because each request is
 * sent to a replica at once.
 */
export function lineOf({ maxConcurrency }: Serving, assumptions: Pick<Assumptions, 'traffic.queue'>): number | null {
  const most = assumptions['traffic.queue'];
  return maxConcurrency === null || most === 'unlimited' ? null : most;
}

/**
 * The largest backlog: requests that would wait longer than their timeout time out (WL-19, `timeout.from`). Infinity if
 * the time in the queue does not count: then the timeout starts at the first forwarding, and replicas take no more at
 * once than they can answer in time.
 *
 *   timeout 5 s, 10/s by the processor, no maxConcurrency -> 50
 *   the same from 10 places: forwarded when one is free   -> Infinity
 */
export function waitingMax(serving: Serving, ready: number, assumptions: Pick<Assumptions, 'timeout.from'>): number {
  const inTime = (serving.capacityPerSecond * serving.timeout) / 1_000;
  return isForwarded(serving) || assumptions['timeout.from'] === 'arrival' ? ready * inTime : Number.POSITIVE_INFINITY;
}

/** Whether replicas take all requests at once, up to those that time out. */
function isForwarded({ maxConcurrency, capacityPerSecond, timeout }: Serving): boolean {
  return maxConcurrency === null || maxConcurrency > (capacityPerSecond * timeout) / 1_000;
}

/** Whether requests beyond the capacity share processors; otherwise they queue and are served in order. */
export function sharesWhatWaits(serving: Serving): boolean {
  return isForwarded(serving) && isProcessorBound(serving);
}

/** Number of equally likely values that replace a duration. */
const valuesCount = 500;

/**
 * The share of requests that time out when the backlog is at its limit (`waitingMax`) and the arrival rate is above the
 * capacity.
 *
 * Work on a request that times out is wasted. A shared processor, or a queue in which all have waited equally long,
 * gives each request the same amount of work w before its timeout. The sum of all work is the capacity, and requests
 * that need more than w time out. So with constant needs no request is answered, with exponential needs as many as
 * without a timeout, and with needs that vary more, more.
 *
 *   half as much again as can be done: all alike -> 1     exponential -> 1/3
 *
 * @param work what a request needs of the limiting resource
 * @param done capacity over arrival rate; below 1
 */
export function givenUpShare(work: Distribution, done: number): number {
  return servedUpTo(work, done).givenUp;
}

/** The same w, as a multiple of the mean need, and the share of requests that need more. */
export function servedUpTo(work: Distribution, done: number): { readonly served: number; readonly givenUp: number } {
  const values = valuesOf(work);
  const all = values.reduce((sum, value) => sum + value, 0);
  const enough = done * all;
  let before = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    const others = values.length - index;
    if (before + others * value >= enough)
      return { served: ((enough - before) / others) * (values.length / all), givenUp: others / values.length };
    before += value;
  }
  return { served: ((values.at(-1) ?? 0) * values.length) / all, givenUp: 0 };
}

function valuesOf(work: Distribution): readonly number[] {
  let values = valuesByWork.get(work);
  if (values === undefined) {
    values = Array.from({ length: valuesCount }, (_, index) =>
      Math.max(0, quantileOf(work, (index + 0.5) / valuesCount)),
    );
    valuesByWork.set(work, values);
  }
  return values;
}

/** A cache: quantiles of some distributions are slow to find. */
const valuesByWork = new WeakMap<Distribution, readonly number[]>();
