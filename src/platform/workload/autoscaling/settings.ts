/**
 * How the count of a workload follows its load in one location: a record's `autoscaling`, read once into numbers, with what is assumed beside it.
 */
import { type Duration, second } from '../../../engine/time.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../control/json.ts';
import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';
import type { WorkloadType } from '../settings.ts';
import { type Band, bandAround, type Ratio, ratioFromDecimal } from './ratio.ts';
import { type Fallback, fallbackOf, type Trigger, triggerOf } from './trigger.ts';

/** By the loop that moves the count. Derived data: shared by forks, made anew when the record changes. */
export type AutoscalingSettings = DisabledSettings | HpaSettings | KpaSettings | KedaSettings;

/** Metric `disabled`: the bounds of the scale alone decide. */
export interface DisabledSettings {
  readonly loop: 'disabled';
}

/** Standard and stateful workloads, and serverless ones with cpu or memory: replicas are compared with a target for each. */
export interface HpaSettings {
  readonly loop: 'hpa';
  readonly sync: SyncSettings;
  /** One, or those of `multi`; each once. */
  readonly metrics: readonly TargetMetric[];
}

/** What turns a proposal into a count, at each sync. */
export interface SyncSettings {
  /** At least 1: these syncs never reach zero (TYPE-4). */
  readonly minScale: number;
  readonly maxScale: number;
  /** `hpa.sync`. */
  readonly period: Duration;
  /** Ratios to the target that change nothing (`hpa.tolerance`). */
  readonly tolerated: Band;
  /** How long a proposal holds the count up (`hpa.down.window`). */
  readonly downWindow: Duration;
  readonly up: { readonly replicas: number; readonly growth: Ratio; readonly period: Duration };
  readonly down: { readonly remaining: Ratio; readonly period: Duration };
  /** A replica younger than this is not believed about its cpu while it settles (`hpa.cpuInitialization`). */
  readonly cpuInitialization: Duration;
  /** Assumptions that each decision of the loop cites. */
  readonly read: readonly AssumptionName[];
}

export interface TargetMetric {
  readonly metric: 'cpu' | 'memory' | 'rps' | 'latency';
  /** Per replica, in thousandths: of a percent (cpu, memory), of a request a second, of a millisecond. */
  readonly targetMilli: number;
  /** Of latency; null for other metrics. */
  readonly percentile: 50 | 75 | 99 | null;
  /** How often it is sampled, and over how long (`metric.sample.*`). */
  readonly interval: Duration;
  readonly window: Duration;
}

/** Serverless workloads that follow concurrency or rps (TYPE-14). */
export interface KpaSettings {
  readonly loop: 'kpa';
  readonly metric: 'concurrency' | 'rps';
  readonly minScale: number;
  readonly maxScale: number;
  /** Load that one replica is meant to carry, in thousandths (`kpa.utilization`). */
  readonly targetMilli: number;
  readonly tick: Duration;
  readonly window: Duration;
  readonly panicWindow: Duration;
  readonly bucket: Duration;
  readonly panicThreshold: Ratio;
  readonly upRate: Ratio;
  readonly downRate: Ratio;
  /** From the last request to zero, where `minScale` is 0 (`serverless.zero`). */
  readonly idleDelay: Duration;
}

/** Metric `keda` (TYPE-4): triggers decide between zero and one, and then how many. */
export interface KedaSettings {
  readonly loop: 'keda';
  /** 0 or more; `sync.minScale` is never 0. */
  readonly minScale: number;
  readonly sync: SyncSettings;
  readonly triggers: readonly Trigger[];
  readonly poll: Duration;
  readonly cooldown: Duration;
  readonly initialCooldown: Duration;
  readonly fallback: Fallback | null;
}

/** The type of a workload that keeps replicas, and the bounds of its scale as its location options have them. */
export interface Scaled {
  readonly type: Exclude<WorkloadType, 'cron'>;
  readonly minScale: number;
  readonly maxScale: number;
}

/** Settings from an `autoscaling` block that has been checked and filled; what it still leaves out takes the defaults of its fields. */
export function autoscalingSettings(block: JsonObject, scaled: Scaled, assumptions: Assumptions): AutoscalingSettings {
  const metric = textAt(block, 'metric') ?? assumptions['autoscaling.metric.default'][scaled.type];
  switch (metric) {
    case 'cpu':
    case 'memory':
    case 'latency':
      return hpaSettings([{ ...block, metric }], block, scaled, assumptions);
    case 'multi':
      return hpaSettings(objectsAt(block, 'multi'), block, scaled, assumptions);
    case 'rps':
      return scaled.type === 'serverless'
        ? kpaSettings('rps', block, scaled, assumptions)
        : hpaSettings([{ ...block, metric }], block, scaled, assumptions);
    case 'concurrency':
      return kpaSettings('concurrency', block, scaled, assumptions);
    case 'keda':
      return kedaSettings(block, scaled, assumptions);
    case 'disabled':
      return { loop: 'disabled' };
    default:
      throw new Error(`unknown metric '${metric}'`);
  }
}

