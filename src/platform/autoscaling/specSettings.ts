/**
 * Reads the `autoscaling` block of a record into the settings of its loop.
 */
import { type Duration, second } from '../../engine/time.ts';
import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../api/document/json.ts';
import type { WorkloadType } from '../workload/settings.ts';
import { bandAround, type Ratio, ratioFromDecimal } from './ratio.ts';
import type {
  AutoscalingSettings,
  HpaSettings,
  KedaSettings,
  KpaSettings,
  SyncSettings,
  TargetMetric,
} from './settings.ts';
import { fallbackOf, triggersOf } from './trigger.ts';

/** Type of a workload that keeps replicas, and the bounds of its scale as the options of a location have them. */
export interface Scaled {
  readonly type: Exclude<WorkloadType, 'cron'>;
  readonly minScale: number;
  readonly maxScale: number;
}

/**
 * Settings from an `autoscaling` block that has passed the checks; absent fields take their defaults
 * (`fields.defaults.*`). Throws on a metric that a check should have refused.
 */
export function autoscalingSettings(block: JsonObject, scaled: Scaled, assumptions: Assumptions): AutoscalingSettings {
  const metric = textAt(block, 'metric') ?? assumptions['autoscaling.metric.default'][scaled.type];
  const isServerless = scaled.type === 'serverless';
  if (metric === 'disabled') return { loop: 'disabled' };
  if (metric === 'keda') return kedaSettings(block, scaled, assumptions);
  if (metric === 'concurrency' || (metric === 'rps' && isServerless))
    return kpaSettings(metric, block, scaled, assumptions);
  const entries = metric === 'multi' ? objectsAt(block, 'multi') : [{ ...block, metric }];
  return hpaSettings(entries, block, scaled, assumptions);
}

function hpaSettings(
  entries: readonly JsonObject[],
  block: JsonObject,
  scaled: Scaled,
  assumptions: Assumptions,
): HpaSettings {
  const metrics = entries.map((entry) => targetMetric(entry, assumptions));
  const sampled = metrics.flatMap(({ metric }): AssumptionName[] => [
    `metric.sample.${metric}Interval`,
    `metric.sample.${metric}Window`,
    ...(metric === 'cpu' ? (['hpa.cpuInitialization', 'hpa.cpu.base'] as const) : []),
  ]);
  return { loop: 'hpa', sync: syncSettings(block, scaled, sampled, assumptions), metrics };
}

function targetMetric(entry: JsonObject, assumptions: Assumptions): TargetMetric {
  const metric = textAt(entry, 'metric');
  if (metric !== 'cpu' && metric !== 'memory' && metric !== 'rps' && metric !== 'latency')
    throw new Error(`not a metric of replicas: ${metric}`);
  return {
    metric,
    targetMilli: target(entry, 1, assumptions),
    percentile: metric === 'latency' ? percentile(entry, assumptions) : null,
    interval: assumptions[`metric.sample.${metric}Interval`],
    window: assumptions[`metric.sample.${metric}Window`],
    initialization: metric === 'cpu' ? assumptions['hpa.cpuInitialization'] : 0,
  };
}

function percentile(entry: JsonObject, assumptions: Assumptions): 50 | 75 | 99 {
  const written = textAt(entry, 'metricPercentile') ?? assumptions['fields.defaults.metricPercentile'];
  if (written === 'p99') return 99;
  return written === 'p75' ? 75 : 50;
}

function syncSettings(
  block: JsonObject,
  scaled: Scaled,
  sampled: readonly AssumptionName[],
  assumptions: Assumptions,
): SyncSettings {
  const minScale = Math.max(1, scaled.minScale);
  const window = assumptions['hpa.down.window'];
  return {
    minScale,
    maxScale: Math.max(minScale, scaled.maxScale),
    neverZero: scaled.type === 'serverless' ? 'type.metrics' : 'TYPE-4',
    period: assumptions['hpa.sync'],
    tolerated: bandAround(assumptions['hpa.tolerance']),
    downWindow: window === 'scaleToZeroDelay' ? scaleToZeroDelay(block, assumptions) : window,
    up: {
      replicas: Math.floor(assumptions['hpa.upReplicas']),
      growth: percentMore(assumptions['hpa.upPercent']),
      period: assumptions['hpa.upPeriod'],
    },
    down: { remaining: percentLess(assumptions['hpa.downPercent']), period: assumptions['hpa.downPeriod'] },
    cites: ['hpa.sync', 'hpa.tolerance', ...sampled],
  };
}

