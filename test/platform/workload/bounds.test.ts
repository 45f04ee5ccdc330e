import { describe, expect, it } from 'vitest';
import { rolloutBounds, share } from '../../../src/platform/workload/bounds.ts';
import type { Amount } from '../../../src/rules/amount.ts';

const percent = (value: number): Amount => ({ value, unit: 'percent' });
const replicas = (value: number): Amount => ({ value, unit: 'replicas' });
const usual = { 'rollout.rounding': 'surgeUpUnavailableDown', 'rollout.bothZero': 'unavailableOne' } as const;

describe('ROLL-4, ROLL-6: how far a rollout may stray', () => {
  it.each<[number, Amount, Amount, number, number, string]>([
    [1, percent(25), percent(25), 1, 0, 'rounding'],
    [3, percent(25), percent(25), 1, 0, 'rounding'],
    [4, percent(25), percent(25), 1, 1, 'rounding'],
    [5, replicas(0), percent(10), 0, 1, 'bothZero'],
    [8, percent(25), replicas(1), 2, 1, 'rounding'],
    [10, percent(25), percent(25), 3, 2, 'rounding'],
    [2, percent(0), percent(1), 0, 1, 'bothZero'],
    [3, replicas(2), replicas(5), 2, 3, 'number'],
    [0, percent(0), percent(0), 0, 1, 'bothZero'],
    [0, percent(25), percent(25), 0, 1, 'bothZero'],
    [0, replicas(0), replicas(1), 0, 1, 'bothZero'],
    [0, replicas(2), replicas(0), 2, 0, 'number'],
    [100, percent(29), percent(29), 29, 29, 'rounding'],
    [4, percent(150), percent(100), 6, 4, 'rounding'],
  ])(
    '%i wanted, %j surge, %j unavailable: %i and %i',
    (desired, maxSurge, maxUnavailable, surge, unavailable, decidedBy) => {
      expect(rolloutBounds(desired, { maxSurge, maxUnavailable }, usual)).toEqual({ surge, unavailable, decidedBy });
    },
  );

  it('rounds both the same way where `rollout.rounding` says so', () => {
    const settings = { maxSurge: percent(25), maxUnavailable: percent(25) };
    const bounds = (rounding: 'bothUp' | 'bothDown') =>
      rolloutBounds(10, settings, { ...usual, 'rollout.rounding': rounding });
    expect(bounds('bothUp')).toMatchObject({ surge: 3, unavailable: 3 });
    expect(bounds('bothDown')).toMatchObject({ surge: 2, unavailable: 2 });
  });

  it('rescues two zeros by a surge of 1 where `rollout.bothZero` says so', () => {
    const settings = { maxSurge: replicas(0), maxUnavailable: replicas(0) };
    const bounds = rolloutBounds(3, settings, { ...usual, 'rollout.bothZero': 'surgeOne' });
    expect(bounds).toEqual({ surge: 1, unavailable: 0, decidedBy: 'bothZero' });
  });

  it('takes a percentage without a float in between: 7 % of 100 is 7 both ways', () => {
    expect([share(100, percent(7), 'up'), share(100, percent(7), 'down')]).toEqual([7, 7]);
  });
});
