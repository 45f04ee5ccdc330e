import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSeries } from '../../src/engine/series.ts';
import { hour } from '../../src/engine/time.ts';

/** 3 for 4 h, 7 for 1 h, 4 for 5 h. */
function worked(): TimeSeries {
  const series = new TimeSeries();
  series.set(0, 3);
  series.set(4 * hour, 7);
  series.set(5 * hour, 4);
  return series;
}

describe('3 for 4 h, 7 for 1 h, 4 for 5 h', () => {
  const end = 10 * hour;
  it.each([
    [0, 3],
    [0.4, 3],
    [0.41, 4],
    [0.9, 4],
    [0.91, 7],
    [1, 7],
  ])('the percentile at %d is %d', (p, value) => {
    expect(worked().percentile(p, 0, end)).toBe(value);
  });

  it('has mean 3.9, peak 7 since 4 h, least 3 since 0 h', () => {
    expect(worked().mean(0, end)).toBeCloseTo(3.9, 12);
    expect(worked().max(0, end)).toEqual({ value: 7, at: 4 * hour });
    expect(worked().min(0, end)).toEqual({ value: 3, at: 0 });
    expect(worked().timeAt(4, 0, end)).toBe(5 * hour);
    expect(worked().timeAt(5, 0, end)).toBe(0);
  });

  it('a stretch counts from its begin, and without its end', () => {
    expect(worked().mean(3 * hour, 5 * hour)).toBe(5);
    expect(worked().max(0, 4 * hour)?.value).toBe(3);
    expect(worked().max(4 * hour, 4 * hour + 1)).toEqual({ value: 7, at: 4 * hour });
    expect(worked().min(4.5 * hour, end)).toEqual({ value: 4, at: 5 * hour });
  });
});

describe('a series', () => {
  it('is undefined before its first value, and that time counts for nothing', () => {
    const series = new TimeSeries();
    series.set(hour, 6);
    expect(series.at(hour - 1)).toBeUndefined();
    expect(series.at(hour)).toBe(6);
    expect(series.mean(0, 2 * hour)).toBe(6);
    expect(series.timeAt(6, 0, 2 * hour)).toBe(hour);
    expect(series.mean(0, hour)).toBeNaN();
    expect(series.percentile(0.5, 0, hour)).toBeNaN();
    expect(series.max(0, hour)).toBeUndefined();
  });

  it('the last of several values at one instant is the one that counts', () => {
    const series = new TimeSeries();
    series.set(0, 1);
    series.set(5, 2);
    series.set(5, 1);
    series.set(9, 1);
    expect(series.steps).toBe(1);
    expect(series.last).toBe(1);
    expect(series.max(0, 10)?.value).toBe(1);
  });

  it('a share that is reached exactly is reached, though 0.07 * 100 is a little more than 7', () => {
    const series = new TimeSeries();
    series.set(0, 1);
    series.set(7, 2);
    expect(series.percentile(0.07, 0, 100)).toBe(1);
  });

  it('refuses to run back, and NaN', () => {
    const series = worked();
    expect(() => series.set(0, 1)).toThrow('only moves forward in time');
    expect(() => series.set(6 * hour, Number.NaN)).toThrow('NaN');
  });

  it('agrees with a list of all milliseconds', () => {
    const steps = fc.array(fc.tuple(fc.nat(8), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.nat(60), fc.nat(60), fc.integer({ min: 0, max: 20 }), (all, a, b, twentieths) => {
        const series = new TimeSeries();
        const list: number[] = [];
        let at = 0;
        for (const [gap, value] of all) {
          at += gap;
          series.set(at, value);
          list.length = Math.min(list.length, at);
          for (let i = list.length; i < at; i++) list.push(series.at(i) ?? Number.NaN);
          for (let i = at; i < 400; i++) list[i] = value;
        }
        const [from, until] = [Math.min(a, b), Math.max(a, b)];
        const held = list.slice(from, until).filter((value) => !Number.isNaN(value));
        const sorted = [...held].sort((x, y) => x - y);
        const p = twentieths / 20;
        expect(series.percentile(p, from, until)).toBe(
          sorted[Math.max(0, Math.ceil((twentieths * held.length) / 20) - 1)] ?? Number.NaN,
        );
        if (held.length === 0) expect(series.mean(from, until)).toBeNaN();
        else
          expect(series.mean(from, until)).toBeCloseTo(held.reduce((sum, value) => sum + value, 0) / held.length, 10);
        expect(series.max(from, until)?.value).toBe(sorted.at(-1));
        expect(series.min(from, until)?.value).toBe(sorted[0]);
        expect(series.timeAt(1, from, until)).toBe(held.filter((value) => value === 1).length);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('forgets what ended by an instant, and no more', () => {
    for (const [before, left] of [
      [-1, 20],
      [0, 20],
      [7 * hour - 1, 14],
      [7 * hour, 13],
      [99 * hour, 1],
    ] as const) {
      const series = new TimeSeries();
      for (let i = 0; i < 20; i++) series.set(i * hour, i);
      series.forget(before);
      expect(series.steps).toBe(left);
      expect(series.at(Math.max(0, before))).toBe(Math.min(19, Math.max(0, Math.floor(before / hour))));
      for (let i = 20; i < 40; i++) series.set(i * hour, i);
      expect([series.steps, series.at(30 * hour), series.last]).toEqual([left + 20, 30, 39]);
    }
  });

  it('a fork goes its own way', () => {
    const series = worked();
    const fork = series.fork();
    for (let i = 0; i < 20; i++) fork.set(6 * hour + i, i);
    expect(series.steps).toBe(3);
    expect(fork.mean(0, 5 * hour)).toBe(series.mean(0, 5 * hour));
  });
});
