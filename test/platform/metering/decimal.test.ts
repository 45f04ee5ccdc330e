import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  dividedBy,
  formatDecimal,
  fromBigInt,
  minus,
  parseDecimal,
  plus,
  ratioToNine,
  rounded,
  times,
} from '../../../src/platform/metering/decimal.ts';

function decimal(text: string) {
  const found = parseDecimal(text);
  if (found === null) throw new Error(`${text} is no decimal`);
  return found;
}

const arbitrary = fc.record({ coefficient: fc.bigInt(-(10n ** 30n), 10n ** 30n), scale: fc.nat({ max: 25 }) });

describe('decimals', () => {
  it.each([
    ['a whole number gets one digit after the point', '6345', '6345.0'],
    ['zeros at the end go', '0.0500', '0.05'],
    ['nothing is nothing', '0.000', '0.0'],
    ['below one', '-0.0312', '-0.0312'],
    ['leading zeros go', '007.10', '7.1'],
  ])('%s', (_, text, shown) => {
    expect(formatDecimal(decimal(text))).toBe(shown);
  });

  it.each(['', '.5', '5.', '+1', '1e3', ' 1', '1,5', '--1', 'NaN'])('"%s" is no decimal', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('what is shown is read back', () => {
    const back = fc.property(arbitrary, (value) => {
      expect(compare(decimal(formatDecimal(value)), value)).toBe(0);
    });
    fc.assert(back, { seed: 1 });
  });

  it('a sum and a product are exact', () => {
    const exact = fc.property(arbitrary, arbitrary, arbitrary, (a, b, c) => {
      expect(compare(minus(plus(a, b), b), a)).toBe(0);
      expect(compare(times(plus(a, b), c), plus(times(a, c), times(b, c)))).toBe(0);
    });
    fc.assert(exact, { seed: 1 });
  });

  it.each([
    ['11,731,200,000 MiB-ms in GiB-Seconds', 11_731_200_000n * 1_048_576n, 1_073_741_824_000n, '11456.25'],
    ['one byte-ms keeps every digit', 1n, 1_073_741_824_000n, '0.000000000000931322574615478515625'],
    ['a whole result', 6_345_000_000n, 1_000_000n, '6345.0'],
  ])('divides: %s', (_, dividend, divisor, shown) => {
    expect(formatDecimal(dividedBy(fromBigInt(dividend), divisor))).toBe(shown);
  });

  it('a division without end is our bug', () => {
    expect(() => dividedBy(fromBigInt(1n), 3_600n)).toThrow('does not end');
  });

  it.each([
    [700n, 3_600n, '0.194444444'],
    [1_400n, 3_600n, '0.388888889'],
    [1n, 2_000_000_000n, '0.000000001'],
    [1n, 2_000_000_001n, '0.0'],
  ])('%s / %s to nine decimals, half up', (dividend, divisor, shown) => {
    expect(formatDecimal(ratioToNine(dividend, divisor))).toBe(shown);
  });

  it.each([
    ['0.0680373958347', 'half-up', '0.07'],
    ['0.065', 'half-up', '0.07'],
    ['0.065', 'half-even', '0.06'],
    ['0.075', 'half-even', '0.08'],
    ['0.0650001', 'half-even', '0.07'],
    ['-0.065', 'half-up', '-0.07'],
    ['0.0649', 'half-up', '0.06'],
    ['5', 'half-up', '5.0'],
  ] as const)('%s to cents, %s, is %s', (text, rounding, shown) => {
    expect(formatDecimal(rounded(decimal(text), 2, rounding))).toBe(shown);
  });
});
