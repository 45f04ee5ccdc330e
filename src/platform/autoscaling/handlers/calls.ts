/**
 * The load that single calls add to a deployment.
 */
import type { Instant } from '../../../engine/time.ts';
import { gaugedBetween, gaugedLatency } from '../../call/gauge.ts';
import type { WaitingLine } from '../../call/waitingLine.ts';
import type { ReplicaTraffic } from '../../traffic/load.ts';
import type { Serving } from '../../traffic/serving.ts';
import type { TargetMetric } from '../settings.ts';

/** Measured over the window of a metric that ends at its newest sample (6.1). */
export interface CallLoad {
  /** Calls that passed all checks, per second. */
  readonly perSecond: number;
  /** Use of all processors together. */
  readonly busyMillicores: number;
  /** Calls that were at replicas, in the mean. */
  readonly inFlight: number;
  /**
   * Of the replicas that are ready the mean of the metric's percentile of each one's answers, in milliseconds; null:
   * there were none, or it reads something else.
   */
  readonly latency: number | null;
}

/**
 * The waiting line's gauge must have been advanced to now, and the metric have a value.
 *
 * @param ready handles of the replicas that are ready and get requests
 */
export function callLoad(
  { gauge }: WaitingLine,
  { metric, interval, window, percentile }: TargetMetric,
  { since, now, ready }: { readonly since: Instant; readonly now: Instant; readonly ready: readonly number[] },
): CallLoad {
  const until = Math.floor(now / interval) * interval;
  const from = Math.max(until - window, since);
  const span = until - from;
  return {
    perSecond: (gaugedBetween(gauge.arrivals, from, until) * 1_000) / span,
    busyMillicores: gaugedBetween(gauge.busy, from, until) / span,
    inFlight: gaugedBetween(gauge.seats, from, until) / span,
    latency: metric === 'latency' ? gaugedLatency(gauge, { since: from, until, by: ready }, percentile ?? 50) : null,
  };
}

/** The load of each ready replica, with what calls add to its use of cpu and memory; they are shared out alike. */
export function withCalls(
  load: ReplicaTraffic,
  { busyMillicores, inFlight }: CallLoad,
  serving: Serving,
  ready: number,
): ReplicaTraffic {
  if (ready === 0) return load;
  return {
    ...load,
    cpuMillicores: Math.min(serving.cpuMillicores, load.cpuMillicores + busyMillicores / ready),
    memoryBytes: Math.min(serving.memoryBytes, load.memoryBytes + (inFlight / ready) * serving.memoryPerRequestBytes),
  };
}
