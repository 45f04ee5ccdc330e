import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute, second } from '../../../src/engine/time.ts';
import type { RateCurve } from '../../../src/platform/traffic/curve.ts';
import { joinedCurve, steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import {
  flowAt,
  flowBendsAfter,
  flowBetween,
  flowBounds,
  leavesAt,
  slidingBounds,
} from '../../../src/platform/traffic/flow.ts';
import { noiseFrom } from '../../../src/platform/traffic/noise.ts';
import { perSecondAt, type Rate, requestsBetween } from '../../../src/platform/traffic/rate.ts';
import { instants, samples, startAt } from './forms.ts';

const frame = { startAt, growth: null };
const steady: Rate = { curve: steadyCurve(3, frame), noise: null };
const hill: Rate = {
  curve: joinedCurve(
    [
      [0, 1],
      [hour, 5],
      [2 * hour, 0],
    ],
    frame,
  ),
  noise: null,
};

describe('a flow', () => {
  it('is nothing where nothing comes', () => {
    expect([flowAt([], startAt), flowBetween([], startAt, startAt + hour), flowBendsAfter([], startAt)]).toEqual([
      0,
      0,
      null,
    ]);
    expect(flowBounds([], startAt, startAt + hour)).toEqual({ least: 0, greatest: 0 });
  });

  it('is the sum of its rates, never outside of its bounds, and straight between its bends', () => {
    const offset = fc.integer({ min: 0, max: 3 * 60 });
    fc.assert(
      fc.property(offset, offset, (a, b) => {
        const [from, until] = [startAt + Math.min(a, b) * minute, startAt + (Math.max(a, b) + 1) * minute];
        const flow = [steady, hill];
        expect(flowAt(flow, from)).toBe(perSecondAt(steady, from) + perSecondAt(hill, from));
        expect(flowBetween(flow, from, until)).toBe(
          requestsBetween(steady, from, until) + requestsBetween(hill, from, until),
        );
        const { least, greatest } = flowBounds(flow, from, until);
        for (const at of [from, (from + until) / 2, until]) {
          expect(flowAt(flow, at)).toBeGreaterThanOrEqual(least - 1e-9);
          expect(flowAt(flow, at)).toBeLessThanOrEqual(greatest + 1e-9);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(flowBendsAfter([steady, hill], startAt)).toBe(startAt + hour);
  });
});

const noises = fc.option(fc.constantFrom(7 * minute, hour).map((every) => noiseFrom({ every, cv: 0.3 }, '1', 'noise')));
const growthOf = (curve: RateCurve): number =>
  curve.kind === 'course' ? growthOf(curve.after) : curve.kind === 'cycle' ? curve.ratio : 1;
// What doubles within weeks outgrows the margin of the bounds.
const rates = fc
  .tuple(
    samples.filter(({ curve }) => growthOf(curve) < 1.1),
    noises,
  )
  .map(([{ curve }, noise]): Rate => ({ curve, noise }));

describe('a sliding mean', () => {
  it('never leaves its bounds, whether the flow goes straight on, bends or jumps', () => {
    const known = { straight: 0, bent: 0 };
    // No shorter than a tick: in less time the parts of a request that are told apart would weigh more than the margin
    // of the bounds.
    const shortest = 2 * second;
    const window = fc.integer({ min: 2, max: 90 }).map((seconds) => seconds * second);
    const law = fc.property(
      fc.array(rates, { minLength: 1, maxLength: 2 }),
      instants,
      fc.nat(10 * minute),
      window,
      fc.nat(3 * minute),
      fc.boolean(),
      (flow, since, age, window, length, isNearBend) => {
        const bendAt = isNearBend ? flowBendsAfter(flow, since + 5 * minute) : null;
        const from = bendAt === null ? since + shortest + age : bendAt + (age % window);
        const until = from + length;
        const bounds = slidingBounds(flow, { window, since }, from, until);
        if (bounds === null) return;
        const bend = flowBendsAfter(flow, Math.max(since, from - window));
        known[bend !== null && bend < until ? 'bent' : 'straight'] += 1;
        for (let step = 0; step <= 40; step += 1) {
          const at = from + Math.round((length * step) / 40);
          const first = Math.max(since, at - window);
          const mean = (flowBetween(flow, first, at) * 1_000) / (at - first);
          expect(mean).toBeGreaterThanOrEqual(bounds.least);
          expect(mean).toBeLessThanOrEqual(bounds.greatest);
        }
      },
    );
    fc.assert(law, { seed: 1, numRuns: 1_500 });
    expect(known.straight).toBeGreaterThan(100);
    expect(known.bent).toBeGreaterThan(50);
  });
});

describe('when a flow leaves a range', () => {
  it.each([
    ['where it rises past it', [0, 3], hour / 2],
    ['where it falls below it', [2, 9], 0],
    ['not before the end of the search', [0, 9], 2 * hour],
  ])('is known to a second: %s', (_, [least = 0, greatest = 0], age) => {
    const at = leavesAt([hill], { least, greatest }, startAt, startAt + 2 * hour);
    expect(at).toBeLessThanOrEqual(startAt + age);
    expect(at).toBeGreaterThan(startAt + age - second);
  });

  it('is not before any mean does', () => {
    let stays = 0;
    const law = fc.property(
      fc.array(rates, { minLength: 1, maxLength: 2 }),
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 20, maxLength: 20 }),
      (flow, from, below, above, parts) => {
        const now = flowAt(flow, from);
        const range = { least: now * below, greatest: now * (1 + above) };
        const until = leavesAt(flow, range, from, from + 2 * day);
        if (until - from < 2 * second) return;
        stays += 1;
        for (const [start, length] of parts) {
          const first = from + Math.floor(((until - from - 2 * second) * start) / 1_000);
          const last = first + 2 * second + Math.floor(((until - first - 2 * second) * length) / 1_000);
          const mean = (flowBetween(flow, first, last) * 1_000) / (last - first);
          expect(mean).toBeGreaterThanOrEqual(range.least);
          expect(mean).toBeLessThanOrEqual(range.greatest);
        }
      },
    );
    fc.assert(law, { seed: 1, numRuns: 3_000 });
    expect(stays).toBeGreaterThan(300);
  });
});
