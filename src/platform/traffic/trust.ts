/**
 * How far formulas of latency are to be believed.
 */
import type { LatencyAssumptions, Pressure, ReplicaLoad } from './load.ts';
import { placeWait } from './places.ts';
import type { Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';

/**
 * How far a latency is to be trusted: `steady` where theory is exact for requests that come at random; `approximate`
 * where a good part of it is a wait for which only a rule of thumb is known; `rough`: an order of magnitude.
 */
export type Trust = (typeof trusts)[number];

/** The worse, the later. */
const trusts = ['steady', 'approximate', 'rough'] as const;

/** The worse of two. */
export function lessTrust(one: Trust, other: Trust): Trust {
  return trusts[Math.max(trusts.indexOf(one), trusts.indexOf(other))]!;
}

/** Whether no latency of these replicas can be trusted less than that. */
export function isLeastTrust(trust: Trust, { processorCv, spread }: Serving): boolean {
  const mayBeRough = processorCv === Number.POSITIVE_INFINITY || spread === 'endless';
  return trust === 'rough' || (trust === 'approximate' && !mayBeRough);
}

/** Below this part of the latency a wait is not worth a word. */
const worthPart = 0.01;

/**
 * What the formulas of a latency are worth under a pressure (`fluid.latency`).
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
 * That of a shared processor is exact where requests are given out at random, and for one replica. Else
 * (`traffic.route.replica`) it is a rule of thumb. The latency was found within a tenth of single requests by turns,
 * and an eighth where they go to who has the fewest, on 2 to 30 replicas that were 0.5 to 0.85 busy; by turns too long
 * by up to a third where processor times have no end of variance.
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
 * That of the wait for a place is exact for exponential durations, and for any on one place; for several, and for those
 * that share a processor, it is a rule of thumb: found within a tenth of single requests on two places, and too long by
 * a quarter on five of which requests are very uneven (cv 2); the nearer the busier they are.
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
