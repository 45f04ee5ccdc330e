import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpreadShare, spreadOf, sumSpread } from '../../../src/platform/traffic/spread.ts';

/** Of an even time between two ends and an exponential one. */
function momentsOf(shares: readonly SpreadShare[]): { readonly mean: number; readonly variance: number } {
  let mean = 0;
  let square = 0;
  for (const { share, from, to, tail } of shares) {
    const own = (from + to) / 2 + tail;
    mean += share * own;
    square += share * ((to - from) ** 2 / 12 + tail ** 2 + own ** 2);
  }
  return { mean, variance: square - mean * mean };
}

describe('times of a mean and a squared coefficient of variation', () => {
  it.each<[string, number, readonly SpreadShare[]]>([
    ['none differ', 0, [{ share: 1, from: 10, to: 10, tail: 0 }]],
    ['exponential', 1, [{ share: 1, from: 0, to: 0, tail: 10 }]],
    ['as even as an even and an exponential part are', 0.25, [{ share: 1, from: 0, to: 15, tail: 2.5 }]],
  ])('%s', (_, cvSquared, expected) => {
    expect(spreadOf(10, cvSquared)).toEqual(expected);
  });

  it('are none for a mean of 0', () => {
    expect(spreadOf(0, 1)).toEqual([{ share: 1, from: 0, to: 0, tail: 0 }]);
  });

  it('a law: have that mean and that variance, and all are 0 or more', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 30, noNaN: true }),
        (m, cv) => {
          const spread = spreadOf(m, cv);
          const { mean, variance } = momentsOf(spread);
          expect(mean / m).toBeCloseTo(1, 9);
          expect(variance / (m * m)).toBeCloseTo(cv, 6);
          for (const { share, from, to, tail } of spread)
            expect(Math.min(share, from, to - from, tail)).toBeGreaterThanOrEqual(0);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('add up: means and variances of two', () => {
    const { mean, variance } = momentsOf(sumSpread({ mean: 3, variance: 9 }, { mean: 4, variance: 40 }));
    expect(mean).toBeCloseTo(7, 9);
    expect(variance).toBeCloseTo(49, 9);
  });
});
