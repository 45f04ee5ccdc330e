/**
 * Rules and assumptions in words.
 */

import type { PageEntry, PageRule } from '../picture/picture.ts';
import { ruleWords } from '../picture/ruleWords.ts';

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
      const words = ruleWords(id, written.get(id));
      return words === null ? [] : [[id, words]];
    }),
  );
}
