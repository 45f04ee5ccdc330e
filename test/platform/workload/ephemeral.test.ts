import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { ephemeralBytes, exceedsAt, usedAt } from '../../../src/platform/workload/ephemeral.ts';

const GB = 1_000_000_000;

describe('EPH-1, EPH-2: what a replica is allotted', () => {
  const usual = { 'ephemeral.largeDisk': 10, 'unit.gb': GB } as const;
  it.each<[string, number, boolean, number]>([
    ['half a core has 1 GB', 500, false, 1_000],
    ['exactly 1 core has 1 GB', 1_000, false, 1_000],
    ['fractions above 1 core count', 1_500, false, 1_500],
    ['1 millicore above 1 core counts', 1_001, false, 1_001],
    ['a large disk is ten times that', 1_500, true, 15_000],
  ])('%s', (_, cpuMillicores, largeDisk, megabytes) => {
    expect(ephemeralBytes(cpuMillicores, largeDisk, usual)).toBe((megabytes * GB) / 1_000);
  });

  it('other units and factors are read from the assumptions', () => {
    expect(ephemeralBytes(1_500, true, { 'ephemeral.largeDisk': 4, 'unit.gb': 1_073_741_824 })).toBe(6 * 1_073_741_824);
  });
});

describe('EPH-3: when a replica uses more than that', () => {
  it.each<[string, number, number, number | null]>([
    ['reaching the allotment is not exceeding it', 0, GB, hour + 1],
    ['a rate that is no whole number of bytes per hour', 0, GB / 24, day + 1],
    ['a third of a GB a day', 0, GB / 72, 3 * day + 1],
    ['at the start where it begins above', GB + 1, 0, 0],
    ['a millisecond after the start where it begins full and grows', GB, 1, 1],
    ['never where it begins full and does not grow', GB, 0, null],
    ['never where it shrinks', 0, -GB, null],
    ['between two milliseconds: the later', 0, 7 * GB, Math.floor(hour / 7) + 1],
  ])('%s', (_, startBytes, growthBytesPerHour, expected) => {
    const at = exceedsAt({ startedAt: 5, startBytes, growthBytesPerHour }, GB);
    expect(at === null ? null : at - 5).toBe(expected);
  });

  it('is the first millisecond strictly above, for whole bytes', () => {
    const law = fc.property(fc.nat(GB), fc.integer({ min: 1, max: 2_000_000 }), (startBytes, growth) => {
      const at = exceedsAt({ startedAt: 0, startBytes, growthBytesPerHour: growth * 1_000 }, GB) ?? 0;
      const isAbove = (instant: number) =>
        BigInt(growth * 1_000) * BigInt(instant) > BigInt(GB - startBytes) * BigInt(hour);
      expect([isAbove(at), isAbove(at - 1)]).toEqual([true, false]);
    });
    fc.assert(law, { seed: 1, numRuns: 500 });
  });
});

describe('what a replica uses of it', () => {
  it.each([
    [0, 100],
    [hour, 150],
    [hour / 2 + 1, 126],
  ])('%d ms after its start: %d bytes, rounded up', (after, bytes) => {
    expect(
      usedAt({ startedAt: 7, startBytes: 100, growthBytesPerHour: 50 } as Parameters<typeof usedAt>[0], 7 + after),
    ).toBe(bytes);
  });
});
