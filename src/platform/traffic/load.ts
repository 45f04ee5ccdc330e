/**
 * What a flow of requests does to the replicas of a workload in one location.
 */
import type { Assumptions } from '../rules/assumptions.ts';
import { meanWait } from './erlang.ts';
import { utilisation } from './queueing.ts';
import type { Serving } from './serving.ts';
import type { Percentile } from './trials.ts';

/** What comes to a location, and who is there to answer. */
export interface Pressure {
  /** Requests per second, however often each is tried. */
  readonly perSecond: number;
  /** Replicas that answer. */
  readonly ready: number;
  /** Requests that could not be answered as they came, and wait (`fluid.overflow`). */
  readonly waiting: number;
}

/** Per replica, but for the overflow. All but the latency of no replica at all is finite. */
export interface Load {
  /** Requests answered per second. */
  readonly rps: number;
  /** Requests in flight, and this replica's part of those that wait. */
  readonly concurrency: number;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Mean from arrival to answer, in milliseconds, as if none were given up. */
  readonly latency: number;
  /** Requests per second that the location cannot answer. */
  readonly overflowPerSecond: number;
}

type LatencyAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation'>;

/**
 * The load of each of some replicas that share a flow equally (`fluid.latency`, `fluid.saturation`).
 *
 * No figure but the overflow falls as more comes or waits, and none rises as replicas are added: so it may be asked at the two ends of a range.
 * The latency keeps this up to the last digits.
 * - rps: what comes, up to the capacity; all of it while any wait. The excess is overflow.
 * - concurrency: rps times the duration, plus what waits. It leaves out that requests take longer under load.
 * - cpu and memory: idle use and that of requests, up to the containers' own limits: nobody is killed for memory.
 * - latency: see `latencyOf`.
 *
 *   90/s on 3 replicas of 500m, 12 ms and 80 ms a request -> 30 rps, 2.4 in flight, 360m, 142 ms, no overflow
 *   no replica -> nothing but overflow
 */
export function loadOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): Load {
  const { perSecond, ready, waiting } = pressure;
  if (ready === 0) return { ...noLoad, overflowPerSecond: perSecond };
  const { capacityPerSecond, maxConcurrency } = serving;
  const hasBacklog = waiting > 0 && capacityPerSecond !== Number.POSITIVE_INFINITY;
  const rps = hasBacklog ? capacityPerSecond : Math.min(perSecond / ready, capacityPerSecond);
  const concurrency = (rps * serving.duration) / 1_000 + (hasBacklog ? waiting / ready : 0);
  const inFlight = Math.min(concurrency, maxConcurrency ?? Number.POSITIVE_INFINITY);
  return {
    rps,
    concurrency,
    cpuMillicores: Math.min(serving.cpuMillicores, serving.idleCpuMillicores + rps * serving.cpuMillicoresPerRps),
    memoryBytes: Math.min(serving.memoryBytes, serving.idleMemoryBytes + inFlight * serving.memoryPerRequestBytes),
    latency: latencyOf(serving, { rps, ready, waiting: hasBacklog ? waiting : 0 }, assumptions),
    overflowPerSecond: Math.max(0, perSecond - ready * capacityPerSecond),
  };
}

/**
 * A percentile of the latency, in milliseconds, cut where requests are given up (`fluid.percentile`).
 *
 * `stretched`: that of the duration, longer by as much as the mean is. Right without load, for exponential durations on one server, and for a
 * processor that is shared, in the mean of each length; near the capacity it makes too little of the slowest requests where durations vary little.
 * `shifted`: that of the duration, and what the mean has gained.
 */
export function latencyPercentile(
  serving: Serving,
  { latency }: Pick<Load, 'latency'>,
  percentile: Percentile,
  assumptions: Pick<Assumptions, 'fluid.percentile'>,
): number {
  const { duration, timeout } = serving;
  const unloaded = serving.durationPercentiles[percentile];
  if (latency === Number.POSITIVE_INFINITY) return timeout;
  const isStretched = assumptions['fluid.percentile'] === 'stretched' && duration > 0;
  const loaded = isStretched ? unloaded * (latency / duration) : unloaded + (latency - duration);
  return Math.min(timeout, loaded);
}

