import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenText, checkLaws, laws } from '../../../../src/testing/checkLaws.ts';

describe('laws of runs in which callers do not find a location', () => {
  // Without probes, whose names and paths these laws do not compare.
  const rates = readFileSync('scenarios/rules/discovery.yaml', 'utf8').replace(/^.*probe:.*\n/gm, '');

  it.each([
    ['rates', rates],
    ['single requests', rates.replace('rate: 10/s', 'rate: 1/s, arrivals: poisson')],
  ])('%s: all hold', (_, text) => {
    const checked = checkLaws(text);
    expect(checked.map(brokenText).filter((broken) => broken !== null)).toEqual([]);
    expect(checked).toHaveLength(laws.length);
    const held = checked.filter(({ verdict }) => verdict.kind === 'holds').map(({ law }) => law.id);
    expect(held).toContain('orderDoesNotMatter');
  });
});
