import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import {
  parseCompound,
  parseCpu,
  parseFlow,
  parseRate,
  parseShare,
  parseSize,
  parseSizeRate,
} from '../../../src/scenario/text/units.ts';
import { good, head, shop } from '../builders.ts';

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

/** Whole bytes after so long, of the exact value of a rate. */
function flowed(rate: number, length: bigint): bigint {
  let scale = 1;
  while (!Number.isInteger(rate * scale)) scale *= 2;
  return (BigInt(rate * scale) * length) / (BigInt(scale) * BigInt(hour));
}

describe('flows', () => {
  it.each([
    ['1GB/d', 24],
    ['1GB/week', 168],
    ['10GB/3d', 72],
    ['7MB/11m', 11 / 60],
    ['20MB/h', 1],
  ])('%s brings its bytes within its period, to the last one', (text, hours) => {
    const rate = parseFlow(text, gb) ?? 0;
    const bytes = BigInt(parseSize(text.split('/')[0], gb) ?? 0);
    expect(flowed(rate, BigInt(Math.round(hours * hour)))).toBe(bytes);
    expect(rate / (parseSizeRate(text, gb) ?? 0)).toBeCloseTo(1, 14);
  });

  it('a law: after any whole number of periods', () => {
    const law = fc.property(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 40_000_000 }),
      fc.integer({ min: 1, max: 400 }),
      (bytes, period, times) => {
        const rate = parseFlow(`${bytes}B/${period}ms`, gb) ?? 0;
        expect(flowed(rate, BigInt(period) * BigInt(times))).toBe(BigInt(bytes) * BigInt(times));
      },
    );
    fc.assert(law, { seed: 1, numRuns: 500 });
  });

  it.each(['1GB', '1/d', '1GB/0s', '-1GB/d', ''])('%j is none', (text) => expect(parseFlow(text, gb)).toBeNull());

  it('BILL-3: a day of 1GB/d is billed as 1 GB', () => {
    const text = `${head.replace('30d', '1d')}${shop}behavior: { shop/api: { mounter: { egress: 1GB/d } } }\n`;
    const run = new Run(good(text));
    run.advance();
    const rows = run.bill().bill.usage.filter(({ meter }) => meter === 'mounter-egress');
    expect(rows.map(({ quantity }) => quantity)).toEqual(['1.0']);
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
