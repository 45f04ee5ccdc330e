/**
 * Metrics of a chronicle: the value of each metric of the closed list at the instant that the chronicle has reached.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Expectation, MetricName } from '../../platform/expectation.ts';
import { classLimits } from '../../platform/volume/capacity.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { CallChronicle } from './callChronicle.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import type { SubjectPlace } from './fact.ts';
import type { RefusalChronicle } from './refusalChronicle.ts';
import type { VolumeChronicle } from './volumeChronicle.ts';

/** The deployments or volumes that an expectation covers. */
export type Scope = Pick<Expectation, 'of' | 'at'>;

/** Metrics that come from the bill, not from the journal. */
export type MoneyMetric = Extract<MetricName, `bill.${string}`>;
export type CountedMetric = Exclude<MetricName, MoneyMetric | `load.${string}`>;

/** Whether a metric is an amount of money. */
export function isMoney(metric: MetricName): metric is MoneyMetric {
  return metric.startsWith('bill.');
}

/** Whether a scope covers a deployment or a volume: `of` is null, a gvc, or `gvc/kind/name`. */
export function covers(
  { of, at }: Scope,
  { gvc, kind, name, location }: Pick<SubjectPlace, 'gvc' | 'kind' | 'name' | 'location'>,
): boolean {
  if (at !== null && at !== location) return false;
  if (of === null || of === gvc) return true;
  // Asked of every deployment at every change: most names differ in length, and then none is put together.
  return of.length === gvc.length + kind.length + name.length + 2 && of === `${gvc}/${kind}/${name}`;
}

/** The source of metrics: the part of a chronicle that is counted entry by entry. */
export interface Counted {
  readonly input: { readonly assumptions: Assumptions };
  /** By subject. */
  readonly deployments: ReadonlyMap<string, DeploymentChronicle>;
  readonly volumes: ReadonlyMap<string, VolumeChronicle>;
  /** Calls to workloads that were in no location, by what was called. */
  readonly stray: ReadonlyMap<string, CallChronicle>;
  readonly refusals: RefusalChronicle;
}

type Measure =
  | {
      readonly of: 'deployment';
      readonly join: 'sum' | 'max';
      readonly value: (one: DeploymentChronicle, now: Instant) => number | null;
      /** Of those that found no location. Absent: none count. */
      readonly stray?: (calls: CallChronicle) => number;
    }
  | {
      readonly of: 'volume';
      readonly join: 'sum' | 'min';
      readonly value: (one: VolumeChronicle, assumptions: Assumptions) => number | null;
    }
  /** A share of counts of deployments, 0 to 100; null if there is nothing to share. */
  | { readonly of: 'share'; readonly whole: CountedMetric; readonly bad: CountedMetric }
  | { readonly of: 'run'; readonly value: (chronicle: Counted) => number };

const microPerGB = 1_000_000;

