import { describe, expect, it } from 'vitest';
import { parseCompound, parseCpu, parseRate, parseShare, parseSize, parseSizeRate } from '../../src/scenario/units.ts';

const gb = 1_000_000_000;
const hour = 3_600_000;

describe('sizes', () => {
  it.each([
    ['8GB', 8e9],
    ['1.5GB', 1.5e9],
    ['.5GB', 5e8],
    ['8 GB', 8e9],
    ['500MB', 5e8],
    ['3KB', 3_000],
    ['7B', 7],
    ['2TB', 2e12],
    ['220Mi', 220 * 1_048_576],
    ['1Gi', 1_073_741_824],
    ['1.5Gi', 1.5 * 1_073_741_824],
    ['2G', 2e9],
    ['1GiB', 1_073_741_824],
    ['0.1GB', 1e8],
    ['0.0000000005GB', 1],
    ['8', null],
    ['GB', null],
    ['8gb', null],
    ['-8GB', null],
    ['8GB/d', null],
    ['1e3GB', null],
    ['400m', null],
    ['', null],
    ['9999999999GB', null],
    [8, null],
    [null, null],
  ])('%s -> %s', (text, bytes) => {
    expect(parseSize(text, gb)).toBe(bytes);
  });

  it('a sign is taken where it is allowed', () => {
    expect(parseSize('-5GB', gb, true)).toBe(-5e9);
    expect(parseSize('+5GB', gb)).toBe(5e9);
  });
});

describe('rates', () => {
  it.each([
    ['1.5GB/d', 62_500_000],
    ['20MB/h', 2e7],
    ['1GB / 2h', 5e8],
    ['1GB/week', 1e9 / 168],
    ['1GB', null],
    ['1/d', null],
    ['1GB/x', null],
    ['1GB/0s', null],
  ])('%s is %s bytes an hour', (text, rate) => {
    expect(parseSizeRate(text, gb)).toBe(rate);
  });

  it.each([
    ['40/s', 40],
    ['3/m', 0.05],
    ['300/5m', 1],
    ['0/s', 0],
    ['40', null],
    ['-1/s', null],
    ['4GB/s', null],
  ])('%s is %s a second', (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  it.each([
    ['3%/week', { factor: 1.03, period: 168 * hour }],
    ['-50%/d', { factor: 0.5, period: 24 * hour }],
    ['-100%/d', null],
    ['3/week', null],
    ['3%', null],
  ])('%s compounds', (text, growth) => {
    expect(parseCompound(text)).toEqual(growth);
  });
});

describe('shares and cpu', () => {
  it.each([
    ['2%', 0.02],
    ['0%', 0],
    ['100%', 1],
    ['100.1%', null],
    ['2', null],
    [2, null],
    ['-1%', null],
  ])('%s -> %s', (text, share) => {
    expect(parseShare(text)).toBe(share);
  });

  it.each([
    ['250m', 250],
    ['1.5', 1_500],
    [1.5, 1_500],
    [2, 2_000],
    ['x', null],
    [-1, null],
    [null, null],
  ])('cpu %s -> %s', (text, millicores) => {
    expect(parseCpu(text)).toBe(millicores);
  });
});
