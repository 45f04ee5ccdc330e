import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ramps } from '../../../src/report/load/ramps.ts';

type Piece = readonly [first: number, last: number, duration: number];

function ramps(pieces: readonly Piece[]): Ramps {
  const course = new Ramps();
  for (const [first, last, duration] of pieces) course.add(first, last, duration);
  return course;
}

describe('a quantity that moves in straight lines', () => {
  it.each([
    ['rises: each value for as long as any other', [[0, 10, 60]], 25, 2.5],
    ['falls: the same', [[10, 0, 60]], 25, 2.5],
    [
      'rises, then stands',
      [
        [0, 10, 60],
        [10, 10, 60],
      ],
      25,
      5,
    ],
    [
      'stands at the value that is needed',
      [
        [0, 10, 60],
        [10, 10, 60],
      ],
      90,
      10,
    ],
    [
      'stands at two values: the smaller is enough',
      [
        [3, 3, 4],
        [7, 7, 1],
        [4, 4, 5],
      ],
      40,
      3,
    ],
    [
      'stands at two values: it no longer is',
      [
        [3, 3, 4],
        [7, 7, 1],
        [4, 4, 5],
      ],
      41,
      4,
    ],
    [
      'stands below and jumps over the middle',
      [
        [1, 1, 50],
        [9, 11, 50],
      ],
      75,
      10,
    ],
    ['least of all', [[2, 4, 10]], 0, 2],
    ['most of all', [[2, 4, 10]], 100, 4],
  ] as const)('%s', (_, pieces, percent, value) => {
    expect(ramps(pieces).percentile(percent)).toBeCloseTo(value, 9);
  });

  it('has a mean and a greatest value, and neither where there is no time', () => {
    const course = ramps([
      [0, 10, 60],
      [10, 10, 60],
      [99, 99, 0],
    ]);
    expect([course.mean, course.max, course.total]).toEqual([7.5, 10, 120]);
    expect([new Ramps().mean, new Ramps().max, new Ramps().percentile(50)]).toEqual([null, null, null]);
  });

  it('finds among many pieces what it finds by looking at each of their ends', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0, max: 9, noNaN: true }));
    const piece = fc.tuple(value, value, fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 200, maxLength: 3_000 }),
        fc.constantFrom(0, 10, 50, 90, 99, 100),
        (pieces, percent) => {
          const upTo = (limit: number, isIncluded: boolean): number =>
            pieces.reduce((time, [first, last, duration]) => {
              const [low, high] = [Math.min(first, last), Math.max(first, last)];
              if (low === high) return time + (low < limit || (isIncluded && low === limit) ? duration : 0);
              if (limit >= high) return time + duration;
              return limit > low ? time + (duration * (limit - low)) / (high - low) : time;
            }, 0);
          const total = pieces.reduce((sum, [, , duration]) => sum + duration, 0);
          const needed = (total * percent) / 100 - total * 1e-12;
          const ends = [...new Set([...pieces.map(([first]) => first), ...pieces.map(([, last]) => last)])].sort(
            (a, b) => a - b,
          );
          const index = ends.findIndex((end) => upTo(end, true) >= needed);
          const [before, end] = [ends[index - 1], ends[index] ?? 0];
          const [reached, next] = [upTo(before ?? 0, true), upTo(end, false)];
          const isAtEnd = before === undefined || next < needed;
          const exact = isAtEnd ? end : before + ((end - before) * Math.max(0, needed - reached)) / (next - reached);
          expect(ramps(pieces).percentile(percent)).toBe(exact);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it('agrees with many small steps', () => {
    const value = fc.integer({ min: 0, max: 50 });
    const piece = fc.tuple(value, value, fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(10, 50, 90, 99),
        (pieces, percent) => {
          const steps = pieces.flatMap(([first, last, duration]) =>
            Array.from(
              { length: duration * 100 },
              (_, step) => first + ((last - first) * (step + 0.5)) / (duration * 100),
            ),
          );
          steps.sort((a, b) => a - b);
          const rank = (steps.length * percent) / 100;
          const found = ramps(pieces).percentile(percent) ?? Number.NaN;
          expect(found).toBeGreaterThanOrEqual((steps[Math.ceil(rank) - 2] ?? steps[0] ?? 0) - 1);
          expect(found).toBeLessThanOrEqual((steps[Math.ceil(rank)] ?? steps.at(-1) ?? 0) + 1);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });
});
