import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandAround,
  compareRatios,
  isAtEnd,
  isWithin,
  ratioFromDecimal,
  timesDown,
  timesUp,
} from '../../../src/platform/autoscaling/ratio.ts';

const most = Number.MAX_SAFE_INTEGER;
const ratio = fc.record({ part: fc.nat(most), whole: fc.integer({ min: 1, max: most }) });
const small = fc.record({ part: fc.nat(100_000), whole: fc.integer({ min: 1, max: 100_000 }) });

describe('ratios of whole numbers are compared and rounded exactly', () => {
  it.each([
    ['4 replicas at 90 of 60', 4, { part: 90, whole: 60 }, 6, 6],
    ['an exact quotient stays', 7, { part: 110, whole: 110 }, 7, 7],
    ['a hundredth more is one more', 3, { part: 101, whole: 100 }, 4, 3],
    ['nothing', 0, { part: 5, whole: 3 }, 0, 0],
    ['1.1 * 10 is 11, where a float product is 11.000000000000002', 10, ratioFromDecimal(1.1), 11, 11],
    ['beyond what floats hold', most, { part: 3, whole: 3 }, most, most],
    ['... where a part would be lost', most, { part: 2, whole: 3 }, 6_004_799_503_160_661, 6_004_799_503_160_660],
  ])('%s', (_, count, of, up, down) => {
    expect([timesUp(count, of), timesDown(count, of)]).toEqual([up, down]);
  });

  it.each([
    ['1.1 is tolerated at 0.1: the end is included', 660, 600, true, true],
    ['a hair above is not', 661, 600, false, false],
    ['0.9 is tolerated', 540, 600, true, true],
    ['a hair below is not', 539, 600, false, false],
    ['the target itself', 600, 600, true, false],
  ])('%s', (_, part, whole, within, end) => {
    const band = bandAround(0.1);
    expect([isWithin(band, { part, whole }), isAtEnd(band, { part, whole })]).toEqual([within, end]);
  });

  it('a tolerance of one or more has no lower end', () => {
    expect(isWithin(bandAround(1.5), { part: 0, whole: 1 })).toBe(true);
    expect(isWithin(bandAround(0), { part: 1001, whole: 1000 })).toBe(false);
  });

  it('agrees with whole numbers of any size', () => {
    fc.assert(
      fc.property(ratio, ratio, fc.nat(most), (a, b, count) => {
        const difference = BigInt(a.part) * BigInt(b.whole) - BigInt(b.part) * BigInt(a.whole);
        expect(Math.sign(compareRatios(a, b))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
        const product = BigInt(count) * BigInt(a.part);
        const down = product / BigInt(a.whole);
        expect(timesDown(count, a)).toBe(Number(down));
        expect(timesUp(count, a)).toBe(Number(down * BigInt(a.whole) === product ? down : down + 1n));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('rounding up never gives less for more', () => {
    fc.assert(
      fc.property(fc.nat(1000), small, fc.nat(100), (count, of, more) => {
        expect(timesUp(count, { ...of, part: of.part + more })).toBeGreaterThanOrEqual(timesUp(count, of));
        expect(timesUp(count, of) - timesDown(count, of)).toBeLessThanOrEqual(1);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
