/**
 * What a flow of requests does to the replicas of a workload in one location.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { waitingMax } from './patience.ts';
import { placeWait, refusedShare } from './places.ts';
import type { Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';
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

/** What replicas do, each of them, but for the overflow. */
export interface ReplicaTraffic {
  /** Requests answered per second. */
  readonly rps: number;
  /** Requests in flight, and this replica's part of those that wait. */
  readonly concurrency: number;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Requests per second that the location cannot answer. */
  readonly overflowPerSecond: number;
}

/** All but the latency of no replica at all is finite. */
export interface ReplicaLoad extends ReplicaTraffic {
  /**
   * Mean from arrival to answer, in milliseconds, as if none were given up; of those that find room, where others are
   * refused.
   */
  readonly latency: number;
}

export type LatencyAssumptions = Pick<
  Assumptions,
  'fluid.latency' | 'fluid.saturation' | 'traffic.queue' | 'traffic.route.replica' | 'timeout.from'
>;

/**
 * The load of each of some replicas that share a flow equally (`fluid.latency`, `fluid.saturation`).
 *
 * No figure but the overflow falls as more comes or waits, and none rises as replicas are added: so it may be asked at
 * the two ends of a range. The latency keeps this up to the last digits.
 * - rps: what comes and finds room, up to the capacity; all of it while any wait. The excess is overflow.
 * - concurrency: rps times the duration, plus what waits. It leaves out that requests take longer under load.
 * - cpu and memory: idle use and that of requests, up to the containers' own limits: nobody is killed for memory.
 * - latency: see `latencyOf`.
 *
 *   90/s on 3 replicas of 500m, 12 ms and 80 ms a request -> 30 rps, 2.4 in flight, 360m, 95 ms, no overflow
 *   no replica -> nothing but overflow
 */
export function loadOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): ReplicaLoad {
  const use = useOf(serving, pressure, assumptions);
  const { rps, concurrency, cpuMillicores, memoryBytes, overflowPerSecond } = use;
  const latency = pressure.ready === 0 ? Number.POSITIVE_INFINITY : latencyOf(serving, pressure, rps, assumptions);
  // Field by field: a report asks for so many that copies would take much of its time.
  return { rps, concurrency, cpuMillicores, memoryBytes, overflowPerSecond, latency };
}

/** The same without the latency, which costs as much as all the rest. */
export function useOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): ReplicaTraffic {
  const { perSecond, ready, waiting } = pressure;
  if (ready === 0) return { ...noUse, overflowPerSecond: perSecond };
  const { capacityPerSecond, maxConcurrency } = serving;
  const hasBacklog = isBehind(serving, waiting);
  const refused = refusedShare(serving, pressure, assumptions);
  const rps = hasBacklog ? capacityPerSecond : Math.min((perSecond / ready) * (1 - refused), capacityPerSecond);
  const concurrency = (rps * serving.duration) / 1_000 + (hasBacklog ? waiting / ready : 0);
  const inFlight = Math.min(concurrency, maxConcurrency ?? Number.POSITIVE_INFINITY);
  return {
    rps,
    concurrency,
    cpuMillicores: Math.min(serving.cpuMillicores, serving.idleCpuMillicores + rps * serving.cpuMillicoresPerRps),
    memoryBytes: Math.min(serving.memoryBytes, serving.idleMemoryBytes + inFlight * serving.memoryPerRequestBytes),
    overflowPerSecond: Math.max(perSecond * refused, perSecond - ready * capacityPerSecond),
  };
}

/** Whether requests wait because no more can be answered. */
function isBehind({ capacityPerSecond }: Serving, waiting: number): boolean {
  return waiting > 0 && capacityPerSecond !== Number.POSITIVE_INFINITY;
}

/**
 * A percentile of the latency, in milliseconds, cut where requests are given up (`fluid.percentile`).
 *
 * `stretched`: that of the duration, longer by as much as the mean is. Right without load, for exponential durations on
 * one server, and for a processor that is shared, in the mean of each length; near the capacity it makes too little of
 * the slowest requests where durations vary little. `shifted`: that of the duration, and what the mean has gained.
 */
export function latencyPercentile(
  serving: Serving,
  { latency }: Pick<ReplicaLoad, 'latency'>,
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

const noUse: ReplicaTraffic = { rps: 0, concurrency: 0, cpuMillicores: 0, memoryBytes: 0, overflowPerSecond: 0 };

/**
 * Mean latency: the duration; what a shared processor adds to it (M/G/1 processor sharing); the wait for one of all
 * places, where concurrency is limited (M/G/c); and the time to work off what waits. No longer than requests are waited
 * for, where all of it counts (`timeout.from`).
 *
 * A processor is shared on each replica by itself, see `sharingDelay`; places are those of all replicas together, see
 * `placeWait`.
 *
 * The formulas are those of a steady state and grow beyond all bounds at the capacity, where a real queue needs longer
 * to build up than the load lasts. So utilisation counts up to `fluid.saturation` in them, and what comes beyond the
 * capacity shows as what waits. To be trusted below about 0.8 of the capacity; above it as an order of magnitude. Waits
 * are those of arrivals at random, so too short for bursts.
 */
function latencyOf(
  serving: Serving,
  { perSecond, ready, waiting }: Pressure,
  rps: number,
  assumptions: LatencyAssumptions,
): number {
  const { duration, capacityPerSecond, timeout } = serving;
  const backlog = isBehind(serving, waiting) ? (waiting * 1_000) / (ready * capacityPerSecond) : 0;
  const most =
    waitingMax(serving, ready, assumptions) === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : timeout;
  if (assumptions['fluid.latency'] === 'serviceTime') return Math.min(most, duration + backlog);
  const slowdown = sharingDelay(serving, ready, rps, assumptions);
  return Math.min(most, duration + slowdown + placeWait(serving, { perSecond, ready }, rps, assumptions) + backlog);
}
