/**
 * Bounds of a scale as its author wrote them.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { type JsonObject, numberAt } from '../document/json.ts';

/** The bounds of the scale with their defaults: the maximum never falls below a minimum that is written. */
export function scaleOf(block: JsonObject, assumptions: Assumptions): { readonly min: number; readonly max: number } {
  const min = numberAt(block, 'minScale') ?? assumptions['fields.defaults.minScale'];
  return { min, max: numberAt(block, 'maxScale') ?? Math.max(assumptions['fields.defaults.maxScale'], min) };
}
