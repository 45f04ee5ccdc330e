import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { joinedCurve, steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { flowAt, flowBendsAfter, flowBetween, flowBounds } from '../../../src/platform/traffic/flow.ts';
import { perSecondAt, type Rate, requestsBetween } from '../../../src/platform/traffic/rate.ts';
import { startAt } from './forms.ts';

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
