/**
 * The measures of a comparison that asks for none: the bill, what the scenario expects, and requests that fail.
 */
import type { Scenario } from '../../scenario/scenario.ts';
import { type Measure, measureOf } from './measure.ts';

/** In this order, each once: `bill.total`, the metrics of `expect`, failed requests of each workload with demand. */
export function usualMeasures(scenarios: readonly Scenario[]): Measure[] {
  const texts = new Set(['bill.total']);
  for (const { expect } of scenarios)
    for (const { metric, of, at } of expect)
      texts.add(`${metric}${of === null ? '' : ` of ${shortOf(of)}`}${at === null ? '' : ` at ${at}`}`);
  for (const { demand } of scenarios)
    for (const { to, arrivals } of demand)
      texts.add(`${arrivals.kind === 'fluid' ? 'load.failed' : 'calls.failed'} of ${shortOf(to)}`);
  return [...texts].map(measureOf);
}

/** `shop/workload/api` -> `shop/api`; a gvc stays. */
function shortOf(of: string): string {
  const [gvc = '', , name] = of.split('/');
  return name === undefined ? gvc : `${gvc}/${name}`;
}
