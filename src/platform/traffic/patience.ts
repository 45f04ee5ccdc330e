/**
 * How many requests may wait where more come than can be answered, and what becomes of those that may not.
 */
import type { Distribution } from '../../engine/distribution.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { quantileOf } from './quantile.ts';
import { isProcessorBound, type Serving } from './serving.ts';

/**
 * Requests that may stand in line for a place (`traffic.queue`); null: any number, or there is no line, as each is sent
 * to a replica at once.
 */
export function lineOf({ maxConcurrency }: Serving, assumptions: Pick<Assumptions, 'traffic.queue'>): number | null {
  const most = assumptions['traffic.queue'];
  return maxConcurrency === null || most === 'unlimited' ? null : most;
}

/**
 * Requests that wait at most, as those who would wait for longer than their timeout are given up (WL-19,
 * `timeout.from`); Infinity where the time in line does not count: it counts from the first forwarding, and replicas
 * take no more at once than they can answer in time.
 *
 *   timeout 5 s, 10/s by the processor, no maxConcurrency -> 50 the same from 10 places: forwarded when one is free ->
 *   Infinity
 */
export function waitingMax(serving: Serving, ready: number, assumptions: Pick<Assumptions, 'timeout.from'>): number {
  const inTime = (serving.capacityPerSecond * serving.timeout) / 1_000;
  return isForwarded(serving) || assumptions['timeout.from'] === 'arrival' ? ready * inTime : Number.POSITIVE_INFINITY;
}

/** Whether replicas take all requests at once, as far as these are waited for. */
function isForwarded({ maxConcurrency, capacityPerSecond, timeout }: Serving): boolean {
  return maxConcurrency === null || maxConcurrency > (capacityPerSecond * timeout) / 1_000;
}

/**
 * Whether requests that cannot be answered as they come share processors; else they stand in line, each in its turn.
 */
export function sharesWhatWaits(serving: Serving): boolean {
  return isForwarded(serving) && isProcessorBound(serving);
}

/** A duration is taken as so many values, all alike in their chance. */
const valuesCount = 500;

/**
 * The share of requests that are given up where so many wait as may (`waitingMax`), and more come than can be answered.
 *
 * What is done for one that is given up is done in vain. A processor shared by all, or a line in which all have waited
 * as long, gives each request the same w before its time is over; all of it together is what can be done, and those
 * that need more than w are given up. So of requests that are all alike none is answered, of exponential ones as many
 * as without a timeout, and of uneven ones more.
 *
 *   half as much again as can be done: all alike -> 1     exponential -> 1/3
 *
 * @param work what a request needs of what limits replicas
 * @param done what can be done, over what comes; below 1
 */
export function givenUpShare(work: Distribution, done: number): number {
  return servedUpTo(work, done).givenUp;
}

/** The same w, as a multiple of the mean that a request needs, and the share of requests that need more. */
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

/** Worked out once: quantiles of some distributions take long to find. */
const valuesByWork = new WeakMap<Distribution, readonly number[]>();
