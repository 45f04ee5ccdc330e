import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, type Instant, minute, second, week } from '../../../src/engine/time.ts';
import { steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { type Noise, noiseFrom } from '../../../src/platform/traffic/noise.ts';
import {
  breakpointAfter,
  leastAndGreatest,
  perSecondAt,
  type Rate,
  requestsBetween,
  shareOf,
} from '../../../src/platform/traffic/rate.ts';
import { clocks, instants, samples, startAt } from './forms.ts';

const runs = { seed: 1, numRuns: 300 };
const quiet = ({ curve }: Pick<Rate, 'curve'>): Rate => ({ curve, noise: null });
const noises: fc.Arbitrary<Noise> = fc
  .tuple(fc.constantFrom(5 * minute, 7 * minute, hour), fc.constantFrom(0, 0.2, 1), fc.string())
  .map(([every, cv, name]) => noiseFrom({ every, cv }, '1', name));
const rates: fc.Arbitrary<Rate> = fc.tuple(samples, fc.option(noises)).map(([{ curve }, noise]) => ({ curve, noise }));
/** Two instants in order, at most some days apart. */
const stretches: fc.Arbitrary<readonly [Instant, Instant]> = fc
  .tuple(instants, fc.integer({ min: 0, max: 3 * day }))
  .map(([from, length]) => [from, from + length]);

describe('a rate is what was written', () => {
  it('its value is that of a slow look at all points', () => {
    const law = fc.property(samples, instants, ({ curve, slow }, at) => {
      const expected = slow(at);
      expect(Math.abs(perSecondAt(quiet({ curve }), at) - expected)).toBeLessThanOrEqual(1e-9 * (1 + expected));
    });
    fc.assert(law, runs);
  });

  it('its integral is the sum over a fine grid, whose points are all at whole minutes', () => {
    const law = fc.property(samples, instants, fc.integer({ min: 1, max: 240 }), ({ curve, slow }, at, minutes) => {
      const from = Math.floor(at / minute) * minute;
      let expected = 0;
      // The value in the middle of a straight piece is its mean.
      for (let age = 0; age < minutes; age += 0.5) expected += slow(from + (age + 0.25) * minute) * 30;
      const count = requestsBetween(quiet({ curve }), from, from + minutes * minute);
      expect(Math.abs(count - expected)).toBeLessThanOrEqual(2e-5 + 1e-9 * expected);
    });
    fc.assert(law, runs);
  });

  it('growth compounds from period to period', () => {
    const growths = fc.record({
      factor: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
      period: fc.constantFrom(day, week),
    });
    const law = fc.property(growths, fc.integer({ min: 0, max: 400 }), (growth, periods) => {
      const rate = quiet({ curve: steadyCurve(10, { startAt, growth }) });
      const at = startAt + periods * growth.period;
      const now = perSecondAt(rate, at);
      const expected = 10 * growth.factor ** periods;
      expect(Math.abs(now - expected)).toBeLessThanOrEqual(1e-11 * expected);
      const middle = (now * (1 + growth.factor)) / 2;
      expect(Math.abs(perSecondAt(rate, at + growth.period / 2) - middle)).toBeLessThanOrEqual(1e-11 * middle);
    });
    fc.assert(law, { ...runs, numRuns: 100 });
  });
});

describe('requests are counted to the last bit', () => {
  it('parts of a stretch add up to the whole, however it is cut', () => {
    const law = fc.property(
      rates,
      stretches,
      fc.array(fc.nat(3 * day), { maxLength: 20 }),
      (rate, [from, until], cuts) => {
        const ends = [from, ...cuts.map((cut) => Math.min(until, from + cut)).sort((a, b) => a - b), until];
        let sum = 0;
        for (const [index, end] of ends.slice(1).entries()) sum += requestsBetween(rate, ends[index] ?? from, end);
        expect(sum).toBe(requestsBetween(rate, from, until));
      },
    );
    fc.assert(law, runs);
  });

  it('every 15 s of a month, one by one', () => {
    const [sample] = fc.sample(clocks, { seed: 3, numRuns: 1 });
    const rate = quiet(sample ?? { curve: steadyCurve(1, { startAt, growth: null }) });
    let sum = 0;
    for (let at = startAt; at < startAt + 30 * day; at += 15 * second)
      sum += requestsBetween(rate, at, at + 15 * second);
    expect(sum).toBe(requestsBetween(rate, startAt, startAt + 30 * day));
  });

  it('no stretch brings less than nothing', () => {
    const law = fc.property(rates, instants, fc.nat(3), (rate, at, length) => {
      expect(requestsBetween(rate, at, at + length)).toBeGreaterThanOrEqual(0);
    });
    fc.assert(law, { ...runs, numRuns: 1_000 });
  });

  it('not even where hardly any come, around its bends and in between', () => {
    const law = fc.property(samples, instants, fc.nat(day), ({ curve }, at, length) => {
      const rate = shareOf(quiet({ curve }), 1e-5);
      const bend = breakpointAfter(rate, at) ?? at;
      for (const around of [bend, bend + length])
        for (let from = around - 4; from < around + 4; from += 1)
          expect(requestsBetween(rate, from, from + 1)).toBeGreaterThanOrEqual(0);
    });
    fc.assert(law, { ...runs, numRuns: 1_000 });
  });
});

describe('breakpoints are complete', () => {
  it('between two of them the rate is one straight line', () => {
    const law = fc.property(rates, instants, fc.double({ min: 0, max: 1, noNaN: true }), (rate, at, share) => {
      const from = breakpointAfter(rate, at) ?? at;
      const until = Math.min(breakpointAfter(rate, from) ?? from + 30 * day, from + 30 * day);
      const last = until - 1;
      const middle = from + Math.floor((last - from) * share);
      const [first, end] = [perSecondAt(rate, from), perSecondAt(rate, last)];
      const line = last === from ? first : first + ((end - first) * (middle - from)) / (last - from);
      expect(Math.abs(perSecondAt(rate, middle) - line)).toBeLessThanOrEqual(1e-9 * (1 + line));
    });
    fc.assert(law, runs);
  });

  it('the next one is later, and the same for every instant before it', () => {
    const law = fc.property(rates, instants, fc.double({ min: 0, max: 1, noNaN: true }), (rate, at, share) => {
      const next = breakpointAfter(rate, at);
      if (next === null) return;
      expect(next).toBeGreaterThan(at);
      expect(breakpointAfter(rate, at + Math.floor((next - 1 - at) * share))).toBe(next);
    });
    fc.assert(law, runs);
  });
});

describe('bounds', () => {
  it('no instant of a stretch lies outside', () => {
    const law = fc.property(
      rates,
      stretches,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
      (rate, [from, until], shares) => {
        const { least, greatest } = leastAndGreatest(rate, from, until);
        const tried = [from, until, ...shares.map((share) => from + Math.round((until - from) * share))];
        for (let at = breakpointAfter(rate, from); at !== null && at <= until; at = breakpointAfter(rate, at)) {
          tried.push(at - 1, at);
          if (tried.length > 100) break;
        }
        const values = tried.filter((one) => one >= from && one <= until).map((at) => perSecondAt(rate, at));
        expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
        expect(Math.max(...values)).toBeLessThanOrEqual(greatest);
      },
    );
    fc.assert(law, runs);
  });

  it('over months too, where whole rounds are not looked at', () => {
    const law = fc.property(samples, instants, fc.integer({ min: 0, max: 60 }), ({ curve }, from, days) => {
      const rate = quiet({ curve });
      const { least, greatest } = leastAndGreatest(rate, from, from + days * day);
      const values: number[] = [];
      for (let at = from; at <= from + days * day; at += 97 * minute) values.push(perSecondAt(rate, at));
      expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...values)).toBeLessThanOrEqual(greatest);
    });
    fc.assert(law, { ...runs, numRuns: 100 });
  });

  it('without noise they are reached, or nearly so before a jump', () => {
    const law = fc.property(samples, stretches, ({ curve }, [from, until]) => {
      const rate = quiet({ curve });
      const tried = [from, until];
      for (let at = breakpointAfter(rate, from); at !== null && at <= until; at = breakpointAfter(rate, at))
        tried.push(at - 1, at);
      const values = tried.map((at) => perSecondAt(rate, at));
      const { least, greatest } = leastAndGreatest(rate, from, until);
      // A rate moves by less than a fifth of a request per second in a millisecond.
      expect(Math.min(...values) - least).toBeLessThan(0.2);
      expect(greatest - Math.max(...values)).toBeLessThan(0.2);
    });
    fc.assert(law, runs);
  });
});

it('shares of a rate sum to it', () => {
  const law = fc.property(
    rates,
    stretches,
    fc.double({ min: 0, max: 1, noNaN: true }),
    (rate, [from, until], share) => {
      const [one, other] = [shareOf(rate, share), shareOf(rate, 1 - share)];
      const whole = requestsBetween(rate, from, until);
      const sum = requestsBetween(one, from, until) + requestsBetween(other, from, until);
      expect(perSecondAt(one, from) + perSecondAt(other, from)).toBeCloseTo(perSecondAt(rate, from), 6);
      expect(Math.abs(sum - whole)).toBeLessThanOrEqual(0.1 + 1e-9 * whole);
    },
  );
  fc.assert(law, { ...runs, numRuns: 100 });
});
