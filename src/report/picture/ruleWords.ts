/**
 * A rule or an assumption in words.
 */
import { aboutAssumption } from '../../rules/about.ts';
import { assumptionOf, defaultAssumptions, isAssumptionName, writtenValue } from '../../rules/assumptions.ts';
import { otherValues } from '../../rules/otherValues.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import type { PageRule } from './picture.ts';

/**
 * The words of one rule or assumption; null: this svcsim knows neither.
 *
 * @param written the value of an assumption as a scenario writes it; undefined: its default
 */
export function ruleWords(id: string, written: unknown): PageRule | null {
  if (isRuleId(id)) return { kind: 'rule', statement: ruleOf(id).statement, value: null, chosen: null, others: [] };
  if (!isAssumptionName(id)) return null;
  const { why, read } = assumptionOf(id);
  const given = read(written);
  const assumptions = 'value' in given ? { ...defaultAssumptions, [id]: given.value } : defaultAssumptions;
  return {
    kind: 'assumption',
    statement: aboutAssumption(id),
    value: valueText(written ?? writtenValue(id, defaultAssumptions)),
    chosen: why,
    others: otherValues(id, assumptions).map(valueText),
  };
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
