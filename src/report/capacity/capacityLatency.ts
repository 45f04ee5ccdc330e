/**
 * The capacity report's latency figures of requests that come as amounts.
 */
import type { Duration } from '../../engine/time.ts';
import type { Trust } from '../../platform/traffic/trust.ts';
import type { LoadTally } from '../load/loadTally.ts';
import { decimalText } from '../words/numbers.ts';

/**
 * From arrival to answer in ms (`fluid.latency`), of requests including refused ones, as for single requests. `mean`:
 * the number of requests present at once divided by the arrival rate; requests that wait at the end of the run count up
 * to then. Percentiles are of answered requests: half took p50 at most, 1 % took longer than p99; within a 64th. `max`:
 * an amount has no single slowest request; in half of all runs of single requests the slowest would take longer.
 * `countedMs`: time in which requests came that were answered, or were held for a replica (`coldStart.hold`).
 *
 * `trust` is that of the mean. `steady`: theory is exact as far as requests come at random, because the utilisation
 * stays below 0.8 for 99 hundredths of the time and nothing waits for long. `approximate`: the utilisation does so, but
 * a wait follows a rule of thumb: for one of several places, or for one of several processors to which requests are
 * given by turns (`traffic.route.replica`). `rough` otherwise: an order of magnitude. Percentiles up to p99 were found
 * within 15 % of those of single requests at utilisations up to 0.8. They were within 25 % at utilisations up to 0.95,
 * and when more came for a while than could be answered. Both hold for durations whose standard deviation is no more
 * than their mean.
 */
export interface LatencyStatistics {
  readonly mean: string;
  /** null, like all percentiles and the greatest value, if there are none: see `noPercentiles`. */
  readonly p50: string | null;
  readonly p90: string | null;
  readonly p95: string | null;
  readonly p99: string | null;
  readonly max: string | null;
  readonly countedMs: number;
  readonly leftOutMs: number;
  readonly trust: Trust;
  /** Why there are no percentiles; absent if there are. */
  readonly noPercentiles?: string;
}

/** The latency figures; null: no request has an answer. */
export function latencyReport(
  { latency, latencyMean }: LoadTally,
  runMs: Duration,
  trust: Trust,
): LatencyStatistics | null {
  const spread = latency.spread();
  if (spread === null || latencyMean === null) return null;
  const { classes, isKnown } = spread;
  const valueAfter = (requests: number): string | null => (isKnown ? decimalText(classes.valueAfter(requests)) : null);
  const percentile = (percent: number): string | null => valueAfter((classes.total * percent) / 100);
  return {
    mean: decimalText(latencyMean),
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    max: valueAfter(classes.total - Math.LN2),
    countedMs: Math.round(latency.countedMs),
    leftOutMs: Math.max(0, Math.round(runMs - latency.countedMs)),
    trust,
    ...(isKnown ? {} : { noPercentiles: 'requests whose durations have no end of variance wait for places' }),
  };
}
