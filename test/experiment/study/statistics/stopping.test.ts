import { describe, expect, it } from 'vitest';
import { type Estimate, meanInterval } from '../../../../src/experiment/study/statistics/estimate.ts';
import { firstLookRuns, lookSizes, stoppingLook } from '../../../../src/experiment/study/statistics/stopping.ts';

const limits = { least: 20, most: 400 };

function interval(half: number): Estimate {
  return { kind: 't', mean: 0, least: 0, greatest: 0, runs: 20, sd: 1, low: -half, high: half, differs: null };
}

describe('the looks of a study', () => {
  it('come with half as many runs again, from the least to the most', () => {
    expect(lookSizes(limits)).toEqual([20, 30, 45, 68, 102, 153, 230, 345, 400]);
    expect(firstLookRuns).toBe(20);
  });

  it('are one if the most is no more than the least', () => {
    expect(lookSizes({ least: 20, most: 20 })).toEqual([20]);
    expect(lookSizes({ least: 20, most: 10 })).toEqual([10]);
    expect(lookSizes({ least: 1, most: 4 })).toEqual([1, 2, 3, 4]);
  });

  it('need counts of 1 or more', () => {
    expect(() => lookSizes({ least: 0, most: 10 })).toThrow('runs are counted from 1: least 0, most 10');
    expect(() => lookSizes({ least: 20, most: 20.5 })).toThrow(RangeError);
  });
});

describe('a study', () => {
  const look = (runs: number, estimate: Estimate, absolute: number, isDecided = false) =>
    stoppingLook({ runs, limits, goals: [{ estimate, halfWidth: { absolute } }], isDecided });

  it('stops if the half-width is at most the goal, and else continues to the next look', () => {
    expect(look(30, interval(5), 5)).toEqual({ kind: 'stop', why: 'narrow' });
    expect(look(30, interval(5.001), 5)).toEqual({ kind: 'continue', runs: 45, unmet: [0] });
  });

  it('needs all of its goals', () => {
    const goals = [
      { estimate: interval(1), halfWidth: { absolute: 5 } },
      { estimate: interval(3), halfWidth: { share: 0.02, ofMean: -100 } },
    ];
    expect(stoppingLook({ runs: 20, limits, goals, isDecided: false })).toEqual({
      kind: 'continue',
      runs: 30,
      unmet: [1],
    });
  });

  it('takes a share of the absolute mean of the base plan', () => {
    const ask = (share: number) =>
      stoppingLook({
        runs: 20,
        limits,
        goals: [{ estimate: interval(3), halfWidth: { share, ofMean: -100 } }],
        isDecided: false,
      }).kind;
    expect(ask(0.03)).toBe('stop');
    expect(ask(0.029)).toBe('continue');
  });

  it('stops only at a look: never before the least, and not between two', () => {
    expect(look(10, interval(1), 5)).toEqual({ kind: 'continue', runs: 20, unmet: [] });
    expect(look(31, interval(1), 5)).toEqual({ kind: 'continue', runs: 45, unmet: [] });
    expect(look(10, interval(1), 5, true)).toEqual({ kind: 'continue', runs: 20, unmet: [] });
  });

  it('stops where the question is decided, narrow or not', () => {
    expect(look(20, interval(9), 5, true)).toEqual({ kind: 'stop', why: 'decided' });
  });

  it('stops at the most runs, and says whether the goal was reached there', () => {
    expect(look(400, interval(9), 5)).toEqual({ kind: 'stop', why: 'most' });
    expect(look(400, interval(5), 5)).toEqual({ kind: 'stop', why: 'narrow' });
    expect(look(400, interval(9), 5, true)).toEqual({ kind: 'stop', why: 'decided' });
    expect(look(345, interval(9), 5)).toEqual({ kind: 'continue', runs: 400, unmet: [0] });
  });

  it('without goals goes on to the most runs', () => {
    expect(stoppingLook({ runs: 345, limits, goals: [], isDecided: false })).toMatchObject({ kind: 'continue' });
    expect(stoppingLook({ runs: 400, limits, goals: [], isDecided: false })).toEqual({ kind: 'stop', why: 'most' });
  });

  it('never takes equal or skewed values for narrow, and always an exact one', () => {
    const present = { confidence: 0.95, chance: 'present' } as const;
    const equal = meanInterval(
      Array.from({ length: 20 }, () => 3),
      present,
    );
    expect(look(20, equal, 1e9)).toMatchObject({ kind: 'continue' });
    expect(look(20, meanInterval([3], { ...present, chance: 'none' }), 0)).toEqual({ kind: 'stop', why: 'narrow' });
  });
});
