/**
 * How reliable the latency formulas are.
 */
import type { LatencyAssumptions, Pressure, ReplicaLoad } from './load.ts';
import { placeWait } from './places.ts';
import type { Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';

/**
 * How reliable a latency is. `steady`: theory is exact for random arrivals. `approximate`: a good part of it is a
 * waiting time for which only a rule of thumb is known. `rough`: an order of magnitude.
 */
export type Trust = (typeof trusts)[number];

/** In order, the least reliable last. */
const trusts = ['steady', 'approximate', 'rough'] as const;

/** The less reliable of two. */
export function lessTrust(one: Trust, other: Trust): Trust {
  return trusts[Math.max(trusts.indexOf(one), trusts.indexOf(other))]!;
}

/** Whether no latency of these replicas can be less reliable than this. */
export function isLeastTrust(trust: Trust, { processorCv, spread }: Serving): boolean {
  const mayBeRough = processorCv === Number.POSITIVE_INFINITY || spread === 'endless';
  return trust === 'rough' || (trust === 'approximate' && !mayBeRough);
}

/** A waiting time below this part of the latency is ignored. */
const worthPart = 0.01;

/**
 * The reliability of a latency under a pressure (`fluid.latency`).
 *
 * @param load of that pressure
 */
export function trustOf(
  serving: Serving,
  pressure: Pressure,
  load: Pick<ReplicaLoad, 'rps' | 'latency'>,
  assumptions: LatencyAssumptions,
): Trust {
  if (assumptions['fluid.latency'] === 'serviceTime' || pressure.ready === 0) return 'steady';
  return lessTrust(
    trustInSharing(serving, pressure, load, assumptions),
    trustInPlaces(serving, pressure, load, assumptions),
  );
}

/**
 * The reliability of the delay at a shared processor: exact if requests are distributed at random, and for one replica.
 * Otherwise (`traffic.route.replica`) it is a rule of thumb, compared with single requests on 2 to 30 replicas at
 * utilisations of 0.5 to 0.85. The latency was within a tenth for round robin and an eighth for least requests; round
 * robin was too long by up to a third if processor times have infinite variance.
 */
function trustInSharing(
  serving: Serving,
  pressure: Pressure,
  { rps, latency }: Pick<ReplicaLoad, 'rps' | 'latency'>,
  assumptions: LatencyAssumptions,
): Trust {
  if (pressure.ready === 1 || assumptions['traffic.route.replica'] === 'random') return 'steady';
  if (sharingDelay(serving, pressure.ready, rps, assumptions) <= worthPart * latency) return 'steady';
  return serving.processorCv === Number.POSITIVE_INFINITY ? 'rough' : 'approximate';
}

/**
 * The reliability of the waiting time for a place: exact for exponential durations, and for any on one place. For
 * several places, and for places that share a processor, it is a rule of thumb, compared with single requests. It was
 * within a tenth on two places, and too long by a quarter on five with highly variable requests (cv 2). It is better at
 * higher utilisation.
 */
function trustInPlaces(
  serving: Serving,
  pressure: Pressure,
  { rps, latency }: Pick<ReplicaLoad, 'rps' | 'latency'>,
  assumptions: LatencyAssumptions,
): Trust {
  const { maxConcurrency, processorTime, spread } = serving;
  if (maxConcurrency === null || (spread === 'memoryless' && processorTime === 0)) return 'steady';
  const isExact = maxConcurrency * pressure.ready === 1 && assumptions['fluid.latency'] === 'queueing';
  if (spread !== 'endless' && isExact) return 'steady';
  if (placeWait(serving, pressure, rps, assumptions) <= worthPart * latency) return 'steady';
  return spread === 'endless' ? 'rough' : 'approximate';
}