const measures: { readonly [metric in CountedMetric]: Measure } = {
  'replicas.desired': sum(({ replicas }) => replicas.desired.last ?? 0),
  'replicas.ready': sum(({ replicas }) => replicas.ready.last ?? 0),
  'replicas.available': sum(({ replicas }) => replicas.available.last ?? 0),
  'replicas.total': sum(({ replicas }) => replicas.existing.last ?? 0),
  'replicas.crashes': sum(({ replicas }) => replicas.exits),
  'replicas.evictions': sum(({ replicas }) => replicas.evictions),
  'executions.started': sum(({ executions }) => executions.started),
  'executions.succeeded': sum(({ executions }) => executions.succeeded),
  'executions.failed': sum(({ executions }) => executions.failed),
  'executions.removed': sum(({ executions }) => executions.removed),
  'executions.invalid': sum(({ executions }) => executions.invalid),
  'executions.skipped': sum(({ executions }) => executions.skipped),
  'executions.active': sum(({ executions }) => executions.active.last ?? 0),
  'executions.kept': sum(({ executions }) => executions.history),
  'executions.duration': { of: 'deployment', join: 'max', value: ({ executions }, now) => executions.longestBy(now) },
  'volumes.count': volume('sum', ({ isPresent }) => Number(isPresent)),
  'volumes.capacityGB': volume('sum', ({ capacityMicroGB }) => capacityMicroGB / microPerGB),
  'volumes.usedGB': volume('sum', ({ usedBytes }, { 'unit.gb': bytesPerGB }) => usedBytes / bytesPerGB),
  'volumes.freePercentage': volume('min', ({ isPresent, capacityMicroGB, usedBytes }, { 'unit.gb': bytesPerGB }) =>
    isPresent ? freePercentage(usedBytes, capacityMicroGB * (bytesPerGB / microPerGB)) : null,
  ),
  'volumes.lostGB': volume('sum', ({ lostBytes }, { 'unit.gb': bytesPerGB }) => lostBytes / bytesPerGB),
  'volumes.iops': volume('min', ({ isPresent, performanceClass, provider, capacityMicroGB }, assumptions) => {
    const curve = assumptions['volume.iops.curve'];
    return isPresent ? (classLimits(performanceClass, provider, capacityMicroGB, curve)?.iops ?? null) : null;
  }),
  'expansions.accepted': volume('sum', ({ accepted }) => accepted),
  'expansions.refused': volume('sum', ({ refused }) => refused),
  'snapshots.count': volume('sum', ({ snapshots }) => snapshots),
  'rollouts.started': sum(({ rollouts }) => rollouts.started),
  'rollouts.completed': sum(({ rollouts }) => rollouts.completed),
  'rollouts.stalled': sum(({ rollouts }) => rollouts.stalled),
  'rollouts.duration': { of: 'deployment', join: 'max', value: ({ rollouts }, now) => rollouts.longestBy(now) },
  'calls.total': { ...sum(({ calls }) => calls.total), stray: ({ total }) => total },
  'calls.failed': { ...sum(({ calls }) => calls.failed), stray: ({ failed }) => failed },
  'calls.goodPercentage': { of: 'share', whole: 'calls.total', bad: 'calls.failed' },
  'calls.held': sum(({ calls }) => calls.held),
  'calls.retries': sum(({ calls }) => calls.retries),
  'calls.latency.mean': {
    of: 'deployment',
    join: 'max',
    value: ({ calls: { total, latencySum } }) => (total === 0 ? null : latencySum / total),
  },
  'calls.latency.p50': latency(50),
  'calls.latency.p90': latency(90),
  'calls.latency.p99': latency(99),
  'requests.refused': { of: 'run', value: ({ refusals }) => refusals.refused },
  'requests.unexpected': { of: 'run', value: ({ refusals }) => refusals.unexpected },
};

/** The free space, in hundredths of the capacity. */
export function freePercentage(usedBytes: number, capacityBytes: number): number {
  return ((capacityBytes - usedBytes) * 100) / capacityBytes;
}

/**
 * The value of a metric, in its unit; null if nothing that it covers has ever existed.
 *
 * Use of volumes is the value that the journal reported last.
 */
export function measure(chronicle: Counted, metric: CountedMetric, scope: Scope, now: Instant): number | null {
  const how = measures[metric];
  if (how.of === 'run') return how.value(chronicle);
  if (how.of === 'share') {
    const [whole, bad] = [measure(chronicle, how.whole, scope, now), measure(chronicle, how.bad, scope, now)];
    return goodShare(whole, bad);
  }
  const values: number[] = [];
  if (how.of === 'deployment') {
    for (const one of chronicle.deployments.values()) {
      const value = covers(scope, one.place) ? how.value(one, now) : null;
      if (value !== null) values.push(value);
    }
    if (how.stray !== undefined)
      for (const [workload, calls] of chronicle.stray) if (isCalled(scope, workload)) values.push(how.stray(calls));
  } else {
    for (const one of chronicle.volumes.values()) {
      const value = covers(scope, one.place) ? how.value(one, chronicle.input.assumptions) : null;
      if (value !== null) values.push(value);
    }
  }
  if (values.length === 0) return null;
  if (how.join === 'sum') return values.reduce((total, value) => total + value, 0);
  return how.join === 'max' ? Math.max(...values) : Math.min(...values);
}

/** Whether a metric is a count that entries change and that adds up over deployments or volumes. */
export function isSummed(metric: MetricName): metric is CountedMetric {
  if (isMoney(metric) || metric.startsWith('load.')) return false;
  const how: Measure = measures[metric as CountedMetric];
  return (how.of === 'deployment' || how.of === 'volume') && how.join === 'sum' && metric !== 'volumes.usedGB';
}

