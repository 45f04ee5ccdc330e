/**
 * Rules and assumptions in words.
 */

import { aboutAssumption } from '../../rules/about.ts';
import { defaultAssumptions, isAssumptionName, writtenValue } from '../../rules/assumptions.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import type { PageEntry, PageRule } from '../picture/picture.ts';

/**
 * Every rule and assumption that entries name, by id, in the order of ids; one that this svcsim does not know is left
 * out.
 *
 * @param written assumptions of the run as a scenario writes their values; those absent are at their default
 */
export function wordsOf(
  entries: readonly PageEntry[],
  written: ReadonlyMap<string, unknown>,
): { readonly [id: string]: PageRule } {
  const ids = new Set(entries.flatMap((entry) => [...entry.rules, ...entry.assumptions]));
  return Object.fromEntries(
    [...ids].sort().flatMap((id) => {
      const words = ruleWords(id, written);
      return words === null ? [] : [[id, words]];
    }),
  );
}

function ruleWords(id: string, written: ReadonlyMap<string, unknown>): PageRule | null {
  if (isRuleId(id)) return { kind: 'rule', statement: ruleOf(id).statement, value: null };
  if (!isAssumptionName(id)) return null;
  const value = JSON.stringify(written.get(id) ?? writtenValue(id, defaultAssumptions));
  return { kind: 'assumption', statement: aboutAssumption(id), value };
}
