import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import type { VolumeUsage } from '../../../src/platform/volume/usage.ts';
import { daysToFull, growthBytesPerHour } from '../../../src/report/words/trend.ts';

const volume = { usageClockAt: 0, usageOffsetBytes: 0 } as never;
const line = (startBytes: number, growth: number): VolumeUsage => ({
  kind: 'line',
  startBytes,
  growthBytesPerHour: growth,
});

describe('the trend of a volume', () => {
  it('is the slope of its use, over hourly points of the last seven days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000_000_000_000 }),
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (start, growth, hours) => {
          const slope = growthBytesPerHour(volume, line(start, growth), hours * hour) ?? Number.NaN;
          // Doubles have sixteen digits, of a difference of large numbers.
          expect(Math.abs(slope - growth)).toBeLessThanOrEqual(1e-9 * Math.max(1, growth));
        },
      ),
      { numRuns: 100, seed: 3 },
    );
  });

  it('is none of use that stands still, whatever that is, and none in the first hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_536_000_000_000 }), (bytes) => {
        const usage = line(bytes, 0);
        expect(growthBytesPerHour(volume, usage, 9 * day)).toBe(0);
        const room = { usedBytes: bytes, capacityBytes: 2 * bytes };
        expect(daysToFull(room, volume, { usage }, 9 * day)).toBeNull();
      }),
      { numRuns: 50, seed: 4 },
    );
    expect(growthBytesPerHour(volume, line(5, 100), hour - 1)).toBeNull();
  });

  it('says when it is full: 35 GB of 80, growing by 1.5 GB a day', () => {
    const usage = line(35e9 - 9 * 1.5e9, 1.5e9 / 24);
    const room = { usedBytes: 35e9, capacityBytes: 80e9 };
    expect(daysToFull(room, volume, { usage }, 9 * day)).toBeCloseTo(30, 6);
  });
});
