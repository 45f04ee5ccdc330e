/**
 * What does nothing to a demand that comes as an amount.
 */

import type { Demand } from '../platform/traffic/demand.ts';
import type { Reading } from './reading.ts';
import type { TimelineEntry } from './scenario.ts';
import type { TreeMap } from './shape.ts';

/** Warns of slow and failing requests of workloads to which requests come as amounts alone: only single ones meet them. */
export function warnOfAmounts(
  root: TreeMap,
  demand: readonly Demand[],
  timeline: readonly TimelineEntry[],
  reading: Reading,
): void {
  const warned = new Set<number>();
  for (const { action, index } of timeline) {
    if (action.kind !== 'fault' || warned.has(index)) continue;
    const { name, service, of } = action.fault;
    if ((name !== 'slowService' && name !== 'failingService') || service !== 'requests' || of === null) continue;
    const asked = demand.filter(({ to }) => to === `${of.gvc}/workload/${of.name}`);
    if (asked.length === 0 || asked.some(({ arrivals }) => arrivals.kind === 'single')) continue;
    warned.add(index);
    reading.complain(root, ['timeline', index, 'fault', name], {
      code: 'not-simulated',
      severity: 'warning',
      message: `amounts of requests do not meet it; with 'arrivals: poisson' in the demand, single requests do`,
      atKey: true,
    });
  }
}
