import fc from 'fast-check';
import { linearRegression } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { day, hour, type Instant, minute, second } from '../../../src/engine/time.ts';
import {
  cloneForecast,
  fillReadings,
  fit as fitLine,
  forecastWindow,
  projected,
  pushReading,
  readingsHeld,
} from '../../../src/platform/volume/forecast.ts';

const shape = { anchor: 0, step: minute, lookback: day, readingMax: 65_536_000 };

/** Slope per hour by sums of BigInt over all points, one rounding at the end. */
function exactSlope(readings: readonly (readonly [Instant, number])[]): number {
  const n = BigInt(readings.length);
  let [x, xx, y, xy] = [0n, 0n, 0n, 0n];
  for (const [at, reading] of readings) {
    const t = BigInt(at);
    x += t;
    xx += t * t;
    y += BigInt(reading);
    xy += t * BigInt(reading);
  }
  const scale = 10n ** 30n;
  return Number(((n * xy - x * y) * scale) / (n * xx - x * x)) * 1e-30 * hour;
}

describe('VOLAUTO-14: the line through the readings of the lookback window', () => {
  it('three readings on a line: the worked case', () => {
    const window = forecastWindow(shape);
    for (const [at, reading] of [
      [0, 8000],
      [30 * minute, 8500],
      [hour, 9000],
    ] as const)
      pushReading(window, at, reading);
    const line = fitLine(window, hour, day, 'leftOpen');
    expect(line).toEqual({
      points: 3,
      slopePerHour: 1000,
      mean: 8500,
      hoursSinceMean: 0.5,
      last: 9000,
      isAtBound: false,
    });
    expect(line && projected(line, 6, 'fittedLine')).toBe(15_000);
  });

  it('VOLAUTO-15: projects from the fitted line, or from the last reading where so assumed', () => {
    const window = forecastWindow(shape);
    for (const [at, reading] of [
      [0, 0],
      [hour, 3],
      [2 * hour, 0],
    ] as const)
      pushReading(window, at, reading);
    const line = fitLine(window, 2 * hour, day, 'leftOpen');
    expect(line && projected(line, 5, 'fittedLine')).toBe(1);
    expect(line && projected(line, 5, 'lastValue')).toBe(0);
  });

  it('leaves out the reading exactly one lookback old, and takes it where the window is closed', () => {
    const window = forecastWindow(shape);
    for (const at of [0, hour, day]) pushReading(window, at, 5);
    expect(fitLine(cloneForecast(window), day, day, 'closed')).toMatchObject({ points: 3, isAtBound: true });
    expect(fitLine(cloneForecast(window), day, day, 'leftOpen')).toMatchObject({ points: 2, isAtBound: true });
    expect(fitLine(window, day + minute, day, 'closed')).toMatchObject({ points: 2, isAtBound: false });
  });

  it.each([
    ['on the bound', 3 * minute, 'leftOpen', { points: 3, isAtBound: true }],
    ['on the bound, taken', 3 * minute, 'closed', { points: 4, isAtBound: true }],
    ['between two readings', 3 * minute + second, 'leftOpen', { points: 4, isAtBound: false }],
    ['between two readings, just the same', 3 * minute + second, 'closed', { points: 4, isAtBound: false }],
    ['far back', hour, 'closed', { points: 10, isAtBound: false }],
  ] as const)('so too where no reading is missing: a window that begins %s', (_, lookback, bound, expected) => {
    const window = forecastWindow(shape);
    for (let k = 0; k < 10; k += 1) pushReading(window, k * minute, 5);
    expect(fitLine(window, 9 * minute, lookback, bound)).toMatchObject(expected);
  });

  it('has no line through one reading, and nothing through none', () => {
    const window = forecastWindow(shape);
    expect(fitLine(window, 0, day, 'leftOpen')).toBeNull();
    pushReading(window, 0, 5);
    expect(fitLine(window, 0, day, 'leftOpen')?.slopePerHour).toBeNaN();
  });

  it('refuses readings off the grid or out of order', () => {
    const window = forecastWindow(shape);
    pushReading(window, hour, 1);
    expect(() => pushReading(window, hour, 1)).toThrow('out of order');
    expect(() => pushReading(window, 2 * hour + 1, 1)).toThrow('not on the grid');
  });
});

