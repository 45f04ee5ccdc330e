import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, week } from '../../../src/engine/time.ts';
import {
  leastAndGreatest,
  noUsage,
  slopeBounds,
  usageFromPoints,
  usedBytesAt,
  type VolumeUsage,
} from '../../../src/platform/volume/usage.ts';
import { GB } from './specs.ts';

const line: VolumeUsage = { kind: 'line', startBytes: 8 * GB, growthBytesPerHour: GB };
const weekly: VolumeUsage = { kind: 'compound', startBytes: 100 * GB, factor: 1.03, period: week };
const points = usageFromPoints([
  [2 * hour, 4 * GB],
  [4 * hour, 8 * GB],
  [5 * hour, 6 * GB],
]);
const carried = usageFromPoints(
  [
    [0, 1000],
    [hour, 5000],
    [2 * hour, 4000],
  ],
  { period: 2 * hour, carry: true },
);
const comingBack = usageFromPoints(
  [
    [0, 1000],
    [2 * hour, 5000],
  ],
  { period: 2 * hour, carry: false },
);

describe('what is stored at an age', () => {
  it.each<[string, VolumeUsage, number, number]>([
    ['a line starts at its start', line, 0, 8 * GB],
    ['a line grows by the hour', line, 1.5 * hour, 9.5 * GB],
    ['a line goes on backwards', line, -4 * hour, 4 * GB],
    ['a line never goes below 0', line, -10 * hour, 0],
    ['a line rounds to whole bytes', { kind: 'line', startBytes: 0, growthBytesPerHour: 1 }, hour / 2, 1],
    ['nothing', noUsage, day, 0],
    ['compound growth at the end of a period', weekly, 2 * week, Math.round(100 * GB * 1.03 * 1.03)],
    ['compound growth is straight within a period', weekly, week / 2, 101.5 * GB],
    ['compound growth goes back along its first line', weekly, -week, 97 * GB],
    ['points: their first value before them', points, 0, 4 * GB],
    ['points: before age 0 too', points, -day, 4 * GB],
    ['points: joined', points, 3 * hour, 6 * GB],
    ['points: downwards', points, 4.5 * hour, 7 * GB],
    ['points: their last value after them', points, day, 6 * GB],
    ['repeated with carry: the second round starts where the first ended', carried, 2 * hour, 4000],
    ['repeated with carry: higher by the growth of a round', carried, 3 * hour, 8000],
    ['repeated with carry: ten rounds on', carried, 20 * hour, 31_000],
    ['repeated level: starts again', comingBack, 2 * hour, 1000],
    ['repeated level: just before the joint', comingBack, 2 * hour - 1, 5000],
  ])('%s', (_, usage, age, expected) => {
    expect(usedBytesAt(usage, age)).toBe(expected);
  });

  it('the last of two points of one age counts', () => {
    expect(
      usedBytesAt(
        usageFromPoints([
          [0, 1],
          [0, 2],
          [hour, 4],
        ]),
        0,
      ),
    ).toBe(2);
  });

  it.each([
    ['no points', () => usageFromPoints([])],
    [
      'ages that fall',
      () =>
        usageFromPoints([
          [1, 0],
          [0, 0],
        ]),
    ],
    ['points beyond the period', () => usageFromPoints([[3, 0]], { period: 2, carry: true })],
  ])('%s: throws', (_, make) => {
    expect(make).toThrow();
  });
});

const usages = fc.oneof(
  fc.record({
    kind: fc.constant('line' as const),
    startBytes: fc.nat(1e12),
    growthBytesPerHour: fc.integer({ min: -1e9, max: 1e9 }),
  }),
  fc.record({
    kind: fc.constant('compound' as const),
    startBytes: fc.nat(1e12),
    factor: fc.constantFrom(0.9, 1, 1.03, 1.5),
    period: fc.constantFrom(day, week),
  }),
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.nat(10 * day), fc.nat(1e12)), {
        minLength: 1,
        maxLength: 6,
        selector: ([age]) => age,
      }),
      fc.constantFrom(null, true, false),
    )
    .map(([list, carry]) =>
      usageFromPoints(
        [...list].sort((a, b) => a[0] - b[0]),
        carry === null ? null : { period: 10 * day, carry },
      ),
    ),
);

describe('looking along a stretch', () => {
  const age = fc.integer({ min: -20 * day, max: 60 * day });

  it('nothing within a stretch is below its least or above its greatest', () => {
    fc.assert(
      fc.property(
        usages,
        age,
        fc.nat(40 * day),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (usage, from, length, share) => {
          const { least, greatest } = leastAndGreatest(usage, from, from + length);
          const between = usedBytesAt(usage, from + Math.floor(length * share));
          expect(between).toBeGreaterThanOrEqual(least);
          expect(between).toBeLessThanOrEqual(greatest);
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('the ends of a stretch and its breakpoints are reached', () => {
    expect(leastAndGreatest(points, 3 * hour, 5 * hour)).toEqual({ least: 6 * GB, greatest: 8 * GB });
    expect(leastAndGreatest(points, 0, hour)).toEqual({ least: 4 * GB, greatest: 4 * GB });
    expect(leastAndGreatest(carried, 0, 20 * hour)).toEqual({ least: 1000, greatest: 32_000 });
  });

  it('no chord is steeper than the slope bounds, but for rounding', () => {
    fc.assert(
      fc.property(usages, age, fc.integer({ min: hour, max: 40 * day }), (usage, from, length) => {
        const { least, greatest } = slopeBounds(usage, from, from + length);
        const hours = length / hour;
        const rise = usedBytesAt(usage, from + length) - usedBytesAt(usage, from);
        expect(rise).toBeGreaterThanOrEqual(least * hours - 1 - Math.abs(least * hours) * 1e-9);
        expect(rise).toBeLessThanOrEqual(greatest * hours + 1 + Math.abs(greatest * hours) * 1e-9);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('a level that comes back jumps', () => {
    expect(slopeBounds(comingBack, 0, hour)).toEqual({ least: 2000, greatest: 2000 });
    expect(slopeBounds(comingBack, hour, 3 * hour).least).toBe(Number.NEGATIVE_INFINITY);
  });

  it('where a curve rises, no later age stores less', () => {
    const rising = usageFromPoints([
      [0, 0],
      [7, 1],
      [1000, 2],
      [1_000_003, 1_000_000_007],
      [day, 7e13],
    ]);
    fc.assert(
      fc.property(
        fc.nat(day),
        fc.nat(1000),
        (from, length) => usedBytesAt(rising, from) <= usedBytesAt(rising, from + length),
      ),
      { seed: 1, numRuns: 1000 },
    );
  });
});
