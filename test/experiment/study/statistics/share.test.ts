import { describe, expect, it } from 'vitest';
import { quantileInterval } from '../../../../src/experiment/study/statistics/quantileInterval.ts';
import { binomialAtMost } from '../../../../src/experiment/study/statistics/quantiles.ts';
import { shareAtLeast, shareAtMost, shareInterval } from '../../../../src/experiment/study/statistics/share.ts';

describe('the interval of a share (Clopper and Pearson)', () => {
  it('has the values of the tables', () => {
    const interval = shareInterval(2, 10, 0.95);
    expect(interval).toMatchObject({ count: 2, runs: 10 });
    expect(interval.low).toBeCloseTo(0.0252107, 7);
    expect(interval.high).toBeCloseTo(0.5560955, 7);
  });

  it('ends where the count seen, or one farther away, has half of the risk', () => {
    for (const [count, runs] of [
      [1, 10],
      [5, 10],
      [3, 400],
      [398, 400],
    ] as const) {
      const { low, high } = shareInterval(count, runs, 0.9);
      expect(1 - binomialAtMost(count - 1, runs, low)).toBeCloseTo(0.05, 12);
      expect(binomialAtMost(count, runs, high)).toBeCloseTo(0.05, 12);
    }
  });

  it('reaches 0 if nothing was seen and 1 if it was seen in all runs, and has never the width 0', () => {
    expect(shareInterval(0, 10, 0.95).low).toBe(0);
    expect(shareInterval(0, 10, 0.95).high).toBeCloseTo(1 - 0.025 ** 0.1, 14);
    expect(shareInterval(10, 10, 0.95).high).toBe(1);
    expect(shareInterval(10, 10, 0.95).low).toBeCloseTo(0.025 ** 0.1, 14);
    expect(shareInterval(1, 1, 0.95).low).toBeCloseTo(0.025, 14);
  });

  it('with one side has the whole risk on it', () => {
    expect(shareAtMost(0, 10, 0.95)).toBeCloseTo(1 - 0.05 ** 0.1, 14);
    expect(shareAtLeast(59, 59, 0.95)).toBeCloseTo(0.05 ** (1 / 59), 14);
    expect([shareAtLeast(0, 10, 0.95), shareAtMost(10, 10, 0.95)]).toEqual([0, 1]);
  });

  it('refuses what is no count, and what is no confidence', () => {
    expect(() => shareInterval(11, 10, 0.95)).toThrow('a share is a count of runs: 11 of 10');
    expect(() => shareInterval(0, 0, 0.95)).toThrow(RangeError);
    expect(() => shareInterval(0.5, 10, 0.95)).toThrow(RangeError);
    expect(() => shareAtLeast(1, 10, 1)).toThrow('a confidence lies between 0 and 1: 1');
    expect(() => shareAtMost(1, 10, 95)).toThrow(RangeError);
  });
});

describe('the interval of a quantile (order statistics)', () => {
  const ten = [70, 10, 100, 30, 50, 20, 90, 40, 60, 80];

  it('of the median of 10 values goes from the second to the ninth', () => {
    expect(quantileInterval(ten, 0.5, 0.95)).toEqual({ value: 55, low: 20, high: 90 });
  });

  it('has no sides below six values, and the least and the greatest from six on', () => {
    expect(quantileInterval([1, 2, 3, 4, 5], 0.5, 0.95)).toEqual({ value: 3, low: null, high: null });
    expect(quantileInterval([1, 2, 3, 4, 5, 6], 0.5, 0.95)).toEqual({ value: 3.5, low: 1, high: 6 });
    expect(quantileInterval([4], 0.5, 0.95)).toEqual({ value: 4, low: null, high: null });
  });

  it('of a high quantile has a lower side only, unless there are very many runs', () => {
    expect(quantileInterval(ten, 0.9, 0.95)).toMatchObject({ low: 70, high: null });
    const many = Array.from({ length: 1_000 }, (_, index) => index + 1);
    expect(quantileInterval(many, 0.98, 0.95)).toMatchObject({ low: 971, high: 989 });
  });

  it('misses on each side with at most half of the risk, and would miss with more one rank farther in', () => {
    const values = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const share of [0.2, 0.5, 0.8]) {
      const { low, high } = quantileInterval(values, share, 0.9);
      expect(binomialAtMost((low ?? 0) - 1, 40, share)).toBeLessThanOrEqual(0.05);
      expect(binomialAtMost(low ?? 0, 40, share)).toBeGreaterThan(0.05);
      expect(1 - binomialAtMost((high ?? 0) - 1, 40, share)).toBeLessThanOrEqual(0.05);
      expect(1 - binomialAtMost((high ?? 0) - 2, 40, share)).toBeGreaterThan(0.05);
    }
  });
});
