/**
 * Conditions of `requestRetryPolicy.retryOn` by which no failure is known.
 */
import type { Path } from '../platform/control/json.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { isMap } from './load.ts';
import type { Reading } from './reading.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { specPaths } from './specPaths.ts';

/** Warns of each one in a resource or in a request of the timeline: the platform keeps it, and it retries nothing (RETRY-3, `retry.conditions`). */
export function warnOfConditions(root: TreeMap, assumptions: Assumptions, reading: Reading): void {
  for (const { path } of specPaths(root)) warnBelow({ root, assumptions, reading }, path);
}

interface Context {
  readonly root: TreeMap;
  readonly assumptions: Assumptions;
  readonly reading: Reading;
}

/** Every list of conditions at or below a path, however the patch language wraps it; what is dropped from one does no harm. */
function warnBelow(context: Context, path: Path): void {
  const value = valueAt(context.root, path);
  if (Array.isArray(value)) {
    for (const index of value.keys()) warnBelow(context, [...path, index]);
    return;
  }
  if (!isMap(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const below = [...path, key];
    if (!/^(\$(replace|append)\/)?retryOn$/.test(key) || !Array.isArray(inner)) warnBelow(context, below);
    else inner.forEach((condition, index) => void warnOf(context, [...below, index], condition));
  }
}

function warnOf({ root, assumptions, reading }: Context, path: Path, condition: unknown): void {
  const known = assumptions['retry.conditions'];
  if (typeof condition !== 'string' || known.includes(condition) || /^[1-5]\d\d$/.test(condition)) return;
  const guess = reading.nearest(condition, known);
  reading.complain(root, path, {
    code: 'unknown-condition',
    severity: 'warning',
    rule: 'RETRY-3',
    message: `expected a condition of a retry, found ${shown(condition)}: no failure is known by that name, so it retries nothing`,
    hint:
      guess === null ? `conditions: ${known.join(', ')}, or a status code such as '503'` : `did you mean '${guess}'?`,
  });
}