function kpaSettings(
  metric: KpaSettings['metric'],
  block: JsonObject,
  scaled: Scaled,
  assumptions: Assumptions,
): KpaSettings {
  const isKnative = assumptions['serverless.zero'] === 'knative';
  const delay = scaleToZeroDelay(block, assumptions);
  const downRate = ratioFromDecimal(assumptions['kpa.downRate']);
  const maxConcurrency = numberAt(block, 'maxConcurrency') ?? assumptions['fields.defaults.maxConcurrency'];
  const targetMilli = target(block, assumptions['kpa.utilization'], assumptions);
  const limitMilli = milli(maxConcurrency * assumptions['kpa.utilization']);
  return {
    loop: 'kpa',
    metric,
    minScale: scaled.minScale,
    maxScale: Math.max(scaled.minScale, scaled.maxScale),
    targetMilli: metric === 'concurrency' && limitMilli > 0 ? Math.min(targetMilli, limitMilli) : targetMilli,
    tick: assumptions['kpa.tick'],
    window: assumptions['kpa.window'],
    panicWindow: assumptions['kpa.panicWindow'],
    panicThreshold: ratioFromDecimal(assumptions['kpa.panicThreshold']),
    growth: ratioFromDecimal(assumptions['kpa.upRate']),
    remaining: { part: downRate.whole, whole: downRate.part },
    idleDelay: isKnative ? assumptions['kpa.window'] + Math.max(knativeGrace, delay) : delay,
    busyFrom: assumptions['fluid.idle'] === 'zeroRate' ? sumsNoise : 1,
    zeroAt: assumptions['serverless.zero'] === 'idleExact' ? 'exact' : 'tick',
    wake: assumptions['serverless.wake'],
  };
}

/** What sums of a rate that is zero may come to, in requests: more is a rate (`fluid.idle`). */
const sumsNoise = 1e-9;

/** What Knative waits at least once its window is empty (`serverless.zero: knative`). */
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
    triggers: triggersOf(objectsAt(keda, 'triggers'), assumptions),
    // A poll that is due again at its own instant would never end.
    poll: Math.max(second, duration('pollingInterval', assumptions['keda.poll'])),
    cooldown: duration('cooldownPeriod', assumptions['keda.cooldown']),
    initialCooldown: duration('initialCooldownPeriod', assumptions['keda.initialCooldown']),
    fallback: fallbackOf(objectAt(keda, 'fallback'), assumptions),
  };
}

/** A share of the written target, in thousandths, never 0. */
function target(entry: JsonObject, share: number, assumptions: Assumptions): number {
  return Math.max(1, milli((numberAt(entry, 'target') ?? assumptions['fields.defaults.target']) * share));
}

function scaleToZeroDelay(block: JsonObject, assumptions: Assumptions): Duration {
  return (numberAt(block, 'scaleToZeroDelay') ?? assumptions['fields.defaults.scaleToZeroDelay']) * second;
}

function percentMore(percent: number): Ratio {
  const { part, whole } = ratioFromDecimal(percent);
  return { part: 100 * whole + part, whole: 100 * whole };
}

/** @param percent 0 to 100 */
function percentLess(percent: number): Ratio {
  const { part, whole } = ratioFromDecimal(percent);
  return { part: 100 * whole - part, whole: 100 * whole };
}

/** Thousandths: up to three decimals exactly. */
function milli(value: number): number {
  return Math.round(value * 1000);
}
