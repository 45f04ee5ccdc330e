/**
 * The window of a scenario, as studies measure it. If requests come one by one in it, `load.*` becomes `calls.*`.
 */
import type { MetricName } from '../../platform/expectation.ts';
import { requestsBetween } from '../../platform/traffic/rate.ts';
import { isLoadMetric, type LoadMetric } from '../../report/fold/measure.ts';
import type { RunWindow } from '../../scenario/read/window.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** What a metric of amounts is of single requests; null: none of theirs is the same. */
const singleOf: { readonly [metric in LoadMetric]: MetricName | null } = {
  'load.requests': 'calls.total',
  'load.failed': 'calls.failed',
  'load.lost': null,
  'load.unrouted': null,
  'load.goodPercentage': 'calls.goodPercentage',
  'load.retries': 'calls.retries',
  'load.waiting': null,
  'load.latency.mean': 'calls.latency.mean',
  'load.latency.p50': 'calls.latency.p50',
  'load.latency.p90': 'calls.latency.p90',
  'load.latency.p99': 'calls.latency.p99',
};

/**
 * What a metric is called in a window: in one with single requests, `load.failed` is `calls.failed`.
 *
 * @param window null: the whole run is measured
 * @returns null: nothing of single requests is the same
 */
export function metricIn(window: RunWindow | null, metric: MetricName): MetricName | null {
  return window?.arrivals == null || !isLoadMetric(metric) ? metric : singleOf[metric];
}

/** Why a measure of amounts cannot be taken in a window with single requests, as a sentence. */
export function whyNotSingle({ name, metric }: { readonly name: string; readonly metric: MetricName }): string {
  return `${name}: in the window requests come one by one, and ${metric} counts amounts; measure ${renamed(name, metric, 'calls.failed')} instead`;
}

/** `load.failed of shop/api` -> `calls.failed of shop/api` */
export function renamed(name: string, metric: MetricName, other: MetricName): string {
  return `${other}${name.slice(metric.length)}`;
}

/** How many single requests a run of a scenario has, about: by its rates, without noise and changes of the timeline. */
export function singleRequests({ demand, start, end }: Pick<Scenario, 'demand' | 'start' | 'end'>): number {
  let count = 0;
  for (const { arrivals, curve } of demand)
    if (arrivals.kind === 'single') count += requestsBetween({ curve, noise: null }, start, end);
  return Math.round(count);
}
