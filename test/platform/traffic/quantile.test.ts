import { describe, expect, it } from 'vitest';
import { type Distribution, draw } from '../../../src/engine/distribution.ts';
import { Streams } from '../../../src/engine/random.ts';
import { quantileOf } from '../../../src/platform/traffic/quantile.ts';

describe('the quantile of a distribution', () => {
  it.each<[string, Distribution, number, number]>([
    ['constant', { kind: 'constant', value: 80 }, 0.99, 80],
    ['uniform', { kind: 'uniform', from: 10, to: 20 }, 0.75, 17.5],
    ['exponential', { kind: 'exponential', mean: 80 }, 0.5, 80 * Math.log(2)],
    ['normal', { kind: 'normal', mean: 80, sd: 10 }, 0.5, 80],
    ['lognormal: its median lies below its mean', { kind: 'lognormal', mean: 80, cv: 0.5 }, 0.5, 80 / Math.sqrt(1.25)],
    ['gamma with cv 1 is exponential', { kind: 'gamma', mean: 80, cv: 1 }, 0.99, 80 * Math.log(100)],
    [
      'gamma with shape 2: 1 - e^-x (1 + x) is a half',
      { kind: 'gamma', mean: 2, cv: Math.SQRT1_2 },
      0.5,
      1.6783469900166605,
    ],
    ['gamma without spread', { kind: 'gamma', mean: 80, cv: 0 }, 0.5, 80],
    ['weibull', { kind: 'weibull', scale: 10, shape: 2 }, 0.5, 10 * Math.sqrt(Math.log(2))],
    ['pareto', { kind: 'pareto', minimum: 10, shape: 2 }, 0.75, 20],
    ['triangular, below its mode', { kind: 'triangular', low: 0, mode: 3, high: 4 }, 1 / 12, 1],
    ['triangular, at its mode', { kind: 'triangular', low: 0, mode: 3, high: 4 }, 3 / 4, 3],
    ['triangular, above its mode', { kind: 'triangular', low: 0, mode: 3, high: 4 }, 15 / 16, 3.5],
    ['triangular, of no width', { kind: 'triangular', low: 2, mode: 2, high: 2 }, 0.3, 2],
    ['empirical', { kind: 'empirical', values: [4, 1, 3, 2] }, 0.75, 3],
    ['empirical, between two', { kind: 'empirical', values: [4, 1, 3, 2] }, 0.76, 4],
  ])('%s', (_, distribution, share, expected) => {
    expect(quantileOf(distribution, share)).toBeCloseTo(expected, 9);
  });

  it.each([3, 90, 144, 900])('gamma of a whole shape, %i: by the sum of Poisson terms', (shape) => {
    for (const share of [0.01, 0.5, 0.99]) {
      const x = quantileOf({ kind: 'gamma', mean: shape, cv: 1 / Math.sqrt(shape) }, share);
      let [term, above] = [Math.exp(-x / 2), 0];
      for (let k = 0; k < shape; k += 1) {
        above += term;
        term *= x / (k + 1);
      }
      expect(1 - above * Math.exp(-x / 2)).toBeCloseTo(share, 9);
    }
  });

  it.each<Distribution>([
    { kind: 'lognormal', mean: 80, cv: 0.5 },
    { kind: 'gamma', mean: 80, cv: 0.5 },
    { kind: 'gamma', mean: 80, cv: 0.02 },
    { kind: 'gamma', mean: 80, cv: 3 },
    { kind: 'weibull', scale: 10, shape: 0.7 },
  ])('that share of its draws lies below: %j', (distribution) => {
    const streams = new Streams('1');
    const stream = streams.open('draws');
    for (const share of [0.5, 0.75, 0.99]) {
      const quantile = quantileOf(distribution, share);
      let below = 0;
      for (let count = 0; count < 10_000; count += 1)
        if (draw(distribution, streams.keyOf(stream, count)) <= quantile) below += 1;
      expect(Math.abs(below / 10_000 - share)).toBeLessThan(0.016);
    }
  });
});
