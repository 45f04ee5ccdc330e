/**
 * Look-ahead for volumes, the bounds: the least and greatest readings, and the lines that a forecast may fit, over a
 * stretch of time in which nothing else changes. Bounds may be wider than necessary, never narrower.
 *
 * `handlers/readingsAhead.ts` uses them to skip readings; `test/laws/lookAhead.test.ts` guards both.
 */

import { type Duration, hour, type Instant } from '../../engine/time.ts';
import { type Fit, projected } from './forecast.ts';
import type { VolumesetSettings } from './settings.ts';
import { leastAndGreatest, slopeBounds, type UsageExtremes, type VolumeUsage } from './usage.ts';
import { capacityBytesOf, readingFromBytes, usageAge } from './volume.ts';
import type { UseBase } from './volumeRecord.ts';

/** Both ends included. */
export interface ReadingRange {
  readonly from: Instant;
  readonly until: Instant;
}

/** The usage curve of a volume and the settings that turn bytes into readings. */
export interface StorageCurve {
  readonly use: UseBase;
  readonly usage: VolumeUsage;
  readonly settings: VolumesetSettings;
}

/** The least and the greatest stored bytes over a stretch, both ends included. */
export function storedBetween({ use, usage, settings }: StorageCurve, { from, until }: ReadingRange): UsageExtremes {
  const capacityBytes = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  const wanted = leastAndGreatest(usage, usageAge(use, from), usageAge(use, until));
  const stored = (bytes: number): number => Math.max(0, Math.min(bytes + use.usageOffsetBytes, capacityBytes));
  return { least: stored(wanted.least), greatest: stored(wanted.greatest) };
}

/** The same in readings. */
export function readingsBetween(curve: StorageCurve, stretch: ReadingRange): UsageExtremes {
  const { least, greatest } = storedBetween(curve, stretch);
  return { least: readingFromBytes(least, curve.settings), greatest: readingFromBytes(greatest, curve.settings) };
}

/** Whether what is stored never falls over a stretch. */
export function neverFalls({ use, usage }: StorageCurve, { from, until }: ReadingRange): boolean {
  return slopeBounds(usage, usageAge(use, from), usageAge(use, until)).least >= 0;
}

/**
 * The least and the greatest slope of what is stored over a stretch, in readings an hour: level where there is nothing,
 * or no room.
 */
function slopesBetween(curve: StorageCurve, { from, until }: ReadingRange): UsageExtremes {
  const { use, usage, settings } = curve;
  const slopes = slopeBounds(usage, usageAge(use, from), usageAge(use, until));
  const { least, greatest } = storedBetween(curve, { from, until });
  const isHeld = least <= 0 || greatest >= capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  const level = isHeld ? 0 : slopes.least;
  return {
    least: Math.min(slopes.least, level) / settings.readingBytes,
    greatest: Math.max(slopes.greatest, level) / settings.readingBytes,
  };
}

const loose = 1e-9;

/** The lookback window of a forecast. */
export interface Lookback {
  readonly now: Instant;
  readonly length: Duration;
  /** Whether the window holds as many readings as it ever will. */
  readonly isFull: boolean;
  /** Since when the volume follows the present curve. */
  readonly steadySince: Instant;
  /** Bounds of the readings before that which the window still holds; null: there are none. */
  readonly before: UsageExtremes | null;
}

/**
 * Lines above and below each that prediction will fit at a tick of a stretch, while the window has no gaps
 * (VOLAUTO-14). Null where nothing can be said: one reading, or a young window that has seen another curve.
 *
 * From the curve, where the window has seen no other: a least-squares slope lies between the least and the greatest
 * slope of the curve over the window, and the fitted line ends off the curve by at most 4/27 of the window times the
 * difference of those; a fifth is taken. Readings are off by half a unit, which bends the slope by less than four units
 * over the window and moves its end by less than four. From the line fitted now: a tick takes one reading in and
 * another out. With n readings of a range R in a full window, each tick moves the slope by at most 12 R / (n (n + 1)) a
 * step, and the end by at most 6 R / n. Rough curves are bounded by this, young windows by that.
 *
 * @param line the one fitted now
 * @param readings bounds over the stretch, in units of a reading
 */
export function linesBetween(
  line: Fit,
  curve: StorageCurve,
  lookback: Lookback,
  stretch: ReadingRange,
  readings: UsageExtremes,
): { readonly least: Fit; readonly greatest: Fit } | null {
  const { readingInterval } = curve.settings;
  // From the mean instant of evenly spaced readings to the newest is half of the window.
  const windowHours = 2 * line.hoursSinceMean;
  if (!(windowHours > 0)) return null;
  const { now, length, before, steadySince, isFull } = lookback;
  if (before !== null && !isFull) return null;
  const windowFrom = now - length;
  const whole = { from: before === null ? windowFrom : steadySince, until: stretch.until };
  let [falling, rising, off] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (before === null) {
    const slopes = slopesBetween(curve, whole);
    falling = slopes.least - 4 / windowHours;
    rising = slopes.greatest + 4 / windowHours;
    off = 4 + ((slopes.greatest - slopes.least) * (stretch.until - windowFrom)) / hour / 5;
  }
  let [slope, end, turn, shift] = [0, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (isFull) {
    const after = readingsBetween(curve, whole);
    const range = Math.max(after.greatest, before?.greatest ?? 0) - Math.min(after.least, before?.least ?? after.least);
    const moved = (((stretch.until - now) / readingInterval) * range) / line.points;
    [slope, end] = [line.slopePerHour, projected(line, 0, 'fittedLine')];
    // Sums of doubles end a little off: never a bound that is tight.
    turn = (12 * moved) / ((line.points + 1) * (readingInterval / hour)) + loose * Math.abs(slope);
    shift = 6 * moved + loose * Math.abs(end);
  }
  const lineOf = (slopePerHour: number, mean: number, last: number): Fit => {
    return { points: line.points, slopePerHour, mean, hoursSinceMean: 0, last, isAtBound: false };
  };
  return {
    least: lineOf(Math.max(falling, slope - turn), Math.max(readings.least - off, end - shift), readings.least),
    greatest: lineOf(Math.min(rising, slope + turn), Math.min(readings.greatest + off, end + shift), readings.greatest),
  };
}
