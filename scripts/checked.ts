/** Writes `src/platform/rules/checked.ts`: what `scripts/mutants.ts` has found. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checked } from '../src/platform/rules/checked.ts';
import { type RuleId, rules } from '../src/platform/rules/register.ts';
import type { Checked } from '../src/platform/rules/shown.ts';
import { quoted } from './coverage.ts';

const target = fileURLToPath(new URL('../src/platform/rules/checked.ts', import.meta.url));

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
  const lines = [...withNoticed(checked, noticed)].map(([id, { mutants, tests, scenarios }]) => {
    return `  '${id}': { mutants: ${mutants}, tests: ${quoted(tests)}, scenarios: ${quoted(scenarios)} },\n`;
  });
  writeFileSync(
    target,
    `import type { Checked } from './shown.ts';

/** Which tests and scenarios fail when each rule is broken. Written by \`npm run mutants -- --write\`. */
// biome-ignore format: one line an id
export const checked: { readonly [id: string]: Checked } = {
${lines.join('')}};
`,
  );
}
