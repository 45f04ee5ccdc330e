/**
 * The metrics of a deployment at a sync.
 */
import type { Instant } from '../../../engine/time.ts';
import { calledLately, type WaitingLine } from '../../call/waitingLine.ts';
import type { Sim } from '../../handlers/note.ts';
import { hasOneRoom, servingVersion } from '../../traffic/handlers/answering.ts';
import { servingAt } from '../../traffic/handlers/inflow.ts';
import {
  type Inflow,
  inflowBetween,
  inflowBounds,
  type Served,
  servedBetween,
  slidingInflow,
} from '../../traffic/inflow.ts';
import { useOf } from '../../traffic/load.ts';
import type { Extremes } from '../../traffic/pieces.ts';
import { type ReplicaCapacity, roomOf, type Serving } from '../../traffic/serving.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { replicaAt, type World } from '../../world.ts';
import { cpuBaseOf } from '../cpuBase.ts';
import type { MetricSample, Population } from '../metric.ts';
import { partChangesAt, partOf } from '../population.ts';
import type { TargetMetric } from '../settings.ts';
import { callLoad, withCalls } from './calls.ts';
import { latencyAmong, latencyIn, meanUse, partsOf } from './windowParts.ts';

/** Who is there to be measured, and what each can do. */
export interface Measured {
  readonly replicas: readonly Replica[];
  /** The only version that gets requests; null: each does. */
  readonly version: number | null;
  /** Those that are ready and get requests: how many, and their handles where calls come one by one. */
  readonly ready: number;
  readonly answering: readonly number[];
  readonly serving: Serving;
  /** What replicas of each version may use, where that differs; null: all may use as much. */
  readonly rooms: ReadonlyMap<number, ReplicaCapacity> | null;
  /** What cpu utilisation is a share of, by version; null: what a replica may use (`hpa.cpu.base`). */
  readonly cpuBases: ReadonlyMap<number, number> | null;
  /** null: no call that came one by one is still measured. */
  readonly waitingLine: WaitingLine | null;
  /** Since when what comes here can be measured. */
  readonly since: Instant;
}

export function measuredOf({ world, now }: Sim, deployment: Deployment): Measured {
  const replicas: Replica[] = [];
  const version = servingVersion(deployment);
  const { inflow, revisions } = deployment;
  const waitingLine = calledLately(deployment.waitingLine, now);
  const answering: number[] = [];
  let ready = 0;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    replicas.push(replica);
    if (!isAnswering(replica, version)) continue;
    ready += 1;
    if (waitingLine !== null) answering.push(handle);
  }
  const serving = servingAt(world, deployment);
  const rooms = hasOneRoom(deployment)
    ? null
    : new Map(revisions.map(({ version, settings }) => [version, roomOf(settings.containers)]));
  const cpuBases = cpuBasesOf(world, deployment);
  return { replicas, version, ready, answering, serving, rooms, cpuBases, waitingLine, since: inflow.since };
}

function cpuBasesOf({ assumptions }: World, { revisions }: Deployment): Measured['cpuBases'] {
  if (assumptions['hpa.cpu.base'] === 'limit') return null;
  return new Map(revisions.map(({ version, settings }) => [version, cpuBaseOf(settings.containers, assumptions)]));
}

function isAnswering({ ready, version }: Replica, only: number | null): boolean {
  return ready && (only === null || version === only);
}

/** A metric's window that ends at its newest sample; a shorter history divides by its own length (6.1). */
function windowOf(
  { since }: Inflow,
  { interval, window }: TargetMetric,
  now: Instant,
): Readonly<Record<'from' | 'until', Instant>> {
  const until = Math.floor(now / interval) * interval;
  return { from: Math.max(until - window, since), until };
}

/** Whether a metric has a value: its newest sample is of a time that counts. */
export function isSampled({ since }: Inflow, { interval }: TargetMetric, now: Instant): boolean {
  return Math.floor(now / interval) * interval > since;
}

/** Requests per second over a metric's window; 0 where it has none yet. */
export function averageRate({ inflow }: Deployment, metric: TargetMetric, now: Instant): number {
  const { from, until } = windowOf(inflow, metric, now);
  return until <= from ? 0 : (inflowBetween(inflow, from, until) * 1_000) / (until - from);
}

/** Bounds of that rate at any instant of a stretch. */
export function averageBounds(
  { inflow }: Deployment,
  { interval, window }: TargetMetric,
  from: Instant,
  until: Instant,
): Extremes {
  // The newest sample is up to an interval old.
  const seenFrom = from - interval - window;
  const sliding = seenFrom < inflow.since ? null : slidingInflow(inflow, window, from - interval, until);
  return sliding ?? inflowBounds(inflow, Math.max(inflow.since, seenFrom), until);
}

/** What came in the window of a metric that has a value, apart by what a replica did for it. */
export function servedIn(
  { inflow }: Deployment,
  { serving }: Measured,
  metric: TargetMetric,
  now: Instant,
): readonly Served[] {
  const { from, until } = windowOf(inflow, metric, now);
  return servedBetween(inflow, serving, from, until);
}

/** The replicas that a metric speaks for at an instant. */
export interface Counts extends Population {
  /** Of those counted, the ones that are ready and get requests. */
  readonly ready: number;
  /**
   * What the counted ones, the unready and the missing may use of what the metric measures; 0 where that has no bound.
   */
  readonly allowed: Population;
}

