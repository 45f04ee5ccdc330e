import { describe, expect, it } from 'vitest';
import { halfWidth, meanInterval } from '../../../../src/experiment/study/statistics/estimate.ts';

const present = { confidence: 0.95, chance: 'present' } as const;

describe('the interval of a mean', () => {
  it('is that of Student t for values that are not skewed', () => {
    const estimate = meanInterval([1, 2, 3, 4, 5], present);
    expect(estimate).toMatchObject({ kind: 't', mean: 3, least: 1, greatest: 5, runs: 5 });
    expect(estimate.low).toBeCloseTo(1.036757, 6);
    expect(estimate.high).toBeCloseTo(4.963243, 6);
    expect(halfWidth(estimate)).toBeCloseTo(1.963243, 6);
  });

  it('needs 25 runs for each unit of skewness squared: exactly as many are enough, and one less is not', () => {
    // Half of the runs 0, half 1, and so many times over: the skewness is 0 for any number.
    expect(meanInterval([0, 0, 1, 1], present).kind).toBe('t');
    // A share p of ones: 100 runs have 16.4 = 25 x 0.656 with 30 ones, and 181 with 15 ones.
    const ones = (count: number, runs: number): number[] =>
      Array.from({ length: runs }, (_, index) => (index < count ? 1 : 0));
    const least = (share: number): number => {
      for (let runs = 10; ; runs += 10) if (meanInterval(ones(runs * share, runs), present).kind === 't') return runs;
    };
    // Skewness squared of a share p is (1 - 2p)^2 / (p (1 - p)) for many runs: 1.778 at 20 %, 56.25 runs; 7.11, 177.8.
    expect(least(0.2)).toBe(60);
    expect(least(0.1)).toBe(190);
  });

  it('is not claimed for a rare event of ten runs: it tells in how many it was seen', () => {
    const estimate = meanInterval([0, 0, 0, 0, 370_000, 0, 0, 0, 0, 0], present);
    expect(estimate).toMatchObject({
      kind: 'seen',
      why: 'skewed',
      mean: 37_000,
      low: null,
      high: null,
      least: 0,
      greatest: 370_000,
      median: { value: 0, low: 0, high: 0 },
      differs: { from: 0, count: 1, runs: 10 },
      // The skewness is the square root of 10, and 25 times its square 250.
      enough: 250,
    });
    if (estimate.kind !== 'seen' || estimate.differs === null) throw new Error('seen');
    expect(estimate.differs.low).toBeCloseTo(0.0025286, 7);
    expect(estimate.differs.high).toBeCloseTo(0.4450161, 7);
    expect(halfWidth(estimate)).toBeNull();
  });

  it('is not claimed for skewed values that never repeat; then none is the usual one', () => {
    const estimate = meanInterval([1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000], present);
    expect(estimate).toMatchObject({
      kind: 'seen',
      why: 'skewed',
      median: { value: 5.5, low: 2, high: 9 },
      differs: null,
    });
  });

  it('with an interval tells in how many runs the value differs, too', () => {
    const estimate = meanInterval([0, 0, 0, 1, 1, 2, 2, 1, 0, 1], { ...present, usual: 0 });
    expect(estimate).toMatchObject({ kind: 't', differs: { from: 0, count: 6, runs: 10 } });
  });

  it('counts from the most frequent value, of several from the least', () => {
    expect(meanInterval([7, 3, 7, 3, 1, 900], present)).toMatchObject({ differs: { from: 3, count: 4, runs: 6 } });
    expect(meanInterval([7, 3, 7, 3, 1, 900], { ...present, usual: 7 })).toMatchObject({
      differs: { from: 7, count: 4 },
    });
  });

  it('is not claimed for two runs', () => {
    expect(meanInterval([1, 2], present)).toMatchObject({ kind: 'seen', why: 'few', mean: 1.5, differs: null });
    expect(meanInterval([1, 2, 3], present).kind).toBe('t');
  });

  it('of equal values has no width of 0 but a bound of how many runs may differ: 1 - 0.05^(1/n)', () => {
    for (const runs of [1, 2, 10, 400]) {
      const estimate = meanInterval(
        Array.from({ length: runs }, () => 42),
        present,
      );
      expect(estimate).toMatchObject({ kind: 'seen', why: 'equal', mean: 42, low: null, high: null });
      if (estimate.kind !== 'seen' || estimate.differs === null) throw new Error('seen');
      expect(estimate.differs).toMatchObject({ from: 42, count: 0, runs, low: 0 });
      expect(estimate.differs.high).toBeCloseTo(1 - 0.05 ** (1 / runs), 13);
    }
  });

  it('takes the rounding of sums for equality, and nothing larger', () => {
    expect(meanInterval([0.1 + 0.2, 0.3, 0.3], present)).toMatchObject({ why: 'equal' });
    expect(meanInterval([1, 1 + 3e-12, 1 + 1.5e-12], present).kind).toBe('t');
    expect(meanInterval([0, 0, 0], present)).toMatchObject({ why: 'equal', mean: 0 });
  });

  it('is exact if the caller says that nothing is random', () => {
    const exact = { kind: 'exact', mean: 7, low: 7, high: 7, least: 7, greatest: 7 };
    expect(meanInterval([7], { confidence: 0.95, chance: 'none' })).toEqual({ ...exact, runs: 1 });
    expect(meanInterval([7, 7], { confidence: 0.95, chance: 'none' })).toEqual({ ...exact, runs: 2 });
    expect(halfWidth(meanInterval([7], { confidence: 0.95, chance: 'none' }))).toBe(0);
  });

  it('calls it a defect if values differ although nothing is random', () => {
    expect(() => meanInterval([7, 8], { confidence: 0.95, chance: 'none' })).toThrow(
      'values differ although nothing is random: 7 to 8',
    );
  });

  it('refuses no values, values that are no numbers, and a confidence of 0 or 1', () => {
    expect(() => meanInterval([], present)).toThrow('an estimate needs at least one value');
    expect(() => meanInterval([1, Number.NaN], present)).toThrow('an estimate needs finite values: NaN');
    expect(() => meanInterval([1, Infinity], present)).toThrow(RangeError);
    expect(() => meanInterval([1, 2, 3], { ...present, confidence: 1 })).toThrow(RangeError);
  });

  it('widens with the confidence and narrows with the runs', () => {
    const values = [3, 5, 4, 6, 2, 5, 3, 4];
    const width = (confidence: number, times: number): number =>
      halfWidth(meanInterval(Array.from({ length: times }, () => values).flat(), { ...present, confidence })) ?? 0;
    expect(width(0.99, 1)).toBeGreaterThan(width(0.95, 1));
    expect(width(0.95, 4)).toBeLessThan(width(0.95, 1) / 2);
  });
});
