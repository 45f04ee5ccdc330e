import { describe, expect, it } from 'vitest';
import {
  bestComparisonMethod,
  comparisonWithBest,
  oneSidedConfidence,
  sharedConfidence,
} from '../../../../src/experiment/study/statistics/manyPlans.ts';
import { pairedDifference } from '../../../../src/experiment/study/statistics/paired.ts';
import { normals, sample } from './chance.ts';

const less = { better: 'less', confidence: 0.95, chance: 'present' } as const;

describe('a risk that is shared (Bonferroni)', () => {
  it('is divided by the number of statements', () => {
    expect(sharedConfidence(0.95, 1)).toBe(0.95);
    expect(sharedConfidence(0.95, 9)).toBeCloseTo(0.994444444, 9);
    expect(oneSidedConfidence(0.95, 1)).toBeCloseTo(0.9, 14);
    expect(oneSidedConfidence(0.95, 8)).toBeCloseTo(0.9875, 14);
  });

  it('refuses no statements, parts of one, and no confidence', () => {
    expect(() => sharedConfidence(0.95, 0)).toThrow('a confidence is shared by one statement or more: 0');
    expect(() => sharedConfidence(0.95, 1.5)).toThrow(RangeError);
    expect(() => sharedConfidence(1, 2)).toThrow(RangeError);
  });
});

describe('comparison with the best', () => {
  const luck = sample(40, normals(1));
  const noise = [2, 3, 4].map((seed) => sample(40, normals(seed)));
  const plan = (index: number, mean: number): number[] =>
    luck.map((value, run) => mean + 10 * value + (noise[index]?.[run] ?? 0));
  const plans = [plan(0, 100), plan(1, 105), plan(2, 100.1)];

  it('says which plan surely is not the best, and leaves undecided what is close', () => {
    expect(comparisonWithBest(plans, less).map(({ verdict }) => verdict)).toEqual([
      'undecided',
      'not best',
      'undecided',
    ]);
    expect(comparisonWithBest(plans.slice(0, 2), less).map(({ verdict }) => verdict)).toEqual(['best', 'not best']);
  });

  it('gives intervals that contain 0 or touch it', () => {
    for (const { low, high } of comparisonWithBest(plans, less)) {
      expect(low).toBeLessThanOrEqual(0);
      expect(high).toBeGreaterThanOrEqual(0);
    }
    const [first, second] = comparisonWithBest(plans.slice(0, 2), less);
    expect(first?.high).toBe(0);
    expect(second?.low).toBe(0);
  });

  it('of two plans is the interval of their difference with the whole risk on each side, cut at 0', () => {
    const { estimate } = pairedDifference(plan(1, 105), plan(0, 100), { confidence: 0.9, chance: 'present' });
    const [first, second] = comparisonWithBest(plans.slice(0, 2), less);
    expect(second?.high).toBeCloseTo(estimate.high ?? Number.NaN, 12);
    expect(first?.low).toBeCloseTo(-(estimate.high ?? Number.NaN), 12);
  });

  it('of more plans takes a share of the risk for each other one', () => {
    const two = comparisonWithBest(plans.slice(0, 2), less)[1]?.high ?? 0;
    const three = comparisonWithBest(plans, less)[1]?.high ?? 0;
    expect(three).toBeGreaterThan(two);
  });

  it('turns around where more is better', () => {
    const more = comparisonWithBest(plans.slice(0, 2), { ...less, better: 'more' });
    expect(more.map(({ verdict }) => verdict)).toEqual(['not best', 'best']);
    const mirrored = comparisonWithBest(
      plans.slice(0, 2).map((values) => values.map((value) => -value)),
      less,
    );
    expect(more.map(({ low, high }) => [low, high])).toEqual(
      mirrored.map(({ low, high }) => [-(high ?? 0) + 0, -(low ?? 0) + 0]),
    );
  });

  it('has no bounds where differences cannot be trusted', () => {
    const rare = (run: number): number[] => Array.from({ length: 10 }, (_, index) => (index === run ? 1 : 0));
    expect(comparisonWithBest([rare(1), rare(1).map((value) => 3 * value)], less)).toEqual([
      { low: null, high: null, verdict: 'undecided' },
      { low: null, high: null, verdict: 'undecided' },
    ]);
  });

  it('is exact where nothing is random, and calls equal plans best', () => {
    expect(comparisonWithBest([[4], [4], [6]], { ...less, chance: 'none' })).toEqual([
      { low: 0, high: 0, verdict: 'best' },
      { low: 0, high: 0, verdict: 'best' },
      { low: 0, high: 2, verdict: 'not best' },
    ]);
  });

  it('has a name', () => {
    expect(bestComparisonMethod).toContain('comparisons with the best (Hsu 1984)');
  });

  it('needs two plans', () => {
    expect(() => comparisonWithBest([[1]], less)).toThrow('a comparison with the best needs two plans or more');
  });
});
