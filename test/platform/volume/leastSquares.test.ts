import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centredLine, wideLine } from '../../../src/platform/volume/leastSquares.ts';

describe('VOLAUTO-14: sums that numbers hold give the line that exact ones give', () => {
  it('for a week of readings of the largest volume', () => {
    // An even number: the mean instant lies between two readings.
    const length = 10_080;
    const readings = fc.array(fc.tuple(fc.nat(length - 1), fc.integer({ min: 60_000_000, max: 65_536_000 })), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(readings, fc.integer({ min: 0, max: 5_000_000 }), (changed, base) => {
        const values = new Map(changed);
        let [y, xy] = [0, 0];
        for (let x = 0; x < length; x += 1) {
          const value = values.get(x) ?? base + x * 5_000;
          y += value;
          xy += x * value;
        }
        const line = centredLine({ y, xy, gapX: 0, gapXX: 0 }, length, length);
        const wide = { y: BigInt(y), xy: BigInt(xy), gapX: 0n, gapXX: 0n };
        const exact = wideLine(wide, BigInt(length), BigInt(length));
        expect([line.meanX, line.mean]).toEqual([exact.meanX, exact.mean]);
        // The rest of each division is below the number of readings, so nothing is lost but its last digits.
        expect(Math.abs(line.xy * length - exact.xy)).toBeLessThanOrEqual(Math.abs(exact.xy) * 1e-14);
        expect(Math.abs(line.xx * length - exact.xx)).toBeLessThanOrEqual(exact.xx * 1e-14);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
