import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draw } from '../../../src/engine/distribution.ts';
import { Streams } from '../../../src/engine/random.ts';
import { day, hour, minute, second } from '../../../src/engine/time.ts';
import { poisson, reachedAt } from '../../../src/platform/traffic/arrivals.ts';
import { clockCurve, joinedCurve, steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { noiseFrom } from '../../../src/platform/traffic/noise.ts';
import { type Rate, requestsBetween } from '../../../src/platform/traffic/rate.ts';
import { instants, samples, startAt } from './forms.ts';

const frame = { startAt, growth: null };
const rateOf = (curve: Rate['curve']): Rate => ({ curve, noise: null });

describe('when a rate has brought so many requests', () => {
  const two = rateOf(steadyCurve(2, frame));
  const ramp = rateOf(
    joinedCurve(
      [
        [0, 0],
        [10 * second, 10],
      ],
      frame,
    ),
  );
  it.each<[string, Rate, number, number, number | null]>([
    ['a constant', two, 0, 3, 1_500],
    ['not a whole number of milliseconds', two, 0, 0.0009, 1],
    ['a rising line: 50 after 10 s, half as many after 7.07 s', ramp, 0, 25, 7_072],
    ['and on, after the line', ramp, 0, 60, 11_000],
    ['never before the end', two, 0, 2 * 86_400, null],
    ['just before it', two, 0, 2 * 86_400 - 1, day - 500],
    ['nothing comes', rateOf(steadyCurve(0, frame)), 0, 1, null],
  ])('%s', (_, rate, from, requests, expected) => {
    const at = reachedAt([rate], startAt + from, startAt + day, requests);
    expect(at === null ? null : at - startAt).toBe(expected);
  });

  it('it is the first instant at which they are there', () => {
    const noise = noiseFrom({ every: 7 * minute, cv: 0.4 }, '1', 'a');
    const amounts = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    const law = fc.property(samples, instants, amounts, fc.boolean(), ({ curve }, from, requests, isNoisy) => {
      const rate = { curve, noise: isNoisy ? noise : null };
      const until = from + 2 * day;
      const at = reachedAt([rate], from, until, requests);
      if (at === null) expect(requestsBetween(rate, from, until - 1)).toBeLessThan(requests);
      else {
        expect(at).toBeGreaterThan(from);
        expect(requestsBetween(rate, from, at)).toBeGreaterThanOrEqual(requests);
        expect(requestsBetween(rate, from, at - 1)).toBeLessThan(requests);
      }
    });
    fc.assert(law, { seed: 1, numRuns: 500 });
  });

  it('a rate that never changes is found at once, and is the same as beside one that brings nothing', () => {
    const perSecond = fc.oneof(fc.double({ min: 1e-7, max: 1e4, noNaN: true }), fc.constant(0), fc.constant(2));
    const amounts = fc.oneof(
      fc.double({ min: 1e-6, max: 50, noNaN: true }),
      fc.nat(400).map((n) => (n + 1) / 2),
    );
    const nothing = rateOf(steadyCurve(0, frame));
    const law = fc.property(perSecond, instants, amounts, (each, from, requests) => {
      const rate = rateOf(steadyCurve(each, frame));
      const [alone, beside] = [[rate], [rate, nothing]].map((flow) => reachedAt(flow, from, from + 30 * day, requests));
      expect(alone).toBe(beside);
    });
    fc.assert(law, { seed: 1, numRuns: 2_000 });
  });
});

it('a Poisson process follows its rate through the day', () => {
  const curve = clockCurve(
    [
      [0, 0.2],
      [12 * hour, 1],
    ],
    'day',
    frame,
  );
  const rate = rateOf(curve);
  const streams = new Streams('1');
  const stream = streams.open('arrivals');
  const counts = new Array<number>(24).fill(0);
  let over = 0;
  let number = 0;
  for (let at: number | null = startAt; at !== null; ) {
    const gap: number =
      poisson.kind === 'single' ? draw(poisson.gap, streams.keyOf(stream, number)) / poisson.meanGap : 0;
    number += 1;
    const next: number | null = gap <= over ? at : reachedAt([rate], at, startAt + 4 * day, gap - over);
    if (next === null) break;
    over = over - gap + requestsBetween(rate, at, next);
    at = next;
    const hourOfRun = Math.floor(((at - startAt) % day) / hour);
    counts[hourOfRun] = (counts[hourOfRun] ?? 0) + 1;
  }
  for (const [index, count] of counts.entries()) {
    const from = startAt + index * hour;
    const expected = 4 * requestsBetween(rate, from, from + hour);
    // Four standard deviations of a Poisson number.
    expect(Math.abs(count - expected)).toBeLessThan(4 * Math.sqrt(expected));
  }
});
