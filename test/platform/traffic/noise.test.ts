import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { factorBounds, factorOf, noiseFrom } from '../../../src/platform/traffic/noise.ts';
import { breakpointAfter, perSecondAt, requestsBetween } from '../../../src/platform/traffic/rate.ts';

const jitter = { every: 5 * minute, cv: 0.5 };
const noise = noiseFrom(jitter, '1', 'demand/shop/workload/api/1/noise');
const first = 5_978_000;
const many = Array.from({ length: 20_000 }, (_, index) => index + first);
const factors = many.map((period) => factorOf(noise, period));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** How far one list follows another, -1 to 1. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const product = (x: readonly number[], ax: number, y: readonly number[], ay: number): number =>
    mean(x.map((value, index) => (value - ax) * ((y[index] ?? 0) - ay)));
  return product(one, a, other, b) / Math.sqrt(product(one, a, one, a) * product(other, b, other, b));
}

describe('the factors of noise', () => {
  it('have mean 1 and the spread that was asked for', () => {
    expect(mean(factors)).toBeCloseTo(1, 1);
    const variance = mean(factors.map((factor) => (factor - 1) ** 2));
    expect(Math.sqrt(variance)).toBeCloseTo(0.5, 1);
    expect(Math.min(...factors)).toBeGreaterThan(0);
  });

  it('follow neither the one before, nor another stream, nor another seed', () => {
    const strange = (stream: string, seed: string): readonly number[] =>
      many.map((period) => factorOf(noiseFrom(jitter, seed, stream), period));
    expect(Math.abs(correlation(factors.slice(1), factors.slice(0, -1)))).toBeLessThan(0.03);
    expect(Math.abs(correlation(factors, strange('demand/shop/workload/api/2/noise', '1')))).toBeLessThan(0.03);
    expect(Math.abs(correlation(factors, strange('demand/shop/workload/api/1/noise', '2')))).toBeLessThan(0.03);
  });

  it('are no reordering of those of another stream', () => {
    const near = { ...noise, key: noise.key ^ 1 };
    const equal = many.filter((period, index) => factorOf(near, period ^ 1) === factors[index]);
    expect(equal).toEqual([]);
  });

  it('are the same in whichever order they are asked for, and for a noise made anew', () => {
    const law = fc.property(fc.shuffledSubarray(many), (order) => {
      const again = noiseFrom(jitter, '1', 'demand/shop/workload/api/1/noise');
      for (const period of order.slice(0, 50)) expect(factorOf(again, period)).toBe(factors[period - first]);
    });
    fc.assert(law, { seed: 1, numRuns: 10 });
  });

  it('are 1 where the spread is 0', () => {
    expect(factorOf(noiseFrom({ every: minute, cv: 0 }, '1', 'a'), 17)).toBe(1);
  });

  it('lie within their bounds, over few periods and over many', () => {
    for (const count of [0, 1, 20, 255, 256, 5_000]) {
      const from = first * jitter.every + 17;
      const { least, greatest } = factorBounds(noise, from, from + count * jitter.every);
      const within = factors.slice(0, count + 1);
      expect(least).toBeLessThanOrEqual(Math.min(...within));
      expect(greatest).toBeGreaterThanOrEqual(Math.max(...within));
      if (count < 256) expect(greatest).toBeCloseTo(Math.max(...within), 9);
      else expect(greatest).toBeGreaterThan(2 * Math.max(...within));
    }
  });
});

describe('a noisy rate', () => {
  const startAt = first * jitter.every;
  const rate = { curve: steadyCurve(40, { startAt, growth: null }), noise };

  it('is the rate times the factor of its period', () => {
    expect(perSecondAt(rate, startAt + 17 * minute)).toBe(40 * (factors[3] ?? 0));
  });

  it('bends with each period', () => {
    expect(breakpointAfter(rate, startAt + 17 * minute)).toBe(startAt + 20 * minute);
    expect(breakpointAfter(rate, startAt + 20 * minute)).toBe(startAt + 25 * minute);
  });

  it('brings the sum over its periods', () => {
    const expected = factors.slice(0, 12).reduce((sum, factor) => sum + 40 * 300 * factor, 0);
    expect(requestsBetween(rate, startAt, startAt + hour)).toBeCloseTo(expected, 3);
  });
});
