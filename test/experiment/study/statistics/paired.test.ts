import { describe, expect, it } from 'vitest';
import { pairedDifference } from '../../../../src/experiment/study/statistics/paired.ts';

const present = { confidence: 0.95, chance: 'present' } as const;

describe('the difference of two plans under the same luck', () => {
  it('is the mean of the differences with their interval, and says how many runs the common luck saved', () => {
    const { estimate, reduction } = pairedDifference([11, 22, 33, 44], [10, 20, 30, 40], present);
    expect(estimate).toMatchObject({ kind: 't', mean: 2.5, least: 1, greatest: 4, runs: 4 });
    expect(estimate.low).toBeCloseTo(0.445739743, 8);
    expect(estimate.high).toBeCloseTo(4.554260257, 8);
    // (201.667 + 166.667) / 1.6667
    expect(reduction).toBeCloseTo(221, 10);
  });

  it('turns its sign with the order of the plans, and keeps the reduction', () => {
    const one = pairedDifference([1, 5, 3, 4], [2, 3, 1, 4], present);
    const other = pairedDifference([2, 3, 1, 4], [1, 5, 3, 4], present);
    expect(other.estimate.mean).toBe(-one.estimate.mean);
    expect(other.estimate.low).toBeCloseTo(-(one.estimate.high ?? Number.NaN), 14);
    expect(other.reduction).toBe(one.reduction);
  });

  it('costs runs where plans react to the same luck in opposite ways: a reduction below 1', () => {
    const { reduction } = pairedDifference([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], present);
    expect(reduction).toBeCloseTo(0.5, 14);
  });

  it('counts the runs in which the plans differ, if it is too skewed for an interval', () => {
    const base = [5, 9, 2, 7, 4, 8, 1, 6, 3, 10];
    const plan = base.map((value, index) => (index === 3 ? value - 100 : index === 7 ? value - 120 : value));
    expect(pairedDifference(plan, base, present).estimate).toMatchObject({
      kind: 'seen',
      why: 'skewed',
      mean: -22,
      differs: { from: 0, count: 2, runs: 10 },
    });
  });

  it('counts from 0 even where another difference is more frequent', () => {
    const base = [5, 9, 2, 7, 4, 8, 1, 6, 3, 10];
    const plan = base.map((value, index) => (index === 3 ? value : index === 7 ? value + 900 : value + 5));
    expect(pairedDifference(plan, base, present).estimate).toMatchObject({ differs: { from: 0, count: 9, runs: 10 } });
  });

  it('that is the same in all runs has no width of 0, and an infinite reduction', () => {
    const { estimate, reduction } = pairedDifference([15, 25, 35], [10, 20, 30], present);
    expect(estimate).toMatchObject({ kind: 'seen', why: 'equal', mean: 5, differs: { from: 5, count: 0, runs: 3 } });
    expect(reduction).toBe(Infinity);
    const base = [0.1, 0.2, 0.3];
    const rounded = pairedDifference(
      base.map((value) => value + 5),
      base,
      present,
    );
    expect(rounded).toMatchObject({ estimate: { kind: 'seen', why: 'equal' }, reduction: Infinity });
  });

  it('that is rounding only counts as 0', () => {
    const base = [0.1, 0.7, 1_000];
    const plan = [0.1, 0.1 + 0.6, 1_000.0000000001];
    expect(pairedDifference(plan, base, present).estimate).toMatchObject({ why: 'equal', mean: 0 });
  });

  it('is exact where nothing is random, and saved nothing', () => {
    expect(pairedDifference([12], [10], { confidence: 0.95, chance: 'none' })).toMatchObject({
      estimate: { kind: 'exact', mean: 2, low: 2, high: 2 },
      reduction: null,
    });
    expect(pairedDifference([12, 12], [10, 10], present).reduction).toBeNull();
  });

  it('needs the same number of runs of both', () => {
    expect(() => pairedDifference([1, 2], [1], present)).toThrow(
      'pairs of runs need as many of one plan as of the other: 2 and 1',
    );
    expect(() => pairedDifference([], [], present)).toThrow(RangeError);
    expect(() => pairedDifference([1, Number.NaN], [1, 2], present)).toThrow(RangeError);
  });
});
