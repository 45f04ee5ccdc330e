import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { joinedCurve, steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { backlogAfter, drainedAfter, excessBetween } from '../../../src/platform/traffic/overflow.ts';
import { perSecondAt, type Rate, requestsBetween } from '../../../src/platform/traffic/rate.ts';
import { instants, samples, startAt } from './forms.ts';

const frame = { startAt, growth: null };
const steady = (perSecond: number): Rate => ({ curve: steadyCurve(perSecond, frame), noise: null });
const hill: Rate = {
  curve: joinedCurve(
    [
      [0, 80],
      [minute, 120],
      [2 * minute, 80],
    ],
    frame,
  ),
  noise: null,
};

describe('what waits after a stretch', () => {
  it.each<[string, Rate, number, number, number]>([
    ['too much for a minute', steady(110), minute, 0, 600],
    ['worked off', steady(90), 30 * second, 600, 300],
    ['all of it', steady(90), 90 * second, 600, 0],
    ['a hill: its middle minute is above 100/s', hill, 90 * second, 0, 300 + 300],
    ['and is worked off in the time after', hill, 2 * minute, 0, 300],
    ['no time', hill, 0, 7, 7],
  ])('%s', (_, rate, length, waiting, expected) => {
    const pressed = { flow: [rate], capacityPerSecond: 100, from: startAt, until: startAt + length };
    expect(backlogAfter(pressed, waiting)).toBeCloseTo(expected, 1);
  });

  it('nothing waits for what has no limit', () => {
    const pressed = { flow: [hill], capacityPerSecond: Number.POSITIVE_INFINITY, from: startAt, until: startAt + hour };
    expect(backlogAfter(pressed, 5)).toBe(0);
  });
});

describe('what waits after a stretch where only so many may', () => {
  it.each<[string, Rate, number, number, number, number]>([
    ['up to the bound', steady(110), minute, 0, 250, 250],
    ['not yet', steady(110), 20 * second, 0, 250, 200],
    ['worked off from there, at once', hill, 2 * minute, 0, 200, 0],
    ['it is reached at the crossing, halfway down', hill, 100 * second, 0, 200, 200 - 33.3],
  ])('%s', (_, rate, length, waiting, most, expected) => {
    const pressed = { flow: [rate], capacityPerSecond: 100, from: startAt, until: startAt + length };
    expect(backlogAfter(pressed, waiting, most)).toBeCloseTo(expected, 1);
  });

  it('nobody joins them', () => {
    const pressed = { capacityPerSecond: 100, from: startAt, until: startAt + second };
    expect([300, 40].map((waiting) => drainedAfter(pressed, waiting))).toEqual([200, 0]);
    expect(drainedAfter({ ...pressed, capacityPerSecond: Number.POSITIVE_INFINITY }, 300)).toBe(0);
  });
});

describe('what is lost in a stretch', () => {
  it.each<[string, Rate, number, number]>([
    ['all above the capacity', steady(110), minute, 600],
    ['nothing below it', steady(90), minute, 0],
    ['the upper half of a rising line', hill, minute, 300],
    ['a hill', hill, 2 * minute, 600],
  ])('%s', (_, rate, length, expected) => {
    const pressed = { flow: [rate], capacityPerSecond: 100, from: startAt, until: startAt + length };
    expect(excessBetween(pressed)).toBeCloseTo(expected, 1);
  });
});

it('both are what small steps give', () => {
  const law = fc.property(
    samples,
    instants,
    fc.integer({ min: 0, max: 1_000 }),
    fc.integer({ min: 0, max: 5_000 }),
    ({ curve }, at, capacityPerSecond, first) => {
      const rate = { curve, noise: null };
      const from = Math.floor(at / minute) * minute;
      const until = from + 6 * hour;
      let [waiting, lost] = [first, 0];
      for (let step = from; step < until; step += second) {
        const net = perSecondAt(rate, step + second / 2) - capacityPerSecond;
        waiting = Math.max(0, waiting + net);
        lost += Math.max(0, net);
      }
      const pressed = { flow: [rate], capacityPerSecond, from, until };
      const slack = 2 + 1e-6 * requestsBetween(rate, from, until);
      expect(Math.abs(backlogAfter(pressed, first) - waiting)).toBeLessThan(slack);
      expect(Math.abs(excessBetween(pressed) - lost)).toBeLessThan(slack);
    },
  );
  fc.assert(law, { seed: 1, numRuns: 30 });
});
