/**
 * Which replicas a metric speaks for: those whose sample counts, those that are not ready to be measured, and those
 * without a sample.
 *
 * After the Kubernetes HPA, as its documentation describes it.
 */
import type { Instant } from '../../engine/time.ts';
import type { Replica } from '../workload/replica.ts';
import type { TargetMetric } from './settings.ts';

/** A replica as a sync sees it; its age counts from when it was given its place. */
export type MeasuredReplica = Readonly<
  Pick<Replica, 'phase' | 'placedAt' | 'runningSince' | 'ready' | 'readySince' | 'wasReady'>
>;

/**
 * `counted`: its sample enters. `unready`, `missing`: they enter as what would hold the count. `out`: it is not there.
 */
export type SampleRole = 'counted' | 'unready' | 'missing' | 'out';

type Metric = Pick<TargetMetric, 'metric' | 'initialization' | 'window'>;

/**
 * As what a replica enters a metric (`hpa.cpuInitialization`, `metric.sample.cpuWindow`).
 *
 * Not started is unready. Cpu of a young one counts once it was ready for a whole sample window, that length included;
 * of an older one unless it was never ready. Any other replica counts, ready or not, and is missing without a sample.
 */
export function partOf(replica: MeasuredReplica, metric: Metric, now: Instant): SampleRole {
  if (replica.phase === 'terminating') return 'out';
  if (replica.phase === 'starting' || isSettling(replica, metric, now)) return 'unready';
  return hasSample(replica, metric) ? 'counted' : 'missing';
}

/** Requests are counted where they are answered: of rps and latency only a ready replica has a sample. */
function hasSample({ ready, runningSince }: MeasuredReplica, { metric }: Metric): boolean {
  return metric === 'rps' || metric === 'latency' ? ready : runningSince !== null;
}

/**
 * The next instant at which the clock alone makes a replica enter as something else; null where it never does.
 */
export function partChangesAt(replica: MeasuredReplica, metric: Metric, now: Instant): Instant | null {
  const { phase } = replica;
  if (phase === 'terminating' || phase === 'starting' || !isSettling(replica, metric, now)) return null;
  const grownAt = replica.placedAt + metric.initialization;
  if (grownAt <= now) return null;
  if (replica.readySince !== null) return Math.min(grownAt, replica.readySince + metric.window);
  return replica.wasReady ? grownAt : null;
}

function isSettling({ placedAt, readySince, wasReady }: MeasuredReplica, metric: Metric, now: Instant): boolean {
  if (metric.metric !== 'cpu') return false;
  if (now - placedAt >= metric.initialization) return !wasReady;
  return readySince === null || now - readySince < metric.window;
}