/** The share of one deployment or volume, by its name in the journal, in a metric that adds up; null if it has none. */
export function measureOne(chronicle: Counted, metric: CountedMetric, subject: string, now: Instant): number | null {
  const how = measures[metric];
  if (how.of === 'run') return null;
  if (how.of === 'share')
    return goodShare(measureOne(chronicle, how.whole, subject, now), measureOne(chronicle, how.bad, subject, now));
  if (how.of === 'deployment') {
    const one = chronicle.deployments.get(subject);
    return one === undefined ? null : how.value(one, now);
  }
  const one = chronicle.volumes.get(subject);
  return one === undefined ? null : how.value(one, chronicle.input.assumptions);
}

/** The kind of journal subjects that change a metric; null: entries without a deployment or volume. */
export function movedBy(metric: CountedMetric): 'workload' | 'volumeset' | null {
  const { of } = measures[metric];
  return of === 'run' ? null : of === 'volume' ? 'volumeset' : 'workload';
}

const readies = ['settled', 'ready', 'available', 'unavailable', 'unready', 'exited', 'evicted', 'lost', 'terminating'];
const devices = ['settled', 'created', 'expanded', 'replaced', 'deleted'];
/** Types of entries that change a count of replicas or volumes; those of other counts follow from their names. */
const movers: { readonly [metric in CountedMetric]?: ReadonlySet<string> } = {
  'replicas.ready': typesOf('replica', readies),
  'replicas.available': typesOf('replica', readies),
  'replicas.total': typesOf('replica', ['settled', 'created', 'gone']),
  'replicas.crashes': typesOf('replica', ['exited']),
  'replicas.evictions': typesOf('replica', ['evicted']),
  'volumes.count': typesOf('volume', devices),
  'volumes.capacityGB': typesOf('volume', devices),
};

/** Areas and names of counts that are those of their entries: `executions.failed` counts `execution.failed`. */
const named: ReadonlySet<string> = new Set(['execution', 'expansion', 'rollout', 'request']);
const tellsOf: ReadonlySet<string> = new Set(
  'started succeeded failed removed invalid skipped accepted refused completed stalled unexpected'.split(' '),
);

function typesOf(area: string, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => `${area}.${name}`));
}

/** The beginning of the types that change a metric, with their dot, where all of an area do; else the types. */
type Movers = string | ReadonlySet<string>;

const moversOf: ReadonlyMap<string, Movers> = new Map(
  Object.keys(measures).map((metric) => {
    const [area = '', name = ''] = metric.split('s.');
    if (named.has(area) && tellsOf.has(name)) return [metric, typesOf(area, [name])];
    return [metric, movers[metric as CountedMetric] ?? `${metric === 'replicas.desired' ? 'deployment' : area}.`];
  }),
);

/** Whether an entry is of the kind that changes a metric: `replica.ready` of `replicas.ready`. */
export function isAbout(metric: CountedMetric, { type }: Pick<Entry, 'type'>): boolean {
  const types = moversOf.get(metric)!;
  return typeof types === 'string' ? type.startsWith(types) : types.has(type);
}

/** The part of a whole that is not bad, 0 to 100. */
function goodShare(whole: number | null, bad: number | null): number | null {
  return whole === null || bad === null || whole === 0 ? null : (100 * (whole - bad)) / whole;
}

function sum(value: (one: DeploymentChronicle) => number) {
  return { of: 'deployment', join: 'sum', value } as const;
}

/** Of several locations that of the slowest; none where no call has ended. */
function latency(percent: number): Measure {
  return { of: 'deployment', join: 'max', value: ({ calls }) => calls.percentile(percent) };
}

/** @param called a workload as `gvc/workload/name`; what else may have been called is in no scope */
function isCalled({ of, at }: Scope, called: string): boolean {
  const [gvc, kind, name] = called.split('/');
  return kind === 'workload' && name !== undefined && at === null && (of === null || of === gvc || of === called);
}

function volume(
  join: 'sum' | 'min',
  value: (one: VolumeChronicle, assumptions: Assumptions) => number | null,
): Measure {
  return { of: 'volume', join, value };
}

/** Metrics that come from the load of a whole run, not from the journal. */
export type LoadMetric = Extract<MetricName, `load.${string}`>;

/** Whether a metric concerns requests that come as amounts. */
export function isLoadMetric(metric: MetricName): metric is LoadMetric {
  return metric.startsWith('load.');
}
