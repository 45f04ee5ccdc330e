import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import {
  hasWaited,
  mostWaitedFrom,
  noteWaiting,
  type WaitCourse,
  waitedSince,
} from '../../../src/platform/traffic/waits.ts';

/** Seconds and how many wait then, noted in order. */
function noted(...points: readonly (readonly [number, number])[]): WaitCourse {
  const waits: WaitCourse = [];
  for (const [at, waiting] of points) noteWaiting(waits, waiting, at * second, minute);
  return waits;
}

describe('what waited over the last minutes', () => {
  it('is straight between two looks, and counts from the first that saw it', () => {
    const waits = noted([0, 0], [10, 4], [12, 8], [14, 0], [20, 0]);
    // 6 on average for two seconds, 4 for two more.
    expect(waitedSince(waits, 5 * second)).toEqual({ more: 0, waited: 20 * second });
    expect(waitedSince(waits, 12 * second)).toEqual({ more: -8, waited: 8 * second });
    // Half way from 4 to 8.
    expect(waitedSince(waits, 11 * second)).toEqual({ more: -6, waited: 15 * second });
    expect(waitedSince(waits, 15 * second)).toEqual({ more: 0, waited: 0 });
  });

  it('began and ended where its course says', () => {
    const waits: WaitCourse = [];
    noteWaiting(waits, 700, 12 * second, minute, [{ at: 10 * second, waiting: 0 }]);
    // 700 for two seconds, straight from none.
    expect(waitedSince(waits, 10 * second)).toEqual({ more: 700, waited: 700 * second });
    expect(waitedSince(waits, 11 * second)).toEqual({ more: 350, waited: 525 * second });
    noteWaiting(waits, 0, 16 * second, minute, [{ at: 12.5 * second, waiting: 0 }]);
    // Half a second of 700, straight to none.
    expect(waitedSince(waits, 12 * second)).toEqual({ more: -700, waited: 175 * second });
    expect(waitedSince(waits, 13 * second)).toEqual({ more: 0, waited: 0 });
    noteWaiting(waits, 20, 18 * second, minute, [{ at: 8 * second, waiting: 0 }]);
    // None waited up to where the last ones were answered.
    expect(waitedSince(waits, 10 * second).waited).toBe(700 * second + 175 * second + 55 * second);
  });

  it('was none up to where it jumps to one, and what is long over is forgotten then', () => {
    const waits = noted([0, 5], [2, 0]);
    const jump = (at: number) => [0, 1].map((waiting) => ({ at: at * second, waiting }));
    noteWaiting(waits, 3, 12 * second, minute, jump(11));
    expect(waitedSince(waits, 5 * second)).toEqual({ more: 3, waited: 2 * second });
    noteWaiting(waits, 0, 13 * second, minute);
    noteWaiting(waits, 3, 90 * second, minute, jump(89));
    expect(waits).toEqual([
      { at: 89 * second, waiting: 0, waited: 0 },
      { at: 89 * second, waiting: 1, waited: 0 },
      { at: 90 * second, waiting: 3, waited: 2 * second },
    ]);
  });

  it('less than one request is none', () => {
    expect(noted([0, 0.9], [10, 0.5])).toEqual([]);
    expect(waitedSince(noted([0, 2], [10, 0.9]), 0)).toEqual({ more: -2, waited: 10 * second });
  });

  it('two looks at one instant are one, the later', () => {
    expect(waitedSince(noted([0, 2], [10, 4], [10, 6], [20, 6]), 10 * second)).toEqual({
      more: 0,
      waited: 60 * second,
    });
  });

  it('is forgotten when no window reaches back to it, but for where the window begins', () => {
    const waits = noted(...Array.from({ length: 200 }, (_, at): [number, number] => [at, 3]));
    expect(waits.length).toBeLessThan(63);
    expect(waitedSince(waits, 139 * second)).toEqual({ more: 0, waited: 180 * second });
  });

  it('has been no more from any later instant on', () => {
    const waits = noted([0, 0], [10, 4], [12, 9], [14, 2], [16, 5], [20, 0]);
    expect(mostWaitedFrom(waits, 13 * second)).toEqual({ waiting: 5.5, waited: 20.75 * second });
    expect(mostWaitedFrom(waits, 14 * second)).toEqual({ waiting: 5, waited: 17 * second });
    for (let from = 0; from <= 22 * second; from += second) {
      const most = mostWaitedFrom(waits, from);
      for (let at = from; at <= 22 * second; at += second) {
        const { more, waited } = waitedSince(waits, at);
        expect(most.waiting).toBeGreaterThanOrEqual(-more);
        expect(most.waited).toBeGreaterThanOrEqual(waited);
      }
    }
    expect(mostWaitedFrom([], 0)).toEqual({ waiting: 0, waited: 0 });
  });

  it('is over a window after the last waited', () => {
    const waits = noted([0, 2], [10, 0]);
    expect(hasWaited(waits, 69 * second, minute)).toBe(true);
    expect(hasWaited(waits, 70 * second, minute)).toBe(false);
    expect(hasWaited(noted([0, 2]), 500 * second, minute)).toBe(true);
    expect(hasWaited([], 0, minute)).toBe(false);
  });
});
