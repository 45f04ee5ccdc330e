import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/engine/time.ts';
import { parseDecimal, zero } from '../../../src/platform/metering/decimal.ts';
import {
  durationText,
  exactDurationText,
  groupedDecimal,
  instantText,
  moneyText,
  moneyTextBeside,
  partText,
  shortNumber,
  stretchText,
} from '../../../src/report/words/format.ts';
import { decimalText, gbText, partOf, shareText } from '../../../src/report/words/numbers.ts';

const at = 1_793_491_200_000;

describe('texts for people', () => {
  it.each([
    ['1234567.891', '1,234,567.89'],
    ['0.005', '0.01'],
    ['-1234.5', '-1,234.50'],
    ['0', '0.00'],
    ['999.995', '1,000.00'],
  ])('money %s is %s', (given, text) => {
    expect(moneyText(parseDecimal(given) ?? zero)).toBe(text);
  });

  it.each([
    ['37.2438484305634', '37.30', '37.24'],
    ['37.2438484305634', '37.24', '37.244'],
    ['18742533.1', '1', '18,742,533.10'],
    ['0.99999', '1', '0.99999'],
    ['1.5', '1.5', '1.50'],
    ['12', '12.00', '12.00'],
  ])('%s beside %s is %s: rounded, but never to what it is not', (given, other, text) => {
    expect(moneyTextBeside(parseDecimal(given) ?? zero, parseDecimal(other) ?? zero)).toBe(text);
  });

  it.each([
    [0, '0ms'],
    [250, '250ms'],
    [1_500, '1.5s'],
    [14_200, '14s'],
    [minute, '1m'],
    [103_000, '1m 43s'],
    [2.5 * hour, '2h 30m'],
    [30 * day, '30d'],
    [day + 59 * minute, '1d'],
  ])('%i ms is %s', (duration, text) => {
    expect(durationText(duration)).toBe(text);
  });

  it.each([
    [0, '0s'],
    [250, '250ms'],
    [83.3333, '83.333ms'],
    [108_400, '1m 48.4s'],
    [day + 61 * minute + 1, '1d 1h 1m 0.001s'],
    [30 * day, '30d'],
  ])('%i ms are exactly %s', (duration, text) => {
    expect(exactDurationText(duration)).toBe(text);
  });

  it.each([
    [0, 5, '0 %'],
    [0, 0, '0 %'],
    [1, 3, '33.3 %'],
    [1, 5_000, '<0.1 %'],
    [1, 1_000, '0.1 %'],
    [4_999, 5_000, '>99.9 %'],
    [5, 5, '100 %'],
  ])('%i of %i are %s', (part, whole, text) => {
    expect(partText(part, whole)).toBe(text);
  });

  it.each([
    ['1234.0625', '1,234.0625'],
    ['-1234', '-1,234'],
    ['0.1234567', '0.1234567'],
  ])('all digits of %s are %s', (given, text) => {
    expect(groupedDecimal(given)).toBe(text);
  });

  it.each([
    [at, at + 30 * day, '1 Nov 2026 to 1 Dec 2026'],
    [at, at + 2 * hour, '1 Nov 2026, 00:00 to 02:00'],
    [at + 6 * hour, at + 2 * day, '1 Nov 2026 06:00 to 3 Nov 2026 00:00'],
  ])('a stretch from %i to %i is %s', (from, until, text) => {
    expect(stretchText(from, until)).toBe(text);
  });

  it.each([
    [3.0, 1, '3'],
    [80.0175, 2, '80.02'],
    [-0.04, 1, '0'],
    [1234.56, 1, '1,234.6'],
  ])('%d with at most %i decimals is %s', (value, decimals, text) => {
    expect(shortNumber(value, decimals)).toBe(text);
  });

  it('names an instant shortly', () => {
    expect(instantText(at + 4 * day + 16 * hour + minute)).toBe('5 Nov 16:01');
  });
});

describe('texts for files', () => {
  it.each([
    [3.9, '3.9'],
    [4, '4.0'],
    [1 / 3, '0.333333'],
    [-0, '0.0'],
    [-1e-9, '0.0'],
    [1e15, '1000000000000000.0'],
  ])('%d is %s', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });

  it('keeps capacities exact and shares to six places', () => {
    expect(gbText(80_017_500)).toBe('80.0175');
    expect(shareText(1n, 3n)).toBe('0.333333');
    expect(shareText(1n, 0n)).toBeNull();
  });

  it('splits an amount by whole numbers', () => {
    const part = partOf(parseDecimal('12.18') ?? zero, 2n, 3n);
    expect(part).toEqual({ coefficient: 8_120_000n, scale: 6 });
  });
});
