/**
 * The sentences of the rules and assumptions that a page cites.
 */
import { type Assumptions, isAssumptionName, writtenValue } from '../../rules/assumptions.ts';
import type { PageRule } from '../picture/picture.ts';
import { ruleWords } from '../picture/ruleWords.ts';

/** In the order of their names; a name that is neither a rule nor an assumption has no words. */
export function pageRules(names: Iterable<string>, assumptions: Assumptions): { readonly [id: string]: PageRule } {
  const known = [...new Set(names)].sort().flatMap((name): [string, PageRule][] => {
    const words = ruleWords(name, isAssumptionName(name) ? writtenValue(name, assumptions) : undefined);
    return words === null ? [] : [[name, words]];
  });
  return Object.fromEntries(known);
}
