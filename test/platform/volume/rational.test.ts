import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceilDiv,
  ceilGB,
  compareProduct,
  fractionOf,
  numberFromRational,
  over,
  rationalFromDecimal,
  times,
} from '../../../src/platform/volume/rational.ts';

describe('decimals are exact fractions', () => {
  it.each([
    ['a binary fraction that is not exact', 0.1, 1n, 10n],
    ['lowest terms', 12.5, 25n, 2n],
    ['zeros at the end', '1.10', 11n, 10n],
    ['a small number in exponent form', 1e-7, 1n, 10_000_000n],
    ['a large number in exponent form', '2.5e3', 2500n, 1n],
    ['an exponent of two digits', 1e21, 10n ** 21n, 1n],
    ['a plus', '+3.', 3n, 1n],
    ['nothing', 0, 0n, 1n],
    ['below 0', -0.5, -1n, 2n],
    ['no digit before the point', '.5', 1n, 2n],
  ])('%s: %s', (_, value, numerator, denominator) => {
    expect(rationalFromDecimal(value)).toEqual({ numerator, denominator });
  });

  it.each(['', '.', '-', '+.', '.e3', 'x', '1.2.3', 'NaN', 'Infinity', '1e'])('%j is none', (text) => {
    expect(() => rationalFromDecimal(text)).toThrow('not a decimal number');
  });

  it('a number comes back as it was', () => {
    const decimals = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(decimals, (value) => numberFromRational(rationalFromDecimal(value)) === value || value === 0),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('fractions', () => {
  it('divide out what was multiplied in', () => {
    const a = rationalFromDecimal(1.37);
    const b = rationalFromDecimal(0.8);
    expect(over(times(a, b), b)).toEqual(a);
  });

  it('do not divide by zero', () => {
    expect(() => fractionOf(1n, 0n)).toThrow('division by 0: 1/0');
    expect(() => over(rationalFromDecimal(1), rationalFromDecimal(-2))).toThrow('division by -2: 1/-2');
  });

  it.each([
    [7n, 2n, 4n],
    [-7n, 2n, -3n],
    [8n, 2n, 4n],
    [0n, 5n, 0n],
  ])('%s / %s rounds up to %s', (numerator, denominator, expected) => {
    expect(ceilDiv(numerator, denominator)).toBe(expected);
  });

  it('compare exactly where floating point does not', () => {
    const tenth = rationalFromDecimal(0.1);
    expect(compareProduct(3, tenth, 0)).toBeGreaterThan(0);
    expect(compareProduct(10, tenth, 1)).toBe(0);
    expect(compareProduct(9, tenth, 1)).toBeLessThan(0);
    expect(
      compareProduct(9_007_199_254_740_991, rationalFromDecimal('1.0000000000000001'), 9_007_199_254_740_991),
    ).toBeGreaterThan(0);
  });
});

describe('ceilGB takes off the noise of a regression before it rounds up', () => {
  it.each([
    ['noise above a whole number', 10.000000000000002, 10],
    ['a whole number', 10, 10],
    ['a real fraction', 10.01, 11],
    ['noise at the bottom', 1e-12, 1],
  ])('%s', (_, value, expected) => {
    expect(ceilGB(value, 1e-9)).toBe(expected);
  });

  it('rounds the noise up where no slack is allowed', () => {
    expect(ceilGB(10.000000000000002, 0)).toBe(11);
  });
});
