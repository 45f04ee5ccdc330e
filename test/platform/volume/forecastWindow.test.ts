import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import {
  cloneForecast,
  type Fit,
  type ForecastWindow,
  fillReadings,
  fit as fitLine,
  forecastWindow,
  projected,
  pushReading,
  readingsHeld,
} from '../../../src/platform/volume/forecast.ts';

const anchor = 13 * second;
/** Room for the readings of 0 to 9 steps ago. */
const shape = { anchor, step: minute, lookback: 9 * minute + second, readingMax: 1000 };
const slots = 10;
/** So large that numbers would not hold the sums. */
const wideShape = { ...shape, readingMax: 1e15 };

interface Held {
  /** Its step, counted from the anchor. */
  readonly k: number;
  readonly reading: number;
}

/** What the window of these readings holds: each step from the oldest held, sums over readings and over gaps. */
function literalSums(held: readonly Held[], base: number) {
  const steps = new Map(held.map(({ k, reading }) => [k, reading]));
  const sums = { y: 0n, xy: 0n, gapX: 0n, gapXX: 0n };
  const length = (held.at(-1)?.k ?? base - 1) - base + 1;
  for (let x = 0; x < length; x += 1) {
    const reading = steps.get(base + x);
    if (reading === undefined) {
      sums.gapX += BigInt(x);
      sums.gapXX += BigInt(x * x);
    } else {
      sums.y += BigInt(reading);
      sums.xy += BigInt(x) * BigInt(reading);
    }
  }
  return { length, gaps: length - held.length, sums };
}

/** Least squares point by point, without sums that slide. */
function literalFit(held: readonly Held[], now: number, oldest: number, bound: 'leftOpen' | 'closed'): Fit | null {
  const timeOf = ({ k }: Held): number => anchor + k * minute;
  const inside = held.filter((one) => (bound === 'closed' ? timeOf(one) >= oldest : timeOf(one) > oldest));
  const last = inside.at(-1);
  if (last === undefined) return null;
  const n = BigInt(inside.length);
  const sum = (of: (one: Held) => bigint): bigint => inside.reduce((total, one) => total + of(one), 0n);
  const [x, y] = [sum(({ k }) => BigInt(k)), sum(({ reading }) => BigInt(reading))];
  const xy = n * sum(({ k, reading }) => BigInt(k) * BigInt(reading)) - x * y;
  const xx = n * sum(({ k }) => BigInt(k) * BigInt(k)) - x * x;
  return {
    points: inside.length,
    slopePerHour: (Number(xy) * 60) / Number(xx),
    mean: Number(y) / inside.length,
    hoursSinceMean: inside.reduce((total, one) => total + (now - timeOf(one)) / hour, 0) / inside.length,
    last: last.reading,
    isAtBound: held.some((one) => timeOf(one) === oldest),
  };
}

/** @param isExact the slope has one rounding only */
function expectLine(line: Fit | null, literal: Fit | null, isExact: boolean): void {
  if (line === null || literal === null) {
    expect(line).toBe(literal);
    return;
  }
  const { slopePerHour, hoursSinceMean, ...exact } = line;
  expect(exact).toEqual({
    points: literal.points,
    mean: literal.mean,
    last: literal.last,
    isAtBound: literal.isAtBound,
  });
  expect(hoursSinceMean).toBeCloseTo(literal.hoursSinceMean, 9);
  if (literal.points === 1) expect(slopePerHour).toBeNaN();
  else if (isExact) expect(slopePerHour).toBe(literal.slopePerHour);
  else expect(Math.abs(slopePerHour - literal.slopePerHour)).toBeLessThanOrEqual(Math.abs(literal.slopePerHour) * 1e-9);
}

