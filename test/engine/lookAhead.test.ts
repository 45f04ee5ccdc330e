import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDoubtful } from '../../src/engine/lookAhead.ts';
import { minute } from '../../src/engine/time.ts';

/** Holds up to an instant, itself included. */
const until = (end: number) => (_: number, stretchEnd: number) => stretchEnd <= end;

describe('the first doubtful tick', () => {
  it.each([
    ['is the next one where nothing is sure', -1, 1e12, 1],
    ['is the next one where the limit comes before it', 1e12, minute / 2, 1],
    ['is the one at the limit', 1e12, 10 * minute, 10],
    ['is the one after the limit where that lies between two', 1e12, 10 * minute + 1, 11],
    ['follows the stretch that holds', 10 * minute, 1e12, 11],
    ['is not missed by a tick', 10 * minute - 1, 1e12, 10],
  ])('%s', (_, end, limit, ticks) => {
    expect(firstDoubtful(minute, 0, limit, until(end))).toBe(ticks * minute);
  });

  it('is where stepping tick by tick would end, in few questions', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 1e5 }), fc.nat(1e6), (held, grid, start) => {
        let asked = 0;
        const after = start * grid;
        const found = firstDoubtful(grid, after, after + 200_000 * grid, (from, end) => {
          asked += 1;
          expect(from).toBeLessThanOrEqual(end);
          return end <= after + held * grid;
        });
        expect(found).toBe(after + (held + 1) * grid);
        expect(asked).toBeLessThan(40);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('takes two questions more than a good guess is short of', () => {
    let asked = 0;
    const holds = (_: number, end: number): boolean => {
      asked += 1;
      return end <= 1_000;
    };
    expect(firstDoubtful(1, 0, 1e6, holds, 1_000)).toBe(1_001);
    expect(asked).toBe(2);
  });

  it('never passes over a tick that does not hold, whatever the shape and the guess', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1 }),
        fc.nat(600),
        (doubtful, guess) => {
          const holds = (from: number, end: number) => doubtful.every((tick) => tick < from || tick > end);
          const found = firstDoubtful(1, 0, 501, holds, guess);
          expect(found).toBe(Math.min(...doubtful));
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });
});
