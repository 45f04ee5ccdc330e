import { describe, expect, it } from 'vitest';
import type { Fit } from '../../../src/platform/volume/forecast.ts';
import type { VolumeAutoscalingSettings, VolumesetSettings } from '../../../src/platform/volume/settings.ts';
import {
  type ForecastResult,
  forecastOf,
  isBelowFree,
  isPredictiveDue,
  targetsOf,
} from '../../../src/platform/volume/target.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { settings } from './specs.ts';

const block = { minFreePercentage: 20, scalingFactor: 2, predictive: { enabled: true, minDataPoints: 1 } };
const predicting = (changes: Partial<Assumptions> = {}, minFreePercentage = 20) => {
  return settings({ ...block, minFreePercentage }, { 'numbers.epsilon': 0, ...changes });
};
const scaled = (set: VolumesetSettings) => set.autoscaling as VolumeAutoscalingSettings;
const projected = (projectedGB: number): ForecastResult => ({ kind: 'enoughProjected', projectedGB });

/** The number that times `value` is 1 more than a multiple of `modulus`. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value, modulus, 1n, 0n];
  while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % modulus) + modulus) % modulus;
}

describe('VOLAUTO-11: how much is free is exact beyond what numbers hold', () => {
  const own = scaled(settings({ minFreePercentage: 12.345, scalingFactor: 2 }, { 'unit.gb': 2 ** 30 }));
  const { numerator, denominator } = own.fullPerReading as { numerator: bigint; denominator: bigint };

  it('a reading that needs exactly the capacity has enough free', () => {
    expect(isBelowFree(own, Number(denominator), Number(numerator))).toBe(false);
    expect(isBelowFree(own, Number(denominator) + 1, Number(numerator))).toBe(true);
    expect(isBelowFree(own, Number(denominator) - 1, Number(numerator))).toBe(false);
  });

  it('one part in 1e19 too much is too much, one part less is not', () => {
    const reading = inverse(numerator, denominator);
    const capacity = (reading * numerator - 1n) / denominator;
    expect(isBelowFree(own, Number(reading), Number(capacity))).toBe(true);
    expect(isBelowFree(own, Number(denominator - reading), Number(numerator - capacity))).toBe(false);
  });
});

describe('VOLAUTO-18, VOLAUTO-19: the bounds of a forecast', () => {
  const forecast = (points: number, slopePerHour: number) => {
    const line: Fit = { points, slopePerHour, mean: 0, hoursSinceMean: 0, last: 0, isAtBound: false };
    const set = predicting();
    return forecastOf(set, scaled(set).predictive, line).kind;
  };

  it.each([
    ['one reading has no line, even if one is enough', 1, 100, 'fewPoints'],
    ['two have one', 2, 100, 'enoughProjected'],
    ['growth exactly at the minimum counts', 2, 10, 'enoughProjected'],
    ['growth below it does not', 2, 9.9, 'slowGrowth'],
  ])('%s', (_, points, slopePerHour, kind) => {
    expect(forecast(points, slopePerHour)).toBe(kind);
  });
});

describe('`volume.predictive.trigger`: when a projection makes an expansion due', () => {
  const above = { 'volume.predictive.trigger': 'targetAboveCapacity' } as const;

  it.each<[string, VolumesetSettings, number, boolean]>([
    ['8 GB need exactly 10 GB: enough', predicting(), 8, false],
    ['more do not fit', predicting(), 8.001, true],
    ['noise of a share of the need is taken off', predicting({ 'numbers.epsilon': 1e-3 }), 8.005, false],
    ['100 % free: anything is too much', predicting({}, 100), 0.001, true],
    ['... even with noise', predicting({ 'numbers.epsilon': 1e-3 }, 100), 0.001, true],
    ['... but nothing is not', predicting({}, 100), 0, false],
    ['a target of exactly the capacity', predicting(above), 4, false],
    ['a target above the capacity', predicting(above), 4.001, true],
    ['a projection of nothing', predicting(above, 100), 0, false],
    ['a projection below nothing', predicting(above), -5, false],
    ['withReactive it never does', predicting({ 'volume.predictive.trigger': 'withReactive' }), 100, false],
  ])('%s', (_, set, projectedGB, expected) => {
    expect(isPredictiveDue(set, scaled(set), projected(projectedGB), 10e6)).toBe(expected);
  });

  it('without prediction, and without a projection, nothing is due', () => {
    const set = predicting();
    expect(isPredictiveDue(set, { ...scaled(set), predictive: null }, projected(100), 10e6)).toBe(false);
    expect(isPredictiveDue(set, scaled(set), { kind: 'fewPoints' }, 10e6)).toBe(false);
  });
});

describe('VOLAUTO-17: the larger target', () => {
  const set = predicting();

  it('of two equal ones the reactive one is named', () => {
    const targets = targetsOf(set, scaled(set), 10_000, { isReactiveDue: true, forecast: projected(10) });
    expect(targets).toEqual({
      trigger: 'reactive',
      wantedMicroGB: 25e6,
      reactiveMicroGB: 25e6,
      predictiveMicroGB: 25e6,
    });
  });

  it('without prediction there is no predictive one', () => {
    const alone = { ...scaled(set), predictive: null };
    expect(targetsOf(set, alone, 10_000, { isReactiveDue: true, forecast: projected(10) })).toMatchObject({
      trigger: 'reactive',
      predictiveMicroGB: null,
    });
  });
});
