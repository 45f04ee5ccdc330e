/**
 * The sentences of the rules and assumptions that a page cites.
 */

import { aboutAssumption } from '../../rules/about.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionOf,
  isAssumptionName,
  writtenValue,
} from '../../rules/assumptions.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import type { PageRule } from '../picture/picture.ts';

/** In the order of their names; what is neither has no words. */
export function pageRules(names: Iterable<string>, assumptions: Assumptions): { readonly [id: string]: PageRule } {
  const known = [...new Set(names)].sort().flatMap((name): [string, PageRule][] => {
    if (isRuleId(name)) return [[name, { kind: 'rule', statement: ruleOf(name).statement, value: null }]];
    if (!isAssumptionName(name)) return [];
    const value = writtenValue(name, assumptions);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[name, { kind: 'assumption', statement: assumed(name), value: text }]];
  });
  return Object.fromEntries(known);
}

/** What it decides, why its default was chosen, and which other values it may have. */
function assumed(name: AssumptionName): string {
  const { alternatives, why } = assumptionOf(name);
  const others = alternatives.length === 0 ? '' : ` Other values: ${alternatives.join(', ')}.`;
  return `${aboutAssumption(name)} ${why}${others}`;
}