const noLoad: Load = {
  rps: 0,
  concurrency: 0,
  cpuMillicores: 0,
  memoryBytes: 0,
  latency: Number.POSITIVE_INFINITY,
  overflowPerSecond: 0,
};

/**
 * How far a latency is to be trusted: `steady` where theory is exact for requests that come at random; `approximate` where a good part of it is a wait
 * for which only a rule of thumb is known; `rough`: an order of magnitude.
 */
export type Trust = 'steady' | 'approximate' | 'rough';

/** Below this part of the latency a wait is not worth a word. */
const worthPart = 0.01;

/**
 * What the formula of the wait for a place is worth (`fluid.latency`): it is exact for exponential durations, and for any on one place; for several it
 * comes within a tenth or so, the nearer the busier they are.
 */
export function trustOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): Trust {
  const { maxConcurrency, spread } = serving;
  const how = assumptions['fluid.latency'];
  if (maxConcurrency === null || how === 'serviceTime' || spread === 'memoryless') return 'steady';
  const isExact = maxConcurrency * pressure.ready === 1 && spread === 'finite' && how === 'queueing';
  if (isExact || pressure.ready === 0) return 'steady';
  const { latency } = loadOf(serving, pressure, assumptions);
  const without = loadOf({ ...serving, maxConcurrency: null }, pressure, assumptions).latency;
  if (latency - without <= worthPart * latency) return 'steady';
  return spread === 'endless' ? 'rough' : 'approximate';
}

/**
 * Mean latency: the duration; what a shared processor adds to it (M/G/1 processor sharing); the wait for one of all places, where concurrency is
 * limited (M/G/c); and the time to work off what waits.
 *
 * Places are those of all replicas together, as there is one line for them. The wait is that for exponential durations, times (1 + cv^2) / 2: half as
 * long where all take the same time. A processor is shared on each replica by itself, as if each got its requests at random: where they are given out
 * by turns (`traffic.route.replica`) they come more evenly, so that with several replicas its part is somewhat too long.
 *
 * The formulas are those of a steady state and grow beyond all bounds at the capacity, where a real queue needs longer to build up than the load
 * lasts. So utilisation counts up to `fluid.saturation` in them, and what comes beyond the capacity shows as what waits.
 * To be trusted below about 0.8 of the capacity; above it as an order of magnitude. Waits are those of arrivals at random, so too short for bursts.
 */
function latencyOf(
  serving: Serving,
  { rps, ready, waiting }: { readonly rps: number; readonly ready: number; readonly waiting: number },
  assumptions: LatencyAssumptions,
): number {
  const { duration, pause, cv, processorTime, maxConcurrency, capacityPerSecond } = serving;
  const backlog = waiting === 0 ? 0 : (waiting * 1_000) / (ready * capacityPerSecond);
  if (assumptions['fluid.latency'] === 'serviceTime') return duration + backlog;
  const saturation = assumptions['fluid.saturation'];
  const busy = Math.min(saturation, utilisation({ perSecond: rps, service: processorTime }));
  const slowdown = (processorTime * busy) / (1 - busy);
  return duration + slowdown + (maxConcurrency === null ? 0 : placeWait(maxConcurrency)) + backlog;

  function placeWait(places: number): number {
    // All tries of a request wait as long as one that takes their whole time.
    const service = duration - pause;
    if (service === 0) return 0;
    const servers = places * ready;
    const perSecond = Math.min(rps * ready, (saturation * servers * 1_000) / service);
    const wait = meanWait({ servers, perSecond, service });
    return assumptions['fluid.latency'] === 'exponential' ? wait : (wait * (1 + cv * cv)) / 2;
  }
}