export function countsOf(measured: Measured, metric: TargetMetric, now: Instant): Counts {
  const { replicas, version } = measured;
  let counted = 0;
  let unready = 0;
  let missing = 0;
  let ready = 0;
  const allowed = { counted: 0, unready: 0, missing: 0 };
  for (const replica of replicas) {
    const part = partOf(replica, metric, now);
    if (part === 'out') continue;
    allowed[part] += allowedTo(measured, replica, metric);
    if (part === 'counted') {
      counted += 1;
      if (isAnswering(replica, version)) ready += 1;
    } else if (part === 'unready') unready += 1;
    else missing += 1;
  }
  return { counted, unready, missing, ready, allowed };
}

/** What the use of a replica is a share of: that of the version that it runs (6.1). */
function allowedTo({ serving, rooms, cpuBases }: Measured, { version }: Replica, { metric }: TargetMetric): number {
  if (metric !== 'cpu' && metric !== 'memory') return 0;
  if (metric === 'cpu' && cpuBases !== null) return cpuBases.get(version) ?? 0;
  const { cpuMillicores, memoryBytes } = rooms?.get(version) ?? serving;
  return metric === 'cpu' ? cpuMillicores : memoryBytes;
}

/** What comes to a deployment while a metric is measured. */
interface Coming {
  readonly perSecond: number;
  readonly waiting: number;
  readonly now: Instant;
  /** What came in the window; null: a replica did the same for all of it. */
  readonly served: readonly Served[] | null;
}

/** What a metric says of these replicas. */
export function sampleOf(
  world: World,
  measured: Measured,
  metric: TargetMetric,
  counts: Counts,
  coming: Coming,
): MetricSample {
  const { ready, answering, serving, waitingLine, since } = measured;
  const { perSecond, waiting, now, served } = coming;
  const pressure = { perSecond, ready, waiting };
  const parts = served === null ? null : partsOf(world, pressure, served);
  const flowing = parts === null ? useOf(serving, pressure, world.assumptions) : meanUse(parts);
  const calls = waitingLine === null ? null : callLoad(waitingLine, metric, { since, now, ready: answering });
  const load = calls === null ? flowing : withCalls(flowing, calls, serving, ready);
  const idle = counts.counted - counts.ready;
  switch (metric.metric) {
    case 'cpu': {
      const used = load.cpuMillicores * counts.ready + serving.idleCpuMillicores * idle;
      return useSample(counts, used);
    }
    case 'memory': {
      const used = load.memoryBytes * counts.ready + serving.idleMemoryBytes * idle;
      return useSample(counts, used);
    }
    case 'rps':
      // What comes, whether it can be answered or not.
      return averageSample(counts, ready === 0 ? 0 : ((perSecond + (calls?.perSecond ?? 0)) * counts.ready) / ready);
    case 'latency': {
      if (counts.ready === 0) return averageSample(counts, 0);
      const percentile = metric.percentile ?? 50;
      const latency =
        calls?.latency ??
        (parts === null ? latencyIn(world, serving, pressure, percentile) : latencyAmong(world, parts, percentile));
      return averageSample(counts, latency * counts.ready);
    }
  }
}

/** What a metric says where so many replicas have been ready for long and share a steady flow. */
export function steadySample(
  world: World,
  deployment: Deployment,
  metric: TargetMetric,
  { count, perSecond, now }: { readonly count: number; readonly perSecond: number; readonly now: Instant },
): MetricSample {
  const serving = servingAt(world, deployment);
  const { since } = deployment.inflow;
  const measured = {
    replicas: [],
    version: null,
    ready: count,
    answering: [],
    serving,
    rooms: null,
    cpuBases: null,
    waitingLine: null,
    since,
  };
  const { containers } = newestRevision(deployment).settings;
  const isShareOfLimit = world.assumptions['hpa.cpu.base'] === 'limit';
  const cpuBase = isShareOfLimit ? serving.cpuMillicores : cpuBaseOf(containers, world.assumptions);
  const room = metric.metric === 'cpu' ? cpuBase : metric.metric === 'memory' ? serving.memoryBytes : 0;
  const allowed = { counted: count * room, unready: 0, missing: 0 };
  const counts = { counted: count, unready: 0, missing: 0, ready: count, allowed };
  return sampleOf(world, measured, metric, counts, { perSecond, waiting: 0, now, served: null });
}

function useSample({ counted, unready, missing, allowed }: Counts, used: number): MetricSample {
  return {
    of: 'use',
    counted,
    unready,
    missing,
    used: Math.round(used),
    allowed: allowed.counted,
    unreadyAllowed: allowed.unready,
    missingAllowed: allowed.missing,
  };
}

function averageSample({ counted, unready, missing }: Population, total: number): MetricSample {
  return { of: 'average', counted, unready, missing, totalMilli: Math.round(total * 1_000) };
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
      const at = partChangesAt(replica, metric, now);
      if (at !== null && (next === null || at < next)) next = at;
    }
  }
  return next;
}

/** When the next replica will be up, as things stand; Infinity: none is awaited. */
export function nextDueAt({ world, now }: Sim, { replicas }: Deployment): Instant {
  let next = Number.POSITIVE_INFINITY;
  for (const handle of replicas) {
    const { phase, startedAt } = replicaAt(world, handle);
    if (phase === 'starting' && startedAt > now) next = Math.min(next, startedAt);
  }
  return next;
}
