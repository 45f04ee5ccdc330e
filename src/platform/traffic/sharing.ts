/**
 * Processor sharing: how much latency the other requests at a replica add, depending on how requests are distributed.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { erlangC, offeredLoad } from './erlang.ts';
import type { Serving } from './serving.ts';

type SharingAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation' | 'traffic.route.replica'>;

/**
 * The mean latency that the other requests at a replica's processor add, in milliseconds (`fluid.latency`,
 * `fluid.saturation`).
 *
 * With random distribution each replica is a separate queue. With round robin or least requests, arrivals at each of
 * several replicas are more even and the delay is shorter (`traffic.route.replica`).
 *
 * @param ready replicas, 1 or more
 * @param rps of each of them
 */
export function sharingDelay(serving: Serving, ready: number, rps: number, assumptions: SharingAssumptions): number {
  const { processorTime: service, maxConcurrency } = serving;
  // With one request at a time, a request never shares the processor.
  if (maxConcurrency === 1 || service === 0) return 0;
  const busy = Math.min(assumptions['fluid.saturation'], offeredLoad({ perSecond: rps, service }));
  if (assumptions['traffic.route.replica'] === 'random') return randomDelay({ busy, service });
  return evenDelay({ replicas: ready, busy, service }, evennessOf(serving, assumptions));
}

/**
 * How evenly requests reach processors if they are not distributed at random: 1 like one queue for all of them; 0 like
 * every c-th request with exponential processor times, see `evenDelay`.
 * - round robin: depends on how processor times vary. Constant 1, exponential 0, towards -1 the more they vary.
 * - least requests: the part of a request's time in which it needs the processor. Requests in their other work also
 *   count as in flight, but they do not show which processor is busy. The variation of times hardly matters.
 */
function evennessOf({ processorTime, processorCv, duration, pause }: Serving, assumptions: SharingAssumptions): number {
  if (assumptions['traffic.route.replica'] === 'leastRequests') return Math.min(1, processorTime / (duration - pause));
  if (assumptions['fluid.latency'] === 'exponential') return 0;
  return 2 / (1 + processorCv * processorCv) - 1;
}

/** Identical replicas to which requests arrive at random, to all of them together. */
export interface Sharers {
  /** Whole, 1 or more. */
  readonly replicas: number;
  /** Utilisation of each processor, below 1. */
  readonly busy: number;
  /** Mean processor time of a request, in milliseconds of a whole processor. */
  readonly service: number;
}

/**
 * The added latency if each request goes to a random replica, in milliseconds: exact, for any distribution (M/G/1
 * processor sharing).
 */
export function randomDelay({ busy, service }: Omit<Sharers, 'replicas'>): number {
  return (service * busy) / (1 - busy);
}

/**
 * The mean added latency if requests are distributed more evenly than at random, in milliseconds, to about ten digits.
 *
 * It is linear in the evenness through two known cases, and never above the random case:
 * - evenness 1: the waiting time of requests with exponential times in one queue for all replicas (M/M/c). With round
 *   robin and constant times, requests wait half as long, as they would in one queue (M/D/c), but processor sharing
 *   delays them by twice that waiting time.
 * - evenness 0: every c-th request comes to a replica (E_c/M/1); exact for round robin and exponential times.
 *
 * For one replica all cases are the same.
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

/** Newton's method takes a dozen steps at most; the limit stops a loop that rounding would keep going. */
const stepsMax = 50;

/**
 * The share of requests that find their replica busy, if every c-th request comes to it and processor times are
 * exponential: the least root s of s = (c busy / (c busy + 1 - s))^c. Newton's method from 0 reaches it from below,
 * because the right side is convex.
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
