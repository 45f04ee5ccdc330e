/** Writes `evidence/checked.json`: what `scripts/mutants.ts` has found. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Checked, checkedRules } from '../src/node/evidence.ts';
import { type RuleId, rules } from '../src/rules/register.ts';
import { indexText } from './coverage.ts';

const target = fileURLToPath(new URL('../evidence/checked.json', import.meta.url));

/** What has noticed one mutant. */
export interface Noticed {
  readonly rule: RuleId;
  readonly isCaught: boolean;
  readonly tests: readonly string[];
  readonly scenarios: readonly string[];
}

/** The index with the rules of some mutants anew: all mutants of each. */
export function withNoticed(
  index: Readonly<Record<string, Checked>>,
  noticed: readonly Noticed[],
): ReadonlyMap<RuleId, Checked> {
  const found = new Map<RuleId, Checked>();
  for (const { id } of rules) {
    const own = noticed.filter(({ rule }) => rule === id);
    const before = index[id];
    if (own.length === 0 && before !== undefined) found.set(id, before);
    if (own.length === 0) continue;
    const merged = (of: (one: Noticed) => readonly string[]): string[] => [...new Set(own.flatMap(of))].sort();
    found.set(id, {
      mutants: own.filter(({ isCaught }) => isCaught).length,
      tests: merged(({ tests }) => tests),
      scenarios: merged(({ scenarios }) => scenarios),
    });
  }
  return found;
}

/** Takes over what was noticed; rules of which nothing was tried stay as they are. */
export function writeChecked(noticed: readonly Noticed[]): void {
  writeFileSync(target, indexText(withNoticed(checkedRules(), noticed)));
}
