/**
 * The measures of a comparison that asks for none: the bill, what the scenario expects, and requests that fail.
 */
import type { MetricName } from '../../platform/expectation.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type Measure, measureOf } from './measure.ts';
import { nameOf } from './measureName.ts';
import { metricIn } from './window.ts';

/**
 * In this order, each once: `bill.total`, the metrics of `expect`, failed requests of each workload with demand. In a
 * window with single requests, `load.*` becomes `calls.*`.
 */
export function usualMeasures(scenarios: readonly Scenario[]): Measure[] {
  const texts = new Set(['bill.total']);
  const add = (metric: MetricName | null, of: string | null, at: string | null = null): void => {
    if (metric !== null) texts.add(nameOf(metric, of === null ? null : shortOf(of), at));
  };
  for (const { expect, window } of scenarios)
    for (const { metric, of, at } of expect) add(metricIn(window, metric), of, at);
  for (const { demand, window } of scenarios)
    for (const { to, arrivals } of demand)
      add(metricIn(window, arrivals.kind === 'fluid' ? 'load.failed' : 'calls.failed'), to);
  return [...texts].map(measureOf);
}

/** `shop/workload/api` -> `shop/api`; a gvc stays. */
function shortOf(of: string): string {
  const [gvc = '', , name] = of.split('/');
  return name === undefined ? gvc : `${gvc}/${name}`;
}
