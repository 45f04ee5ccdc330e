/**
 * The capacity report's blocks of forecasts: predictions of volumes beside the realised values, and the results of
 * other ways to grow.
 */
import { type Duration, hour, type Instant, isoFromInstant } from '../../engine/time.ts';
import type { PredictiveSettings } from '../../platform/volume/settings.ts';
import type { SubjectPlace } from '../fold/fact.ts';
import type { ForecastEvaluation, VolumeChronicle } from '../fold/volumeChronicle.ts';
import { type CourseStretch, courseOf, type Settings } from '../fold/volumeCourse.ts';
import type { VolumeNow } from '../fold/volumeNow.ts';
import { decimalOrNull, decimalText } from '../words/numbers.ts';
import { errorsOf, type ForecastSample, forecastSamples, realisedGB } from './forecastSamples.ts';
import {
  actualGrowth,
  earlyGBHours,
  foreseenGrowth,
  type GrowthDemand,
  type GrowthOutcome,
  reactiveGrowth,
} from './growthReplay.ts';

interface Place {
  readonly gvc: string;
  readonly set: string;
  readonly location: string;
  readonly index: number;
}

/** An evaluation that used a prediction, and that expanded the volume or was refused. */
export interface ForecastReport extends Place {
  readonly at: string;
  readonly outcome: 'accepted' | 'refused';
  readonly points: number;
  readonly rateGBPerHour: string;
  readonly usedGB: string;
  readonly projectedGB: string | null;
  readonly capacityGB: string;
  readonly chosenGB: string | null;
  /** Used projectionHours later; null if the run ends before, prediction was turned off, or the device was gone. */
  readonly realisedGB: string | null;
  /** Projected less realised. */
  readonly errorGB: string | null;
  /**
   * The added capacity, times the hours for which the earlier capacity would still have been enough, to the end of the
   * run at most; null if it was refused.
   */
  readonly gbHoursTooEarly: string | null;
}

/**
 * A way to grow, and its result: as in the run, by the reactive rule alone, or with perfect foresight of the same
 * demand.
 */
export interface GrowthReport {
  readonly plan: 'actual' | 'reactive' | 'foresight';
  readonly expansions: number;
  readonly gbHours: string;
  readonly gbHoursTooEarly: string;
  /** Time with less than minFreePercentage free. */
  readonly shortMs: number;
  readonly finalGB: string;
}

/** The forecasts of one volume that is expanded by prediction at the end of the run. */
export interface ForecastSummary extends Place {
  readonly projectionHours: string;
  readonly lookbackHours: string;
  /** Evaluations that acted, or were refused; beyond 200 there are no rows. */
  readonly evaluations: number;
  readonly evaluationsLeftOut: number;
  /** Over evaluations with a projection and a realised value; projected less realised. */
  readonly biasGB: string | null;
  readonly meanAbsoluteErrorGB: string | null;
  /** The same over the hourly samples. */
  readonly samples: {
    readonly everyMs: number;
    readonly count: number;
    readonly compared: number;
    readonly biasGB: string | null;
    readonly meanAbsoluteErrorGB: string | null;
  };
  readonly plans: readonly GrowthReport[];
}

/** Hourly predictions in columns: one value for each sample, the first at `from`, then each `everyMs`. */
export interface ForecastSamples extends Place {
  readonly from: string;
  readonly everyMs: number;
  readonly points: readonly number[];
  readonly rateGBPerHour: readonly (string | null)[];
  /** null: prediction did not apply. */
  readonly projectedGB: readonly (string | null)[];
  readonly realisedGB: readonly (string | null)[];
}

export interface ForecastBlocks {
  readonly forecasts: readonly ForecastReport[];
  readonly forecastSummaries: readonly ForecastSummary[];
  readonly forecastSamples: readonly ForecastSamples[];
}

/**
 * So many readings are looked at for samples, all volumes together, and so many samples made: of more there are fewer
 * than one an hour.
 */
const readingsMax = 4_000_000;
const samplesMax = 10_000;

export interface Heard {
  readonly volume: VolumeNow;
  readonly heard: VolumeChronicle;
}

/**
 * All forecast blocks of a run, in the order of volumes.
 *
 * @param start of the run
 */
export function forecastBlocks(volumes: readonly Heard[], start: Instant, now: Instant): ForecastBlocks {
  const predicted = volumes.flatMap((one): Predicted[] => {
    const { settings } = one.volume.set;
    const predictive = settings.autoscaling?.predictive ?? null;
    if (predictive === null || one.volume.entity.volume.lifecycle === 'deleted') return [];
    const course = courseOf(one.volume, start - predictive.lookback, now);
    const since = courseOf(one.volume, start, now);
    const demand = { settings, course: since, renewedAt: one.heard.renewedAt, now };
    return [{ ...one, settings, predictive, course, demand }];
  });
  const every = samplingOf(predicted, now - start);
  const sampled = predicted.map((one) => ({ one, samples: samplesOf(one, { start, now, every }) }));
  const byPlace = new Map(predicted.map((one) => [one.heard, one]));
  return {
    forecasts: volumes.flatMap(({ heard }) => rowsOf(heard, byPlace.get(heard) ?? null)),
    forecastSummaries: sampled.map(({ one, samples }) => summaryOf(one, samples, every)),
    forecastSamples: sampled.flatMap(({ one, samples }) => columnsOf(one, samples, every)),
  };
}

