/**
 * Hourly predictions of a volume beside the realised values.
 */
import { mean } from 'simple-statistics';
import { type Duration, hour, type Instant } from '../../engine/time.ts';
import { type Fit, fillReadings, fit, forecastWindow } from '../../platform/volume/forecast.ts';
import type { PredictiveSettings } from '../../platform/volume/settings.ts';
import { forecastOf, gbPerReading } from '../../platform/volume/target.ts';
import { capacityBytesOf, readingFromBytes, storedBytes } from '../../platform/volume/volume.ts';
import { type CourseStretch, type Settings, storedAt } from '../fold/volumeCourse.ts';

/** One sample of a volume: the projection of the fitted line, and the stored amount at the projected time. */
export interface ForecastSample {
  readonly at: Instant;
  /** Readings in the lookback window. */
  readonly points: number;
  /** null: fewer than two points. */
  readonly rateGBPerHour: number | null;
  /** null: prediction had no say, for too few points or too slow a growth (VOLAUTO-18, VOLAUTO-19). */
  readonly projectedGB: number | null;
  /** At `at` + projectionHours; null where the run ends before, or there was no device then. */
  readonly realisedGB: number | null;
}

interface Sampling {
  readonly settings: Settings;
  readonly predictive: PredictiveSettings;
  /** Of the volume, from a lookback before the first sample on. */
  readonly course: readonly CourseStretch[];
  /** Instants at which readings of before are gone (`volume.usage.readingsOnLoss`). */
  readonly forgottenAt: readonly Instant[];
  readonly start: Instant;
  readonly now: Instant;
}

/**
 * One sample each `every`, by the platform's own rule over the readings of the lookback window (VOLAUTO-14,
 * VOLAUTO-15).
 *
 * @param every whole hours of the clock; from the length of the window on no reading is used twice
 */
export function forecastSamples(sampling: Sampling, every: Duration): ForecastSample[] {
  const { start, now, settings, predictive } = sampling;
  const samples: ForecastSample[] = [];
  let window = newWindow(settings, predictive.lookback);
  let filledTo = Number.NEGATIVE_INFINITY;
  for (let at = Math.ceil(start / hour) * hour; at < now; at += every) {
    const forgottenAt = sampling.forgottenAt.filter((one) => one <= at).at(-1) ?? Number.NEGATIVE_INFINITY;
    if (forgottenAt > filledTo && filledTo > Number.NEGATIVE_INFINITY)
      window = newWindow(settings, predictive.lookback);
    const from = Math.max(filledTo + settings.readingInterval, at - predictive.lookback, forgottenAt);
    for (const stretch of sampling.course) {
      const time = { from: Math.max(from, stretch.from), until: Math.min(at, stretch.until - 1) };
      fillReadings(window, time, (reading) =>
        readingFromBytes(storedBytes(stretch.use, stretch.usage, settings, reading), settings),
      );
    }
    filledTo = at;
    const isThere = sampling.course.some((stretch) => stretch.from <= at && at < stretch.until);
    if (!isThere) continue;
    const line = fit(window, at, predictive.lookback, settings.assumptions['volume.predictive.window']);
    samples.push(sampleOf(sampling, at, line));
  }
  return samples;
}

function sampleOf({ settings, predictive, course }: Sampling, at: Instant, line: Fit | null): ForecastSample {
  const forecast = forecastOf(settings, predictive, line);
  const isFitted = line !== null && line.points >= 2;
  return {
    at,
    points: line?.points ?? 0,
    rateGBPerHour: isFitted ? line.slopePerHour * gbPerReading(settings) : null,
    projectedGB: forecast.kind === 'enoughProjected' ? forecast.projectedGB : null,
    realisedGB: realisedGB({ settings, predictive, course }, at),
  };
}

/** The stored amount at the instant that a projection was for; null if the run ends before, or there was no device. */
export function realisedGB(
  { settings, predictive, course }: Pick<Sampling, 'settings' | 'predictive' | 'course'>,
  at: Instant,
): number | null {
  const bytes = storedAt(course, settings, at + predictive.projectionHours * hour);
  return bytes === null ? null : bytes / settings.bytesPerGB;
}

function newWindow(settings: Settings, lookback: Duration): ReturnType<typeof forecastWindow> {
  const readingMax = Math.ceil(capacityBytesOf(settings.capMicroGB, settings.bytesPerGB) / settings.readingBytes);
  return forecastWindow({ anchor: 0, step: settings.readingInterval, lookback, readingMax });
}

/**
 * Projected less realised, over samples with both: the mean error and the mean absolute error; null if there are none.
 */
export function errorsOf(samples: readonly Pick<ForecastSample, 'projectedGB' | 'realisedGB'>[]): {
  readonly count: number;
  readonly biasGB: number | null;
  readonly meanAbsoluteErrorGB: number | null;
} {
  const errors = samples.flatMap(({ projectedGB, realisedGB }) =>
    projectedGB === null || realisedGB === null ? [] : [projectedGB - realisedGB],
  );
  const count = errors.length;
  if (count === 0) return { count, biasGB: null, meanAbsoluteErrorGB: null };
  return { count, biasGB: mean(errors), meanAbsoluteErrorGB: mean(errors.map(Math.abs)) };
}
