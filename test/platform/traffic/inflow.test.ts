import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import type { Flow } from '../../../src/platform/traffic/flow.ts';
import {
  forgetPast,
  type Inflow,
  inflowBetween,
  inflowBounds,
  newInflow,
  slidingInflow,
  turnInflow,
} from '../../../src/platform/traffic/inflow.ts';

const flowOf = (perSecond: number): Flow => [
  { curve: steadyCurve(perSecond, { startAt: 0, growth: null }), noise: null },
];

/** 10 a second for ten minutes, nothing for ten, then 20 a second. */
function turned(): Inflow {
  const inflow = newInflow(0);
  turnInflow(inflow, flowOf(10), 0);
  turnInflow(inflow, [], 10 * minute);
  turnInflow(inflow, flowOf(20), 20 * minute);
  return inflow;
}

describe('what comes to a deployment after it has turned', () => {
  it.each([
    ['of the flow of now', 25, 30, 6_000],
    ['up to now and before', 19, 21, 1_200],
    ['of one before', 5, 10, 3_000],
    ['of all', 0, 30, 6_000 + 12_000],
    ['where nothing came', 12, 18, 0],
  ])('is counted %s', (_, from, until, requests) => {
    expect(inflowBetween(turned(), from * minute, until * minute)).toBe(requests);
  });

  it('bounds of its mean are those of all flows that a stretch meets', () => {
    const bounds = (from: number): number[] => {
      const { least, greatest } = inflowBounds(turned(), from * minute, hour);
      return [Math.round(least), Math.round(greatest)];
    };
    expect(bounds(21)).toEqual([20, 20]);
    expect(bounds(15)).toEqual([0, 20]);
    expect(bounds(5)).toEqual([0, 20]);
  });

  it('a window that slides is not followed back over a turn, but back to the very beginning', () => {
    expect(slidingInflow(turned(), minute, 20 * minute + 30 * second, hour)).toBeNull();
    expect(slidingInflow(turned(), minute, 21 * minute, hour)).not.toBeNull();
    const young = newInflow(0);
    turnInflow(young, flowOf(10), 0);
    expect(slidingInflow(young, minute, 30 * second, hour)).not.toBeNull();
  });

  it('what has turned within one instant was never there, and what came a day ago is forgotten', () => {
    const inflow = turned();
    turnInflow(inflow, flowOf(5), 20 * minute);
    expect(inflow.past).toHaveLength(2);
    turnInflow(inflow, [], 40 * hour);
    expect(inflow.past.map(({ until }) => until)).toEqual([40 * hour]);
  });

  it('nothing counts from before it was told to forget', () => {
    const inflow = turned();
    forgetPast(inflow, 25 * minute);
    expect([inflow.since, inflowBetween(inflow, 0, 26 * minute)]).toEqual([25 * minute, 1_200]);
  });
});