function hpaSettings(
  written: readonly JsonObject[],
  block: JsonObject,
  scaled: Scaled,
  assumptions: Assumptions,
): HpaSettings {
  const metrics = written.map((entry) => targetMetric(entry, assumptions));
  const sampled = metrics.flatMap(({ metric }): AssumptionName[] => [
    `metric.sample.${metric}Interval`,
    `metric.sample.${metric}Window`,
  ]);
  return { loop: 'hpa', sync: syncSettings(block, scaled, sampled, assumptions), metrics };
}

function targetMetric(entry: JsonObject, assumptions: Assumptions): TargetMetric {
  const metric = textAt(entry, 'metric');
  if (metric !== 'cpu' && metric !== 'memory' && metric !== 'rps' && metric !== 'latency')
    throw new Error(`no metric of replicas: '${metric}'`);
  const percentile = textAt(entry, 'metricPercentile') ?? assumptions['fields.defaults.metricPercentile'];
  return {
    metric,
    targetMilli: milli(numberAt(entry, 'target') ?? assumptions['fields.defaults.target']),
    percentile: metric !== 'latency' ? null : percentile === 'p99' ? 99 : percentile === 'p75' ? 75 : 50,
    interval: assumptions[`metric.sample.${metric}Interval`],
    window: assumptions[`metric.sample.${metric}Window`],
  };
}

function syncSettings(
  block: JsonObject,
  scaled: Scaled,
  read: readonly AssumptionName[],
  assumptions: Assumptions,
): SyncSettings {
  const minScale = Math.max(1, scaled.minScale);
  const window = assumptions['hpa.down.window'];
  return {
    minScale,
    maxScale: Math.max(minScale, scaled.maxScale),
    period: assumptions['hpa.sync'],
    tolerated: bandAround(assumptions['hpa.tolerance']),
    downWindow: window === 'scaleToZeroDelay' ? scaleToZeroDelay(block, assumptions) : window,
    up: {
      replicas: Math.floor(assumptions['hpa.upReplicas']),
      growth: ratioFromDecimal((100 + assumptions['hpa.upPercent']) / 100),
      period: assumptions['hpa.upPeriod'],
    },
    down: {
      remaining: ratioFromDecimal((100 - assumptions['hpa.downPercent']) / 100),
      period: assumptions['hpa.downPeriod'],
    },
    cpuInitialization: assumptions['hpa.cpuInitialization'],
    read: ['hpa.sync', ...read],
  };
}

function kpaSettings(
  metric: KpaSettings['metric'],
  block: JsonObject,
  scaled: Scaled,
  assumptions: Assumptions,
): KpaSettings {
  const written = numberAt(block, 'target') ?? assumptions['fields.defaults.target'];
  const maxConcurrency = numberAt(block, 'maxConcurrency') ?? assumptions['fields.defaults.maxConcurrency'];
  const isLimited = metric === 'concurrency' && maxConcurrency > 0;
  const target = isLimited ? Math.min(written, maxConcurrency) : written;
  const delay = scaleToZeroDelay(block, assumptions);
  const isKnative = assumptions['serverless.zero'] === 'knative';
  return {
    loop: 'kpa',
    metric,
    minScale: scaled.minScale,
    maxScale: Math.max(scaled.minScale, scaled.maxScale),
    targetMilli: Math.max(1, milli(target * assumptions['kpa.utilization'])),
    tick: assumptions['kpa.tick'],
    window: assumptions['kpa.window'],
    panicWindow: assumptions['kpa.panicWindow'],
    bucket: assumptions['kpa.bucket'],
    panicThreshold: ratioFromDecimal(assumptions['kpa.panicThreshold']),
    upRate: ratioFromDecimal(assumptions['kpa.upRate']),
    downRate: ratioFromDecimal(assumptions['kpa.downRate']),
    idleDelay: isKnative ? assumptions['kpa.window'] + Math.max(knativeGrace, delay) : delay,
  };
}

/** What Knative waits at least once its window is empty. */
const knativeGrace: Duration = 30 * second;

function kedaSettings(block: JsonObject, scaled: Scaled, assumptions: Assumptions): KedaSettings {
  const keda = objectAt(block, 'keda');
  const duration = (field: string, otherwise: Duration): Duration => {
    const seconds = numberAt(keda, field);
    return seconds === undefined ? otherwise : seconds * second;
  };
  return {
    loop: 'keda',
    minScale: scaled.minScale,
    sync: syncSettings(block, scaled, [], assumptions),
    triggers: objectsAt(keda, 'triggers').map(triggerOf),
    poll: duration('pollingInterval', assumptions['keda.poll']),
    cooldown: duration('cooldownPeriod', assumptions['keda.cooldown']),
    initialCooldown: duration('initialCooldownPeriod', assumptions['keda.initialCooldown']),
    fallback: fallbackOf(objectAt(keda, 'fallback')),
  };
}

function scaleToZeroDelay(block: JsonObject, assumptions: Assumptions): Duration {
  return (numberAt(block, 'scaleToZeroDelay') ?? assumptions['fields.defaults.scaleToZeroDelay']) * second;
}

/** Thousandths, a decimal of up to three places exactly. */
function milli(value: number): number {
  return Math.round(value * 1000);
}
