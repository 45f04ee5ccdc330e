/**
 * What the metrics of a deployment say at a sync.
 */
import type { Instant } from '../../../engine/time.ts';
import { flowAt, flowBetween } from '../../traffic/flow.ts';
import { type Load, latencyPercentile, loadOf } from '../../traffic/load.ts';
import type { Serving } from '../../traffic/serving.ts';
import type { MetricSample, Population } from '../../workload/autoscaling/metric.ts';
import { type MeasuredReplica, partChangesAt, partOf } from '../../workload/autoscaling/population.ts';
import type { TargetMetric } from '../../workload/autoscaling/settings.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { replicaAt, type World } from '../../world.ts';
import { servingAt } from '../traffic/inflow.ts';

/** Who is there to be measured, and what each can do. */
export interface Measured {
  readonly replicas: readonly Replica[];
  readonly ready: number;
  readonly serving: Serving;
}

export function measuredOf(world: World, deployment: Deployment): Measured {
  const replicas = deployment.replicas.map((handle) => replicaAt(world, handle));
  const ready = replicas.reduce((count, replica) => count + (replica.ready ? 1 : 0), 0);
  return { replicas, ready, serving: servingAt(world, deployment) };
}

/** Requests per second over a metric's window that ends at its newest sample; a shorter history divides by its own length (6.1). */
export function averageRate({ inflow }: Deployment, { interval, window }: TargetMetric, now: Instant): number {
  const until = Math.floor(now / interval) * interval;
  const from = Math.max(until - window, inflow.since);
  return until <= from ? flowAt(inflow.flow, now) : (flowBetween(inflow.flow, from, until) * 1_000) / (until - from);
}

/** What a metric says while so many requests a second come to a deployment, and so many wait. */
export function sampleOf(
  world: World,
  { replicas, ready, serving }: Measured,
  metric: TargetMetric,
  { perSecond, waiting, now }: { readonly perSecond: number; readonly waiting: number; readonly now: Instant },
): MetricSample {
  const load = loadOf(serving, { perSecond, ready, waiting }, world.assumptions);
  const counts = { counted: 0, unready: 0, missing: 0 };
  let countedReady = 0;
  for (const replica of replicas) {
    const part = partOf(viewOf(replica, metric), metric, now);
    if (part === 'out') continue;
    counts[part] += 1;
    if (part === 'counted' && replica.ready) countedReady += 1;
  }
  return metricSample(world, metric, counts, countedReady, load, serving);
}

function metricSample(
  world: World,
  metric: TargetMetric,
  counts: Population,
  countedReady: number,
  load: Load,
  serving: Serving,
): MetricSample {
  const idle = counts.counted - countedReady;
  switch (metric.metric) {
    case 'cpu':
      return use(counts, serving.cpuMillicores, load.cpuMillicores * countedReady + serving.idleCpuMillicores * idle);
    case 'memory':
      return use(counts, serving.memoryBytes, load.memoryBytes * countedReady + serving.idleMemoryBytes * idle);
    case 'rps':
      return { of: 'average', ...counts, totalMilli: Math.round(load.rps * countedReady * 1_000) };
    case 'latency': {
      if (countedReady === 0) return { of: 'average', ...counts, totalMilli: 0 };
      const latency = latencyPercentile(serving, load, metric.percentile ?? 50, world.assumptions);
      return { of: 'average', ...counts, totalMilli: Math.round(latency * countedReady * 1_000) };
    }
  }
}

function use(counts: Population, each: number, used: number): MetricSample {
  return {
    of: 'use',
    ...counts,
    used: Math.round(used),
    allowed: counts.counted * each,
    unreadyAllowed: counts.unready * each,
    missingAllowed: counts.missing * each,
  };
}

/** Requests are counted where they are answered: of rps and latency only a ready replica has a sample. */
function viewOf(replica: Replica, { metric }: TargetMetric): MeasuredReplica {
  const { phase, placedAt, readySince, wasReady, runningSince } = replica;
  return {
    terminating: phase === 'terminating',
    placedAt,
    started: phase !== 'starting',
    readySince,
    wasReady,
    hasSample: metric === 'rps' || metric === 'latency' ? replica.ready : runningSince !== null,
  };
}

/** The next instant at which the clock alone makes a replica enter a metric as something else; null: never. */
export function populationChangesAt(
  { replicas }: Measured,
  metrics: readonly TargetMetric[],
  now: Instant,
): Instant | null {
  let next: Instant | null = null;
  for (const metric of metrics) {
    for (const replica of replicas) {
      const at = partChangesAt(viewOf(replica, metric), metric, now);
      if (at !== null && (next === null || at < next)) next = at;
    }
  }
  return next;
}
