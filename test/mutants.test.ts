import { describe, expect, it } from 'vitest';
import { mutants, patchTrouble, rulesToBreak } from '../scripts/mutant.ts';

const all = mutants();

describe('the patches that break one rule each', () => {
  it('are one for every rule whose behaviour is built, and no more', () => {
    expect(all.map(({ rule }) => rule).sort()).toEqual([...rulesToBreak()].sort());
  });

  it.each(all)('$rule still applies: $says', (mutant) => {
    expect(patchTrouble(mutant)).toBeNull();
  });

  it.each(all)('$rule changes one line, and says how', ({ rule, text }) => {
    const changed = text.split('\n').filter((line) => /^[+-](?!\+\+ b\/|-- a\/)/.test(line));
    expect(changed.filter((line) => line.startsWith('+'))).toHaveLength(1);
    expect(changed.filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(1);
    expect(text.split('\n')[0]).toMatch(new RegExp(`^${rule}: .*\\.$`));
  });
});
