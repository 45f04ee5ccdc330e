/**
 * The bytes that a volume stored in the past, as far back as any prediction looks.
 *
 * The platform takes readings even if no prediction uses them. The simulation does not keep them because most are never
 * asked for. It keeps a few periods instead; in each of them use followed one curve within one capacity.
 */

import { hour, type Instant } from '../../engine/time.ts';
import { type ForecastWindow, fillReadings } from './forecast.ts';
import { readingsBetween } from './readingsAhead.ts';
import type { VolumesetSettings } from './settings.ts';
import type { UsageExtremes, VolumeUsage } from './usage.ts';
import { readingFromBytes, setUse, storedBytes, usedBytesOf } from './volume.ts';
import type { UseStretch, Volume } from './volumeRecord.ts';

/** The longest lookback (VOLAUTO-5). */
const lookbackMax = 168 * hour;

/** An instant at which use changes, and the first reading that shows the change. */
export interface UseChange {
  readonly at: Instant;
  readonly nextReadingAt: Instant;
}

/**
 * Makes the stored bytes the base from which the curve continues, and ends a stretch. Lost excess, and deletions of
 * data that did not exist, are forgotten; readings already taken stay as they were.
 */
export function settleUse(volume: Volume, usage: VolumeUsage, settings: VolumesetSettings, change: UseChange): void {
  const usedBytes = usedBytesOf(volume, usage, settings, change.at);
  endStretch(volume, usage, change.nextReadingAt);
  setUse(volume, usage, change.at, usedBytes);
}

/** Stretches that no window reaches any more are forgotten. */
function endStretch(volume: Volume, usage: VolumeUsage, until: Instant): void {
  const { past, steadySince, usageClockAt, usageOffsetBytes, capacityMicroGB } = volume;
  if (until > steadySince) {
    past.push({ from: steadySince, until, usage, usageClockAt, usageOffsetBytes, capacityMicroGB });
    volume.steadySince = until;
  }
  while (past.length > 0 && past[0]!.until <= until - lookbackMax) past.shift();
}

/** Drops the readings so far, for example after a loss of data (`volume.usage.readingsOnLoss`). */
export function forgetReadings(volume: Volume): void {
  volume.past = [];
  volume.forecast = null;
}

/**
 * Fills an empty window with the readings that the platform took in a period, both ends included; there is no reading
 * while there was no device.
 */
export function fillFromPast(
  window: ForecastWindow,
  volume: Volume,
  set: { readonly usage: VolumeUsage; readonly settings: VolumesetSettings },
  { from, until }: { readonly from: Instant; readonly until: Instant },
): void {
  const { steadySince, usageClockAt, usageOffsetBytes, capacityMicroGB } = volume;
  const present: UseStretch = {
    from: steadySince,
    until: Number.POSITIVE_INFINITY,
    usage: set.usage,
    usageClockAt,
    usageOffsetBytes,
    capacityMicroGB,
  };
  for (const stretch of [...volume.past, present]) {
    const time = { from: Math.max(from, stretch.from), until: Math.min(until, stretch.until - 1) };
    fillReadings(window, time, (at) =>
      readingFromBytes(storedBytes(stretch, stretch.usage, set.settings, at), set.settings),
    );
  }
}

/** Bounds of the readings from an instant on that were taken before the present curve; null if there are none. */
export function readingsBefore(volume: Volume, settings: VolumesetSettings, from: Instant): UsageExtremes | null {
  const seen = volume.past
    .filter(({ until }) => until > from)
    .map((stretch) => {
      const time = { from: Math.max(from, stretch.from), until: stretch.until - 1 };
      return readingsBetween({ use: stretch, usage: stretch.usage, settings }, time);
    });
  if (seen.length === 0) return null;
  return {
    least: Math.min(...seen.map(({ least }) => least)),
    greatest: Math.max(...seen.map(({ greatest }) => greatest)),
  };
}
