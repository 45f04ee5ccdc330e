/**
 * Conditions of `requestRetryPolicy.retryOn` by which no failure is known.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { fieldsBelow, specPaths } from '../read/specPaths.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import type { TreeMap } from '../text/tree.ts';

/**
 * Warns of each one in a resource or in a request of the timeline: the platform keeps it, and it retries nothing
 * (RETRY-3, `retry.conditions`).
 */
export function warnOfConditions(root: TreeMap, assumptions: Assumptions, reading: ScenarioReading): void {
  const known = assumptions['retry.conditions'];
  const isKnown = (condition: string): boolean => known.includes(condition) || /^[1-5]\d\d$/.test(condition);
  for (const { path } of specPaths(root))
    for (const { name, path: at, value } of fieldsBelow(root, path)) {
      if (name !== 'retryOn' || !Array.isArray(value)) continue;
      for (const [index, condition] of value.entries()) {
        if (typeof condition !== 'string' || isKnown(condition)) continue;
        const guess = reading.nearest(condition, known);
        const all = `conditions: ${known.join(', ')}, or a status code such as '503'`;
        reading.complain(root, [...at, index], {
          code: 'unknown-condition',
          severity: 'warning',
          rule: 'RETRY-3',
          message: `expected a retry condition, found ${shown(condition)}: no failure has that name, so it causes no retries`,
          hint: guess === null ? all : `did you mean '${guess}'?`,
        });
      }
    }
}
