/**
 * The load that a flow of requests puts on the replicas of a workload in one location.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { lineOf, waitingMax } from './patience.ts';
import { placeWait, refusedShare } from './places.ts';
import type { Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';
import type { Percentile } from './trials.ts';

/** The arrival rate at a location, and the replicas that answer. */
export interface Pressure {
  /** Requests per second; retries do not count. */
  readonly perSecond: number;
  /** Replicas that answer. */
  readonly ready: number;
  /** Backlog: requests beyond the capacity that wait (`fluid.overflow`). */
  readonly waiting: number;
}

/** Traffic of each replica, except for the overflow, which is that of the location. */
export interface ReplicaTraffic {
  /** Requests answered per second. */
  readonly rps: number;
  /** Requests in flight, plus this replica's part of the backlog. */
  readonly concurrency: number;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Requests per second that the location cannot answer. */
  readonly overflowPerSecond: number;
}

/** Every value is finite, except the latency without a replica. */
export interface ReplicaLoad extends ReplicaTraffic {
  /**
   * Mean latency from arrival to answer, in milliseconds, as if no request timed out; if some are refused, the mean of
   * the others.
   */
  readonly latency: number;
}

export type LatencyAssumptions = Pick<
  Assumptions,
  'fluid.latency' | 'fluid.saturation' | 'traffic.queue' | 'traffic.route.replica' | 'timeout.from'
>;

/**
 * The load of each of several replicas that share a flow equally (`fluid.latency`, `fluid.saturation`).
 *
 * No value except the overflow falls when the arrival rate or the backlog rises, and none rises when replicas are
 * added. So the two ends of a range bound the values within it; for the latency this holds up to its last digits.
 * - rps: the requests that arrive and find room, up to the capacity; the whole capacity while there is a backlog. The
 *   excess is overflow.
 * - concurrency: rps times the duration, plus the backlog. It ignores that requests take longer under load.
 * - cpu and memory: idle use plus that of requests, up to the limits of the containers. No replica is killed for
 *   memory.
 * - latency: see `latencyOf`.
 *   90/s on 3 replicas of 500m, 12 ms and 80 ms a request -> 30 rps, 2.4 in flight, 360m, 95 ms, no overflow
 *   no replica -> nothing but overflow
 */
export function loadOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): ReplicaLoad {
  const use = useOf(serving, pressure, assumptions);
  const { rps, concurrency, cpuMillicores, memoryBytes, overflowPerSecond } = use;
  const latency = pressure.ready === 0 ? Number.POSITIVE_INFINITY : latencyOf(serving, pressure, rps, assumptions);
  // Field by field: a report asks so often that copies would take much of its time.
  return { rps, concurrency, cpuMillicores, memoryBytes, overflowPerSecond, latency };
}

/** The same without the latency, which costs as much as all other values. */
export function useOf(serving: Serving, pressure: Pressure, assumptions: LatencyAssumptions): ReplicaTraffic {
  const { perSecond, ready, waiting } = pressure;
  if (ready === 0) return { ...noUse, overflowPerSecond: perSecond };
  const { capacityPerSecond, maxConcurrency } = serving;
  const hasBacklog = isBehind(serving, waiting);
  const refused = refusedShare(serving, pressure, assumptions);
  const rps = hasBacklog ? capacityPerSecond : Math.min((perSecond / ready) * (1 - refused), capacityPerSecond);
  const concurrency = concurrencyAt(serving, rps) + (hasBacklog ? waiting / ready : 0);
  const inFlight = Math.min(concurrency, maxConcurrency ?? Number.POSITIVE_INFINITY);
  return {
    rps,
    concurrency,
    cpuMillicores: Math.min(serving.cpuMillicores, cpuWanted(serving, rps)),
    memoryBytes: Math.min(serving.memoryBytes, memoryWanted(serving, inFlight)),
    overflowPerSecond: Math.max(perSecond * refused, perSecond - ready * capacityPerSecond),
  };
}

/**
 * Whether replicas use processor and memory in proportion to the requests that come, beside what they use idle: up to
 * so many a second while none waits, nothing of it is limited, and none is refused.
 */
export function isProportional(
  serving: Serving,
  { perSecond, ready }: Pick<Pressure, 'perSecond' | 'ready'>,
  assumptions: Pick<Assumptions, 'traffic.queue'>,
): boolean {
  const { maxConcurrency } = serving;
  const rps = perSecond / ready;
  const concurrency = concurrencyAt(serving, rps);
  return (
    lineOf(serving, assumptions) === null &&
    rps <= serving.capacityPerSecond &&
    (maxConcurrency === null || concurrency <= maxConcurrency) &&
    cpuWanted(serving, rps) <= serving.cpuMillicores &&
    memoryWanted(serving, concurrency) <= serving.memoryBytes
  );
}

/** Requests that are there at once while so many come in a second. */
function concurrencyAt({ duration }: Serving, rps: number): number {
  return (rps * duration) / 1_000;
}

/** Millicores, without their limit. */
function cpuWanted({ idleCpuMillicores, cpuMillicoresPerRps }: Serving, rps: number): number {
  return idleCpuMillicores + rps * cpuMillicoresPerRps;
}

/** Bytes, without their limit. */
function memoryWanted({ idleMemoryBytes, memoryPerRequestBytes }: Serving, inFlight: number): number {
  return idleMemoryBytes + inFlight * memoryPerRequestBytes;
}

/** Whether there is a backlog because the capacity is used up. */
function isBehind({ capacityPerSecond }: Serving, waiting: number): boolean {
  return waiting > 0 && capacityPerSecond !== Number.POSITIVE_INFINITY;
}

/**
 * A percentile of the latency, in milliseconds, cut at the timeout (`fluid.percentile`).
 *
 * `stretched`: the percentile of the duration, multiplied by the factor of the mean. It is right without load, for
 * exponential durations on one server, and for a shared processor in the mean of each length of work. Near the capacity
 * it is too low for the slowest requests if durations vary little.
 *
 * `shifted`: the percentile of the duration, plus the time that was added to the mean.
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
 * Mean latency: the duration, the delay of a shared processor (M/G/1 processor sharing), the waiting time for one of
 * all places if concurrency is limited (M/G/c), and the time to drain the backlog. At most the timeout, if all of it
 * counts (`timeout.from`).
 *
 * Each replica shares its own processor, see `sharingDelay`; places are those of all replicas together, see
 * `placeWait`.
 *
 * The formulas describe a steady state and go to infinity at the capacity, but a real queue would take longer to build
 * up than the load lasts. So they use a utilisation of at most `fluid.saturation`, and requests beyond the capacity
 * appear as backlog. They are reliable below about 0.8 of the capacity; above it they give an order of magnitude.
 * Waiting times are those of random arrivals, so they are too short for bursts.
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
