import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnNumber, plainNumber, roundedNumber } from '../../../src/scenario/params/parameterText.ts';

const plainDecimal = /^-?\d+(\.\d*[1-9])?$/;
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('a number as a plain decimal', () => {
  it.each([
    [5.1e-7, '0.00000051'],
    [1e21, '1000000000000000000000'],
    [-2.5e-10, '-0.00000000025'],
    [24, '24'],
    [0, '0'],
    [-0, '0'],
    [0.1 + 0.2, '0.30000000000000004'],
  ])('%d is %s', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  it('reads as the same number again, and never has an exponent', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const text = plainNumber(value);
        expect(text).toMatch(plainDecimal);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('a drawn number without round', () => {
  it.each([
    [5.234567, '5.23457'],
    [5.1234567e-7, '0.000000512346'],
    [123456789, '123457000'],
    [-0.1 - 0.2, '-0.3'],
    [4, '4'],
  ])('%d has six significant digits: %s', (value, text) => {
    expect(drawnNumber(value)).toBe(text);
  });

  it('does not leave bounds of six digits', () => {
    const bound = fc.integer({ min: -999_999, max: 999_999 }).map((whole) => whole / 1_000);
    fc.assert(
      fc.property(bound, bound, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const drawn = Number(drawnNumber(Math.min(high, low + share * (high - low))));
        expect(drawn).toBeGreaterThanOrEqual(low);
        expect(drawn).toBeLessThanOrEqual(high);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('the nearest multiple of a step', () => {
  it.each([
    [0.1 + 0.2, 0.1, '0.3'],
    [23.7, 1, '24'],
    [0.15, 0.1, '0.2'],
    [-0.15, 0.1, '-0.2'],
    [0.049, 0.1, '0'],
    [-0.049, 0.1, '0'],
    [17, 5, '15'],
    [17.5, 5, '20'],
    [8.96, 0.1, '9'],
    [5.1e-7, 1e-7, '0.0000005'],
    [1.4e21, 1e20, '1400000000000000000000'],
    [7, 0.3, '6.9'],
  ])('%d by %d is %s', (value, step, text) => {
    expect(roundedNumber(value, step)).toBe(text);
  });
});
