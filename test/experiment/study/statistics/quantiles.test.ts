import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ln, pow } from '../../../../src/engine/math.ts';
import {
  betaPower,
  incompleteBeta,
  incompleteBetaOverPower,
} from '../../../../src/experiment/study/statistics/incompleteBeta.ts';
import {
  betaQuantile,
  betaUpperQuantile,
  binomialAtMost,
  studentProbability,
  studentQuantile,
} from '../../../../src/experiment/study/statistics/quantiles.ts';

// The oracles are CommonJS. They load when the test runs, so that types can be checked without them.
const require = createRequire(import.meta.url);
const studentOracle = require('@stdlib/stats-base-dists-t-quantile') as (p: number, degrees: number) => number;
const betaOracle = require('@stdlib/stats-base-dists-beta-quantile') as (p: number, a: number, b: number) => number;

const probabilities = [
  1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.45, 0.499, 0.5001, 0.6, 0.75, 0.9, 0.95,
  0.975, 0.99, 0.999, 0.999999, 0.99999999,
];
const degrees = [1, 2, 3, 4, 5, 9, 19, 29, 59, 99, 399, 1_000, 10_000, 100_000];
const shapes = [
  [0.5, 0.5],
  [50, 0.5],
  [0.5, 4.5],
  [1, 10],
  [2, 9],
  [3, 8],
  [59, 1],
  [58, 2],
  [10, 390],
  [200, 200],
  [399, 1],
  [1, 9_999],
  [500, 9_500],
] as const;

function relativeError(value: number, truth: number): number {
  return truth === 0 ? Math.abs(value) : Math.abs(value / truth - 1);
}

describe('the incomplete beta function', () => {
  it('is the polynomial that it is for whole parameters', () => {
    expect(incompleteBeta(2, 3, 0.5)).toBeCloseTo(0.6875, 15);
    expect(incompleteBeta(1, 1, 0.3)).toBeCloseTo(0.3, 15);
    for (const x of [1e-9, 0.01, 0.2, 0.5, 0.9, 0.999]) {
      expect(relativeError(incompleteBeta(4, 1, x), x ** 4)).toBeLessThan(1e-13);
      expect(relativeError(incompleteBeta(1, 4, x), 1 - (1 - x) ** 4)).toBeLessThan(x < 1e-6 ? 1e-7 : 1e-13);
    }
  });

  it('is 0 at 0 and 1 at 1, and refuses what lies outside', () => {
    expect([incompleteBeta(2, 3, 0), incompleteBeta(2, 3, 1)]).toEqual([0, 1]);
    expect(() => incompleteBeta(2, 3, -0.1)).toThrow(RangeError);
    expect(() => incompleteBeta(0, 3, 0.1)).toThrow(RangeError);
    expect(() => incompleteBeta(2, 3, Number.NaN)).toThrow(RangeError);
  });

  it('and its mirror image add up to 1', () => {
    for (const [a, b] of shapes)
      for (const x of [0.001, 0.1, 0.5, 0.93, 0.999])
        expect(incompleteBeta(a, b, x) + incompleteBeta(b, a, 1 - x)).toBeCloseTo(1, 13);
  });

  it('over its power is a ratio that stays finite where both vanish', () => {
    expect(incompleteBetaOverPower(3, 5, 0.4)).toBeCloseTo(incompleteBeta(3, 5, 0.4) / betaPower(3, 5, 0.4, 0.6), 12);
    expect(betaPower(5_000, 5_000, 0.01, 0.99)).toBe(0);
    // Far below the mean the integral is x^a (1 - x)^b / (a (1 - x) - b x) or so.
    const ratio = incompleteBetaOverPower(5_000, 5_000, 0.01);
    expect(ratio * (5_000 * 0.99 - 5_000 * 0.01)).toBeCloseTo(1, 3);
    expect(incompleteBetaOverPower(5_000, 5_000, 0.99)).toBe(Infinity);
  });
});

describe('quantiles agree with those of another library within 1e-10', () => {
  it.each(degrees)('Student t with %d degrees of freedom', (count) => {
    for (const p of probabilities)
      expect(relativeError(studentQuantile(p, count), studentOracle(p, count)), `${p}`).toBeLessThan(1e-10);
  });

  it.each(shapes)('beta with parameters %d and %d', (a, b) => {
    for (const p of probabilities)
      expect(relativeError(betaQuantile(p, a, b), betaOracle(p, a, b)), `${p}`).toBeLessThan(1e-10);
  });
});

describe('quantiles agree with closed forms', () => {
  it('Student t with 2 degrees is (2p - 1) / sqrt(2p (1 - p))', () => {
    for (const p of probabilities)
      expect(relativeError(studentQuantile(p, 2), (2 * p - 1) / Math.sqrt(2 * p * (1 - p)))).toBeLessThan(1e-12);
  });

  it('Student t has the values of the tables', () => {
    expect(studentQuantile(0.975, 9)).toBeCloseTo(2.2621571627982, 12);
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736174698, 11);
    expect(studentQuantile(0.5, 7)).toBe(0);
    expect([studentQuantile(0, 7), studentQuantile(1, 7)]).toEqual([-Infinity, Infinity]);
  });

  it('beta with one parameter 1 is a power', () => {
    for (const p of probabilities) {
      expect(relativeError(betaQuantile(p, 59, 1), pow(p, 1 / 59))).toBeLessThan(1e-12);
      expect(relativeError(betaUpperQuantile(p, 1, 59), -Math.expm1(Math.log(p) / 59))).toBeLessThan(1e-12);
    }
    // The small upper tail is not lost in 1 - p.
    expect(betaUpperQuantile(1e-20, 1, 59)).toBeCloseTo(1 - pow(1e-20, 1 / 59), 14);
  });

  it('beta is bounded by 0 and 1, both reached', () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect([betaUpperQuantile(0, 2, 3), betaUpperQuantile(1, 2, 3)]).toEqual([1, 0]);
    expect(() => betaQuantile(1.1, 2, 3)).toThrow(RangeError);
    expect(() => betaUpperQuantile(Number.NaN, 2, 3)).toThrow(RangeError);
    expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
  });
});

describe('probabilities', () => {
  it('undo the quantiles of Student t', () => {
    for (const count of degrees)
      for (const p of probabilities)
        expect(relativeError(studentProbability(studentQuantile(p, count), count), p)).toBeLessThan(1e-11);
    expect([studentProbability(-Infinity, 3), studentProbability(0, 3), studentProbability(Infinity, 3)]).toEqual([
      0, 0.5, 1,
    ]);
  });

  it('of a binomial count are sums of its terms', () => {
    for (const [runs, probability] of [
      [10, 0.5],
      [59, 0.05],
      [153, 0.05],
    ] as const) {
      let [term, sum] = [(1 - probability) ** runs, 0];
      for (let count = 0; count < runs; count++) {
        sum += term;
        expect(relativeError(binomialAtMost(count, runs, probability), sum)).toBeLessThan(1e-12);
        term *= ((runs - count) / (count + 1)) * (probability / (1 - probability));
      }
    }
    expect([binomialAtMost(-1, 5, 0.3), binomialAtMost(5, 5, 0.3)]).toEqual([0, 1]);
  });

  it('are as small as they truly are', () => {
    expect(ln(binomialAtMost(0, 10_000, 0.05))).toBeCloseTo(10_000 * ln(0.95), 9);
  });
});