function expectSums(window: ForecastWindow, held: readonly Held[]): void {
  const { length, gaps, sums } = literalSums(held, window.base);
  expect([window.length, window.gaps, readingsHeld(window)]).toEqual([length, gaps, held.length]);
  const zero = { y: 0, xy: 0, gapX: 0, gapXX: 0 };
  const numbers = { y: Number(sums.y), xy: Number(sums.xy), gapX: Number(sums.gapX), gapXX: Number(sums.gapXX) };
  expect(window.sums).toEqual(window.wide === null ? numbers : zero);
  if (window.wide !== null) expect(window.wide).toEqual(sums);
}

const push = fc.record({ gap: fc.constantFrom(1, 1, 1, 1, 2, 3, 9, 10, 25), reading: fc.nat(1000) });
const look = fc.record({
  /** After the newest reading. */
  later: fc.constantFrom(0, 0, 1, 1000, minute, 9 * minute, 30 * minute),
  lookback: fc.constantFrom(0, 1, minute, 2 * minute, 5 * minute, 5 * minute + 1000, 9 * minute, 9 * minute + 1000),
  bound: fc.constantFrom('leftOpen' as const, 'closed' as const),
});
const moves = fc.array(fc.oneof({ weight: 4, arbitrary: push }, { weight: 1, arbitrary: look }), { maxLength: 40 });
const gapless = fc.array(
  fc.oneof({ weight: 4, arbitrary: push.map((one) => ({ ...one, gap: 1 })) }, { weight: 1, arbitrary: look }),
  { maxLength: 40 },
);