interface Predicted extends Heard {
  readonly settings: Settings;
  readonly predictive: PredictiveSettings;
  /** From a lookback before the run on. */
  readonly course: readonly CourseStretch[];
  readonly demand: GrowthDemand;
}

/** Time between two samples: an hour, or as many as keep the work and the report within bounds. */
function samplingOf(predicted: readonly Predicted[], length: Duration): Duration {
  let every = hour;
  const samples = predicted.length * (length / hour);
  if (samples > samplesMax) every = Math.ceil(samples / samplesMax) * hour;
  // Each reading is taken once while windows overlap; further apart, those of each window alone.
  const readings = (interval: Duration): number =>
    predicted.reduce((sum, { settings, predictive }) => {
      const looked = Math.min(length, (length / interval) * predictive.lookback);
      return sum + looked / settings.readingInterval;
    }, 0);
  while (every < length && readings(every) > readingsMax) every *= 2;
  return every;
}

function samplesOf(
  { settings, predictive, course, heard }: Predicted,
  { start, now, every }: { readonly start: Instant; readonly now: Instant; readonly every: Duration },
): ForecastSample[] {
  const drops = settings.assumptions['volume.usage.readingsOnLoss'] === 'drop';
  const forgottenAt = drops ? heard.renewedAt : [];
  return forecastSamples({ settings, predictive, course, forgottenAt, start, now }, every);
}

function rowsOf(heard: VolumeChronicle, predicted: Predicted | null): ForecastReport[] {
  return heard.forecasts.map((forecast) => {
    const realised = predicted === null ? null : realisedGB(predicted, forecast.at);
    const { projectedGB } = forecast;
    return {
      ...placeOf(heard.place),
      at: isoFromInstant(forecast.at),
      outcome: forecast.outcome,
      points: forecast.points,
      rateGBPerHour: decimalText(forecast.rateGBPerHour),
      usedGB: decimalText(forecast.usedGB),
      projectedGB: decimalOrNull(projectedGB),
      capacityGB: decimalText(forecast.capacityGB),
      chosenGB: decimalOrNull(forecast.chosenGB),
      realisedGB: decimalOrNull(realised),
      errorGB: projectedGB === null || realised === null ? null : decimalText(projectedGB - realised),
      gbHoursTooEarly: predicted === null ? null : decimalOrNull(earlyOf(forecast, predicted)),
    };
  });
}

function earlyOf({ at, outcome, capacityGB, chosenGB }: ForecastEvaluation, { demand }: Predicted): number | null {
  if (outcome === 'refused' || chosenGB === null) return null;
  return earlyGBHours(demand, { at, fromMicroGB: Math.round(capacityGB * 1e6), toMicroGB: Math.round(chosenGB * 1e6) });
}

function summaryOf(one: Predicted, samples: readonly ForecastSample[], everyMs: Duration): ForecastSummary {
  const { heard, predictive, demand } = one;
  const acted = errorsOf(
    heard.forecasts.map(({ at, projectedGB }) => ({ projectedGB, realisedGB: realisedGB(one, at) })),
  );
  const looked = errorsOf(samples);
  return {
    ...placeOf(heard.place),
    projectionHours: decimalText(predictive.projectionHours),
    lookbackHours: decimalText(predictive.lookback / hour),
    evaluations: heard.forecasts.length + heard.forecastsMore,
    evaluationsLeftOut: heard.forecastsMore,
    biasGB: decimalOrNull(acted.biasGB),
    meanAbsoluteErrorGB: decimalOrNull(acted.meanAbsoluteErrorGB),
    samples: {
      everyMs,
      count: samples.length,
      compared: looked.count,
      biasGB: decimalOrNull(looked.biasGB),
      meanAbsoluteErrorGB: decimalOrNull(looked.meanAbsoluteErrorGB),
    },
    plans: [
      growthReport('actual', actualGrowth(demand)),
      growthReport('reactive', reactiveGrowth(demand)),
      growthReport('foresight', foreseenGrowth(demand)),
    ],
  };
}

function growthReport(
  plan: GrowthReport['plan'],
  { expansions, gbHours, gbHoursTooEarly, shortMs, finalGB }: GrowthOutcome,
): GrowthReport {
  return {
    plan,
    expansions,
    gbHours: decimalText(gbHours),
    gbHoursTooEarly: decimalText(gbHoursTooEarly),
    shortMs,
    finalGB: decimalText(finalGB),
  };
}

function columnsOf(
  { heard }: Predicted,
  samples: readonly ForecastSample[],
  everyMs: Duration,
): readonly ForecastSamples[] {
  const [first] = samples;
  if (first === undefined) return [];
  // A time without a device has no samples: a place in the columns it has.
  const byPlace = new Map(samples.map((one) => [(one.at - first.at) / everyMs, one]));
  const last = samples.at(-1) ?? first;
  const all = Array.from({ length: (last.at - first.at) / everyMs + 1 }, (_, place) => byPlace.get(place));
  return [
    {
      ...placeOf(heard.place),
      from: isoFromInstant(first.at),
      everyMs,
      points: all.map((one) => one?.points ?? 0),
      rateGBPerHour: all.map((one) => decimalOrNull(one?.rateGBPerHour ?? null)),
      projectedGB: all.map((one) => decimalOrNull(one?.projectedGB ?? null)),
      realisedGB: all.map((one) => decimalOrNull(one?.realisedGB ?? null)),
    },
  ];
}

function placeOf({ gvc, name, location, index }: SubjectPlace): Place {
  return { gvc, set: name, location, index: index ?? 0 };
}
