import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import { hasWaited, noteWaiting, type Waits, waitedSince } from '../../../src/platform/traffic/waits.ts';

/** Seconds and how many wait then, noted in order. */
function noted(...points: readonly (readonly [number, number])[]): Waits {
  const waits: Waits = [];
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

  it('is over a window after the last waited', () => {
    const waits = noted([0, 2], [10, 0]);
    expect(hasWaited(waits, 69 * second, minute)).toBe(true);
    expect(hasWaited(waits, 70 * second, minute)).toBe(false);
    expect(hasWaited(noted([0, 2]), 500 * second, minute)).toBe(true);
    expect(hasWaited([], 0, minute)).toBe(false);
  });
});