describe.each([
  ['numbers', shape],
  ['BigInt', wideShape],
])('VOLAUTO-14: a window that slides, its sums kept as %s', (_, form) => {
  it.each([
    ['with gaps', moves, false],
    ['without gaps', gapless, form === shape],
  ])('holds what a list of its readings says, %s', (_name, arbitrary, isExact) => {
    fc.assert(
      fc.property(arbitrary, (list) => {
        const window = forecastWindow(form);
        let held: Held[] = [];
        let k = -5;
        for (const move of list) {
          if ('reading' in move) {
            k += move.gap;
            pushReading(window, anchor + k * minute, move.reading);
            held = [...held.filter((one) => one.k > k - slots), { k, reading: move.reading }];
          } else {
            const now = anchor + k * minute + move.later;
            const oldest = now - move.lookback;
            const line = fitLine(window, now, move.lookback, move.bound);
            expectLine(line, literalFit(held, now, oldest, move.bound), isExact);
            held = held.filter((one) => {
              const at = anchor + one.k * minute;
              return move.bound === 'closed' ? at >= oldest : at > oldest;
            });
          }
          expectSums(window, held);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('goes round: readings that lie at both ends of the ring are dropped in one go', () => {
    const window = forecastWindow(form);
    for (let k = 0; k < 2 * slots - 1; k += 1) pushReading(window, anchor + k * minute, k);
    expect(window.slot).toBe(slots - 1);
    const now = anchor + (2 * slots - 2) * minute;
    expect(fitLine(window, now, 5 * minute, 'leftOpen')).toMatchObject({ points: 5, mean: 16, last: 18 });
    expect(window.slot).toBe(4);
  });

  it('a copy has everything, and its own sums', () => {
    const window = forecastWindow(form);
    for (const k of [0, 1, 3]) pushReading(window, anchor + k * minute, 5);
    const copy = cloneForecast(window);
    expect(copy).toEqual(window);
    const before = structuredClone(copy);
    pushReading(window, anchor + 6 * minute, 7);
    expect(copy).toEqual(before);
  });
});

describe('what a window has room for', () => {
  it.each([
    ['readings up to 31 bits, in 32', { readingMax: 2_147_483_647 }, Int32Array, 10],
    ['greater ones as numbers', { readingMax: 2_147_483_648 }, Float64Array, 10],
    ['one more than its lookback has steps', { lookback: 9 * minute - 1 }, Int32Array, 9],
  ])('%s', (_, change, kind, length) => {
    const { ring } = forecastWindow({ ...shape, ...change });
    expect(ring).toBeInstanceOf(kind);
    expect(ring.length).toBe(length);
  });

  it.each([
    ['the greatest number', { lookback: 0, readingMax: Number.MAX_SAFE_INTEGER }, false],
    ['one more', { lookback: 0, readingMax: Number.MAX_SAFE_INTEGER + 1 }, true],
    ['readings over the square of the steps', { lookback: 9 * minute, readingMax: 9e13 }, false],
    ['... and more', { lookback: 9 * minute, readingMax: 9.1e13 }, true],
    ['twice the cube of the steps', { lookback: 165_139 * minute, readingMax: 1 }, false],
    ['... and one step more', { lookback: 165_140 * minute, readingMax: 1 }, true],
  ])('sums beyond what numbers hold are BigInt: %s', (_, change, isWide) => {
    expect(forecastWindow({ ...shape, ...change }).wide !== null).toBe(isWide);
  });

  it('is empty at first: each sum is 0', () => {
    expect(forecastWindow(shape)).toMatchObject({
      stepHours: 1 / 60,
      stepsPerHour: 60,
      slot: 0,
      base: 0,
      length: 0,
      gaps: 0,
      sums: { y: 0, xy: 0, gapX: 0, gapXX: 0 },
    });
    expect(forecastWindow(wideShape).wide).toEqual({ y: 0n, xy: 0n, gapX: 0n, gapXX: 0n });
  });
});

describe('what a window refuses', () => {
  const filled = (): ForecastWindow => {
    const window = forecastWindow(shape);
    for (const k of [3, 4]) pushReading(window, anchor + k * minute, 5);
    return window;
  };

  it.each([
    ['an instant off the grid', anchor + 5 * minute + 1, 'reading is not on the grid: 313001, every 60000 from 13000'],
    ['the newest instant again', anchor + 4 * minute, 'reading out of order: step 4'],
    ['an earlier one', anchor + 3 * minute, 'reading out of order: step 3'],
    ['one as long before the oldest as they last', anchor + minute, 'reading out of order: step 1'],
    ['one before all', anchor - minute, 'reading out of order: step -1'],
  ])('%s', (_, at, message) => {
    expect(() => pushReading(filled(), at, 5)).toThrow(message);
  });

  it('an earlier one on a grid as fine as its steps are few', () => {
    const window = forecastWindow({ ...shape, step: 2 });
    pushReading(window, anchor + 7 * 2, 5);
    expect(() => pushReading(window, anchor + 4, 5)).toThrow('reading out of order: step 2');
  });

  it('but any instant when it is empty', () => {
    const window = filled();
    expect(fitLine(window, anchor + hour, minute, 'leftOpen')).toBeNull();
    pushReading(window, anchor - 9 * minute, 5);
    expect([window.base, window.length]).toEqual([-9, 1]);
  });
});

describe('readings of a stretch', () => {
  it.each([
    ['both ends on the grid', minute, 3 * minute, [1, 2, 3]],
    ['between two steps', minute + 1, 3 * minute - 1, [2]],
    ['before the anchor', -2 * minute, 0, [-2, -1, 0]],
    ['an end before its begin', 3 * minute, 2 * minute, []],
  ])('%s', (_, from, until, steps) => {
    const asked: number[] = [];
    const window = forecastWindow(shape);
    fillReadings(window, { from: anchor + from, until: anchor + until }, (at) => {
      asked.push((at - anchor) / minute);
      return 7;
    });
    expect(asked).toEqual(steps);
    expect([window.length, window.sums.y]).toEqual([steps.length, 7 * steps.length]);
  });
});

it('VOLAUTO-15: a projection starts on the line, or at the last reading', () => {
  const line = { points: 3, slopePerHour: 10, mean: 100, hoursSinceMean: 2, last: 70, isAtBound: false };
  expect([projected(line, 5, 'fittedLine'), projected(line, 5, 'lastValue')]).toEqual([170, 120]);
});