const steps = fc.array(fc.tuple(fc.constantFrom(1, 1, 1, 1, 2, 3, 50, 700), fc.nat(65_536_000)), {
  minLength: 2,
  maxLength: 300,
});

describe.each([
  ['numbers', { ...shape, lookback: 5 * hour }],
  ['BigInt, for a fine grain', { ...shape, lookback: 5 * hour, readingMax: 65_536e9 * 1e6 }],
])('sliding sums kept as %s', (_, form) => {
  it('equal an exact fit of what the window holds, gaps and all', () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const window = forecastWindow(form);
        const all: [Instant, number][] = [];
        let at = -7 * hour;
        for (const [gap, reading] of moves) {
          at += gap * minute;
          all.push([at, reading]);
          pushReading(window, at, reading);
          const held = all.filter(([one]) => one > at - form.lookback);
          const line = fitLine(window, at, form.lookback, 'leftOpen');
          expect(line?.points).toBe(held.length);
          if (held.length < 2) continue;
          expect(Math.abs((line?.slopePerHour ?? Number.NaN) - exactSlope(held))).toBeLessThan(1e-6);
          const mean = held.reduce((sum, [, y]) => sum + y, 0) / held.length;
          expect(line?.mean).toBeCloseTo(mean, 3);
          const hours = held.reduce((sum, [one]) => sum + (at - one) / hour, 0) / held.length;
          expect(line?.hoursSinceMean).toBeCloseTo(hours, 9);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});

describe('over a long time', () => {
  it('stays within 1e-9 GB/h of an exact fit and of simple-statistics after ten years of readings', () => {
    const lookback = 168 * hour;
    const window = forecastWindow({ ...shape, lookback });
    const until = 10 * 365 * day;
    const readingAt = (at: Instant): number =>
      1000 + Math.floor((at / until) * 60_000_000) + (((at / minute) * 7919) % 1013);
    fillReadings(window, { from: 0, until }, readingAt);
    const line = fitLine(window, until, lookback, 'leftOpen');
    const held: [Instant, number][] = [];
    for (let at = until - lookback + minute; at <= until; at += minute) held.push([at, readingAt(at)]);
    expect(line?.points).toBe(held.length);
    const reference = linearRegression(held.map(([at, y]) => [(at - until + lookback) / hour, y]));
    expect(Math.abs((line?.slopePerHour ?? Number.NaN) - exactSlope(held)) / 1000).toBeLessThan(1e-9);
    expect(Math.abs((line?.slopePerHour ?? Number.NaN) - reference.m) / 1000).toBeLessThan(1e-9);
  });

  it('the greatest readings over the longest window stay exact', () => {
    const lookback = 168 * hour;
    const window = forecastWindow({ ...shape, lookback, readingMax: 70_368_745 });
    expect(window.wide).toBeNull();
    for (let k = 0; k <= 10_080; k += 1) pushReading(window, k * minute, 70_368_745 - (k % 2));
    for (const sum of Object.values(window.sums)) expect(sum).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  it('a finer grid passes what numbers hold and so goes to BigInt', () => {
    expect(forecastWindow({ ...shape, step: second, lookback: 168 * hour }).wide).not.toBeNull();
  });
});

describe('what a window holds', () => {
  it('a copy and its original go separate ways', () => {
    const window = forecastWindow(shape);
    pushReading(window, 0, 1);
    const copy = cloneForecast(window);
    pushReading(copy, minute, 100);
    pushReading(window, minute, 2);
    expect(fitLine(window, minute, day, 'leftOpen')?.slopePerHour).toBe(60);
    expect(fitLine(copy, minute, day, 'leftOpen')?.slopePerHour).toBe(99 * 60);
  });

  it('is filled on the grid alone, and a step that was left out is a gap', () => {
    const window = forecastWindow(shape);
    fillReadings(window, { from: -90 * second, until: -minute }, () => 3);
    fillReadings(window, { from: 1, until: 2 * minute }, () => 3);
    fillReadings(window, { from: 3 * minute, until: 3 * minute - 1 }, () => 3);
    expect(readingsHeld(window)).toBe(3);
    expect([window.base, window.length, window.gaps]).toEqual([-1, 4, 1]);
  });
});
