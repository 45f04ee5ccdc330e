import { describe, expect, it } from 'vitest';
import type { SeenResult, StudyDifference } from '../../../src/report/study/document.ts';
import { comparisonSentence } from '../../../src/report/study/sentence.ts';

const difference = (given: Partial<StudyDifference>): StudyDifference => ({
  plan: 'leaner',
  base: 'today',
  measure: 'bill.total',
  mean: 0,
  low: null,
  high: null,
  least: 0,
  greatest: 0,
  runs: 20,
  reduction: null,
  ...given,
});

const seen = (given: Partial<SeenResult>): SeenResult => ({
  why: 'skewed',
  from: 0,
  count: 2,
  low: 0.012,
  high: 0.317,
  median: 0,
  ...given,
});

function sentenceOf(...differences: readonly StudyDifference[]): string {
  const plans = ['today', 'leaner'].map((name) => ({ name, changes: [], runs: 20, measures: [] }));
  const document = {
    schema: 'svcsim/study/1',
    name: 'shop',
    chance: 'present',
    confidence: 0.95,
    confidenceOfEach: 0.95,
    plans,
    differences,
    conditions: [],
  } as const;
  return comparisonSentence(document, 'USD');
}

describe('the sentence of a comparison', () => {
  it.each<[string, StudyDifference, string]>([
    [
      'a saving with its interval',
      difference({ mean: -0.66, low: -0.72, high: -0.6, least: -0.8, greatest: -0.5 }),
      'leaner instead of today saves 0.66 USD (0.60 to 0.72 USD).',
    ],
    [
      'more cost',
      difference({ mean: 12, low: 10.5, high: 13.5, least: 9, greatest: 15 }),
      'leaner instead of today costs 12.00 USD more (10.50 to 13.50 USD).',
    ],
    [
      'an interval that contains 0 decides nothing',
      difference({ mean: 0.1, low: -0.2, high: 0.4, least: -1, greatest: 1 }),
      'leaner instead of today may change bill.total in either direction (-0.20 USD to +0.40 USD).',
    ],
    [
      'a rare difference: in how many runs, and by how much',
      difference({
        measure: 'load.failed of shop/api',
        mean: -36_000,
        least: -370_000,
        greatest: 0,
        seen: seen({}),
      }),
      'leaner instead of today changes load.failed of shop/api in 2 of 20 runs (by -370,000 to 0), so in 1.2 % to 31.7 % of all runs.',
    ],
    [
      'an uneven difference of one sign in every run',
      difference({ mean: 5, least: 1, greatest: 40, seen: seen({ count: 20, from: 0 }) }),
      'leaner instead of today costs 1.00 to 40.00 USD more in each of 20 runs.',
    ],
    [
      'the same difference in every run, by chance perhaps',
      difference({ mean: 5, least: 5, greatest: 5, seen: seen({ why: 'equal', count: 0, from: 5, low: 0 }) }),
      'leaner instead of today costs 5.00 USD more in all 20 runs.',
    ],
    [
      'no difference in any run, and how rare one may still be',
      difference({ seen: seen({ why: 'equal', count: 0, from: 0, low: 0, high: 0.139 }) }),
      'leaner instead of today does not change bill.total in any of 20 runs (at most 13.9 % of all runs differ).',
    ],
    [
      'percentages differ in percentage points',
      difference({
        measure: 'load.goodPercentage of shop/api',
        mean: -0.04,
        low: -0.05,
        high: -0.03,
        least: -0.1,
        greatest: -0.01,
      }),
      'leaner instead of today lowers load.goodPercentage of shop/api by 0.04 pp (0.03 to 0.05 pp).',
    ],
    [
      'durations have their unit',
      difference({
        measure: 'calls.latency.p99 of shop/api',
        mean: 120,
        low: 100,
        high: 140,
        least: 90,
        greatest: 150,
      }),
      'leaner instead of today raises calls.latency.p99 of shop/api by 120ms (100ms to 140ms).',
    ],
    [
      'nothing to compare',
      difference({ mean: null, least: null, greatest: null, runs: 0 }),
      'leaner instead of today has no bill.total to compare.',
    ],
  ])('%s', (_, one, text) => {
    expect(sentenceOf(one)).toBe(text);
  });

  it('names what differs first, then what does not', () => {
    const text = sentenceOf(
      difference({ measure: 'replicas.crashes', seen: seen({ why: 'equal', count: 0, low: 0, high: 0.139 }) }),
      difference({ mean: -2, low: -3, high: -1, least: -4, greatest: -0.5 }),
    );
    expect(text).toBe(
      'leaner instead of today saves 2.00 USD (1.00 to 3.00 USD); replicas.crashes does not differ in any of 20 runs (at most 13.9 % of all runs differ).',
    );
  });
});
