/**
 * Replicas that share their processors among their requests: how much longer these take, by how they are given out.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { erlangC, offeredLoad } from './erlang.ts';
import type { Serving } from './serving.ts';

type SharingAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation' | 'traffic.route.replica'>;

/**
 * What the other requests at a replica's processor add to the mean latency, in milliseconds (`fluid.latency`,
 * `fluid.saturation`).
 *
 * At random each replica is a queue by itself; by turns, or given to who has the fewest, requests come to each of
 * several more evenly and are delayed less (`traffic.route.replica`).
 *
 * @param ready replicas, 1 or more
 * @param rps of each of them
 */
export function sharingDelay(serving: Serving, ready: number, rps: number, assumptions: SharingAssumptions): number {
  const { processorTime: service, maxConcurrency } = serving;
  // One that is alone on its replica shares it with nobody.
  if (maxConcurrency === 1 || service === 0) return 0;
  const busy = Math.min(assumptions['fluid.saturation'], offeredLoad({ perSecond: rps, service }));
  if (assumptions['traffic.route.replica'] === 'random') return randomDelay({ busy, service });
  return evenDelay({ replicas: ready, busy, service }, evennessOf(serving, assumptions));
}

/**
 * How evenly requests come to processors that are not given them at random: 1 as to one line for all of them, 0 as each
 * c-th of requests whose processor times are exponential, see `evenDelay`.
 *
 * - by turns: by how processor times differ. All alike 1, exponential 0, the more uneven the nearer to -1.
 * - to who has the fewest: by the part of a request's time that it needs its processor. What it does beside that
 *   counts, too, and says nothing of who is
 *   busy. How times differ hardly matters.
 */
function evennessOf({ processorTime, processorCv, duration, pause }: Serving, assumptions: SharingAssumptions): number {
  if (assumptions['traffic.route.replica'] === 'leastRequests') return Math.min(1, processorTime / (duration - pause));
  if (assumptions['fluid.latency'] === 'exponential') return 0;
  return 2 / (1 + processorCv * processorCv) - 1;
}

/** Replicas that are all alike, to which requests come at random, to all of them together. */
export interface Sharers {
  /** Whole, 1 or more. */
  readonly replicas: number;
  /** The share of time in which each processor is busy, below 1. */
  readonly busy: number;
  /** Mean processor time of a request, in milliseconds of a whole processor. */
  readonly service: number;
}

/**
 * How much longer a request takes where each goes to any replica, in milliseconds: exact, for any distribution (M/G/1
 * processor sharing).
 */
export function randomDelay({ busy, service }: Omit<Sharers, 'replicas'>): number {
  return (service * busy) / (1 - busy);
}

/**
 * How much longer a request takes where requests are given out more evenly than at random, in milliseconds: the mean,
 * to about ten digits.
 *
 * It lies on a straight line through two cases that are known, and is never above what it is at random:
 * - evenness 1: as long as requests of exponential times would wait in one line for all replicas (M/M/c). Given by
 *   turns, those that are all alike wait
 *   half as long, as they would in one line (M/D/c); sharing a processor makes them longer by twice their wait.
 * - evenness 0: each c-th request comes to a replica (E_c/M/1); exact by turns, for exponential times.
 * For one replica all of them are the same.
 *
 *   3 replicas, 20 ms, 0.75 busy: 1 -> 15.1 ms     0 -> 35.9 ms     at random -> 60 ms
 *
 * @param evenness from -1 to 1
 */
export function evenDelay(sharers: Sharers, evenness: number): number {
  const { replicas, busy, service } = sharers;
  const atRandom = randomDelay(sharers);
  if (replicas === 1) return atRandom;
  const asOne = evenness === 0 ? 0 : (erlangC(replicas, replicas * busy) * service) / (replicas * (1 - busy));
  const apart = evenness === 1 ? 0 : randomDelay({ busy: foundBusy(replicas, busy), service });
  return Math.min(atRandom, evenness * asOne + (1 - evenness) * apart);
}

/** Newton's steps are a dozen at most; this only ends what rounding would keep going. */
const stepsMax = 50;

/**
 * The share of requests that find their replica at work, where each c-th comes to it and processor times are
 * exponential: the least root s of s = (c busy / (c busy + 1 - s))^c. From 0 on Newton's steps come to it from below,
 * as the right side is convex.
 */
function foundBusy(replicas: number, busy: number): number {
  const offered = replicas * busy;
  let found = 0;
  for (let step = 0; step < stepsMax; step += 1) {
    const all = offered + 1 - found;
    const value = powerOf(offered / all, replicas);
    const next = found + (value - found) / (1 - (replicas * value) / all);
    if (!(next > found)) break;
    found = next;
  }
  return found;
}

/** @param exponent whole, 0 or more */
function powerOf(base: number, exponent: number): number {
  let power = 1;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power *= square;
    square *= square;
  }
  return power;
}
