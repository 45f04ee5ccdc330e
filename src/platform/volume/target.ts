/**
 * The reactive and the predictive formula of volume expansion: when a volume must grow, and to which capacity.
 */
import { gbFromMicroGB, microGBFromGB, microPerGB } from './capacity.ts';
import { type Fit, projected } from './forecast.ts';
import { ceilDiv, ceilGB, compareProduct, type Rational } from './rational.ts';
import type { PredictiveSettings, VolumeAutoscalingSettings, VolumesetSettings } from './settings.ts';

/** Whether less than `minFreePercentage` of a capacity is free, computed exactly (VOLAUTO-11). */
export function isBelowFree(autoscaling: VolumeAutoscalingSettings, reading: number, capacityMicroGB: number): boolean {
  const { fullPerReading, fullNumerator, fullDenominator } = autoscaling;
  if (fullPerReading === null) return reading > 0;
  const needed = reading * fullNumerator;
  const present = capacityMicroGB * fullDenominator;
  if (Number.isSafeInteger(Math.max(needed, present))) return needed > present;
  return compareProduct(reading, fullPerReading, capacityMicroGB) > 0;
}

/**
 * The reactive target, exact and rounded up to a whole 1e-6 GB (VOLAUTO-12, `volume.reactive.rounding`).
 *
 *   8 GB used, 20 % free, factor 2 -> 20 GB    8.1 GB -> 20.25 GB, with `up` 21 GB
 */
function reactiveTargetMicroGB(reading: number, targetPerReading: Rational, rounding: 'none' | 'up'): number {
  const { numerator, denominator } = targetPerReading;
  if (rounding === 'none') return Number(ceilDiv(BigInt(reading) * numerator, denominator));
  return Number(ceilDiv(BigInt(reading) * numerator, denominator * BigInt(microPerGB))) * microPerGB;
}

/**
 * The result of a forecast: no projection, with its cause, or a projection that enters (VOLAUTO-15, VOLAUTO-18,
 * VOLAUTO-19).
 */
export type ForecastResult =
  | { readonly kind: 'enoughFree' | 'fewPoints' | 'slowGrowth' }
  | { readonly kind: 'enoughProjected'; readonly projectedGB: number };

const notPredicted: ForecastResult = { kind: 'enoughFree' };
const fewPoints: ForecastResult = { kind: 'fewPoints' };
const slowGrowth: ForecastResult = { kind: 'slowGrowth' };

/**
 * The forecast from a regression line; growth exactly at the minimum counts (VOLAUTO-14, VOLAUTO-15, VOLAUTO-18,
 * VOLAUTO-19, `numbers.epsilon`).
 */
export function forecastOf(
  settings: VolumesetSettings,
  predictive: PredictiveSettings | null,
  fit: Fit | null,
): ForecastResult {
  if (predictive === null) return notPredicted;
  if (fit === null || fit.points < predictive.minDataPoints || fit.points < 2) return fewPoints;
  const { assumptions } = settings;
  const slope = fit.slopePerHour * gbPerReading(settings);
  const least = predictive.minGrowthGBPerHour;
  // Not "slope < least": a slope that is no number must not count as growth.
  if (!(slope >= least - Math.abs(least) * assumptions['numbers.epsilon'])) return slowGrowth;
  const inReadings = projected(fit, predictive.projectionHours, assumptions['volume.predictive.origin']);
  return { kind: 'enoughProjected', projectedGB: inReadings * gbPerReading(settings) };
}

/** Whether the projection alone makes an expansion due (`volume.predictive.trigger`). */
export function isPredictiveDue(
  { assumptions }: VolumesetSettings,
  { predictive }: VolumeAutoscalingSettings,
  forecast: ForecastResult,
  capacityMicroGB: number,
): boolean {
  if (predictive === null || forecast.kind !== 'enoughProjected') return false;
  const { projectedGB } = forecast;
  const capacityGB = gbFromMicroGB(capacityMicroGB);
  const epsilon = assumptions['numbers.epsilon'];
  switch (assumptions['volume.predictive.trigger']) {
    case 'projectedFree': {
      if (predictive.fullPerGB === Number.POSITIVE_INFINITY) return projectedGB > 0;
      const needed = projectedGB * predictive.fullPerGB;
      return needed - epsilon * needed > capacityGB;
    }
    case 'targetAboveCapacity':
      return ceilGB(projectedGB * predictive.targetPerGB, epsilon) > capacityGB;
    case 'withReactive':
      return false;
  }
}

/** What made an expansion due. */
export interface Due {
  readonly isReactiveDue: boolean;
  readonly forecast: ForecastResult;
}

/** The computed targets in 1e-6 GB; null: not computed. */
export interface Targets {
  /** The larger target; the reactive one if both are equal; `cap`: at 100 % free none can be computed. */
  readonly trigger: 'reactive' | 'predictive' | 'cap';
  /** The larger target before the cap; infinite at 100 % free. */
  readonly wantedMicroGB: number;
  readonly reactiveMicroGB: number | null;
  readonly predictiveMicroGB: number | null;
}

/** Computes both targets and picks the larger one (VOLAUTO-12, VOLAUTO-16, VOLAUTO-17, `volume.reactive.competes`). */
export function targetsOf(
  { assumptions }: VolumesetSettings,
  { targetPerReading, predictive }: VolumeAutoscalingSettings,
  reading: number,
  { isReactiveDue, forecast }: Due,
): Targets {
  if (targetPerReading === null)
    return { trigger: 'cap', wantedMicroGB: Number.POSITIVE_INFINITY, reactiveMicroGB: null, predictiveMicroGB: null };
  const entersReactive = isReactiveDue || assumptions['volume.reactive.competes'] === 'always';
  const reactiveMicroGB = entersReactive
    ? reactiveTargetMicroGB(reading, targetPerReading, assumptions['volume.reactive.rounding'])
    : null;
  const predictiveMicroGB =
    predictive !== null && forecast.kind === 'enoughProjected'
      ? microGBFromGB(ceilGB(forecast.projectedGB * predictive.targetPerGB, assumptions['numbers.epsilon']))
      : null;
  const reactive = reactiveMicroGB ?? Number.NEGATIVE_INFINITY;
  const predicted = predictiveMicroGB ?? Number.NEGATIVE_INFINITY;
  return {
    trigger: reactive >= predicted ? 'reactive' : 'predictive',
    wantedMicroGB: Math.max(reactive, predicted),
    reactiveMicroGB,
    predictiveMicroGB,
  };
}

/** GB in one unit of a reading (`unit.gb`, `volume.reading.grain`). */
export function gbPerReading({ readingBytes, bytesPerGB }: VolumesetSettings): number {
  return readingBytes / bytesPerGB;
}
