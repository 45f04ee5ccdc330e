import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant, type Distribution, draw, drawAll, meanOf, varianceOf } from '../../src/engine/distribution.ts';
import { Streams } from '../../src/engine/random.ts';

function variates(distribution: Distribution, count: number, seed = '1'): number[] {
  const streams = new Streams(seed);
  const stream = streams.open('test');
  return Array.from({ length: count }, (_, i) => draw(distribution, streams.keyOf(stream, i)));
}

function moments(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, sd: Math.sqrt(squares / (values.length - 1)) };
}

const cases: readonly (readonly [string, Distribution, number, number])[] = [
  ['uniform', { kind: 'uniform', from: 10, to: 30 }, 20, 20 / Math.sqrt(12)],
  ['exponential', { kind: 'exponential', mean: 40 }, 40, 40],
  ['normal', { kind: 'normal', mean: 5, sd: 3 }, 5, 3],
  ['lognormal', { kind: 'lognormal', mean: 80, cv: 0.5 }, 80, 40],
  ['gamma, humped', { kind: 'gamma', mean: 80, cv: 0.5 }, 80, 40],
  ['gamma, with shape 1 an exponential', { kind: 'gamma', mean: 80, cv: 1 }, 80, 80],
  ['gamma, falling from infinity', { kind: 'gamma', mean: 80, cv: 1.6 }, 80, 128],
  ['gamma, nearly constant', { kind: 'gamma', mean: 80, cv: 0.01 }, 80, 0.8],
  ['weibull', { kind: 'weibull', scale: 10, shape: 2 }, 8.862269254527579, 4.632513751],
  ['weibull, falling from infinity', { kind: 'weibull', scale: 10, shape: 0.7 }, 12.6582350605, 18.511],
  ['pareto', { kind: 'pareto', minimum: 3, shape: 4 }, 4, Math.sqrt(2)],
  ['triangular', { kind: 'triangular', low: 3, mode: 5, high: 9 }, 17 / 3, Math.sqrt(28 / 18)],
  ['triangular, falling only', { kind: 'triangular', low: 0, mode: 0, high: 6 }, 2, Math.sqrt(2)],
  ['triangular, rising only', { kind: 'triangular', low: 0, mode: 6, high: 6 }, 4, Math.sqrt(2)],
  ['empirical', { kind: 'empirical', values: [1, 1, 4, 10] }, 4, Math.sqrt(13.5)],
];

describe('each distribution has the mean and the spread it promises', () => {
  it.each(cases)('%s', (_, distribution, mean, sd) => {
    const count = 40_000;
    const sample = moments(variates(distribution, count));
    expect(Math.abs(meanOf(distribution) / mean - 1)).toBeLessThan(1e-9);
    expect(Math.abs(Math.sqrt(varianceOf(distribution)) / sd - 1)).toBeLessThan(1e-4);
    // 99.9 % of seeds pass; this one is fixed.
    expect(Math.abs(sample.mean - mean)).toBeLessThan((3.29 * sd) / Math.sqrt(count));
    expect(Math.abs(sample.sd / sd - 1)).toBeLessThan(0.06);
  });

  it('a constant does not vary, and the heaviest tails have no variance', () => {
    expect(varianceOf(constant(7))).toBe(0);
    expect(varianceOf({ kind: 'pareto', minimum: 3, shape: 2 })).toBe(Number.POSITIVE_INFINITY);
    expect(varianceOf({ kind: 'pareto', minimum: 3, shape: 2.5 })).toBeCloseTo((9 * 2.5) / (1.5 * 1.5 * 0.5), 9);
    expect(varianceOf({ kind: 'weibull', scale: 1, shape: 0.01 })).toBe(Number.POSITIVE_INFINITY);
  });

  it.each(cases)('many at once are what they are one by one: %s', (_, distribution) => {
    const streams = new Streams('1');
    const stream = streams.open('test');
    const into = new Float64Array(1_000);
    const items = Float64Array.from(into, (_, i) => i);
    drawAll(distribution, streams, stream, items, into);
    expect([...into]).toEqual(variates(distribution, 1_000));
  });

  it.each(cases)('one variate says nothing of the next: %s', (_, distribution) => {
    const values = variates(distribution, 200_000, 'serial');
    const { mean, sd } = moments(values);
    let products = 0;
    for (let i = 1; i < values.length; i += 1) products += ((values[i] ?? 0) - mean) * ((values[i - 1] ?? 0) - mean);
    // Five standard deviations of the correlation of so many independent pairs.
    expect(Math.abs(products / ((values.length - 1) * sd * sd))).toBeLessThan(5 / Math.sqrt(values.length));
  });

  it('the distribution of a gamma variate is right, not only its moments (shape 4 as the sum of four exponentials)', () => {
    const count = 40_000;
    const own = variates({ kind: 'gamma', mean: 4, cv: 0.5 }, count).sort((a, b) => a - b);
    const cdf = (x: number): number => 1 - Math.exp(-x) * (1 + x + (x * x) / 2 + (x * x * x) / 6);
    let farthest = 0;
    own.forEach((x, i) => {
      farthest = Math.max(farthest, Math.abs(cdf(x) - (i + 0.5) / count));
    });
    // Kolmogorov's bound at 99.9 %.
    expect(farthest).toBeLessThan(1.95 / Math.sqrt(count));
  });
});

describe('draws', () => {
  it('a greater mean makes every variate greater, not only most', () => {
    const kinds = ['exponential', 'lognormal', 'gamma'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.double({ min: 1.01, max: 3, noNaN: true }),
        fc.nat(),
        (kind, factor, seed) => {
          const of = (mean: number): Distribution =>
            kind === 'exponential' ? { kind, mean } : { kind, mean, cv: 0.7 };
          const small = variates(of(10), 20, String(seed));
          const great = variates(of(10 * factor), 20, String(seed));
          expect(great.every((value, i) => value > (small[i] ?? 0))).toBe(true);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  it('nothing is clamped: a normal variate may be negative', () => {
    expect(variates({ kind: 'normal', mean: 0, sd: 1 }, 20).some((value) => value < 0)).toBe(true);
  });

  it.each([
    ['lognormal', { kind: 'lognormal', mean: 7, cv: 0 }],
    ['gamma', { kind: 'gamma', mean: 7, cv: 0 }],
    ['normal', { kind: 'normal', mean: 7, sd: 0 }],
  ] as const)('no variation gives the mean: %s', (_, distribution) => {
    for (const value of variates(distribution, 10)) expect(value).toBeCloseTo(7, 12);
  });

  it('a triangular variate stays within its bounds, and grows with its mode', () => {
    const of = (mode: number): readonly number[] => variates({ kind: 'triangular', low: 3, mode, high: 9 }, 5_000);
    const [few, many] = [of(3), of(9)];
    expect(Math.min(...few, ...many)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...few, ...many)).toBeLessThanOrEqual(9);
    expect(many.every((value, index) => value >= (few[index] ?? 0))).toBe(true);
  });

  it('an empirical distribution without values throws', () => {
    expect(() => variates({ kind: 'empirical', values: [] }, 1)).toThrow('at least one value');
  });
});

describe('the mean', () => {
  it('of a constant is its value', () => expect(meanOf(constant(3))).toBe(3));
  it('of a pareto of shape 1 is infinite', () =>
    expect(meanOf({ kind: 'pareto', minimum: 1, shape: 1 })).toBe(Number.POSITIVE_INFINITY));
});
