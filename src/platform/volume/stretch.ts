/**
 * What a volume stored in the past, as far back as any prediction looks.
 *
 * The platform takes readings whether prediction looks at them or not. They are not kept, as most are never asked for:
 * what a volume stored follows from a few stretches of time, in each of which its use followed one curve within one
 * capacity.
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

/** When use changes, and the first reading that shows it. */
export interface UseChange {
  readonly at: Instant;
  readonly nextReadingAt: Instant;
}

/**
 * Makes what is stored the base from which the curve goes on, and ends a stretch: lost excess, and deletions of what
 * was not there, are forgotten, while readings that have been taken stay as they were.
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

/** Drops what was read so far, as after a loss of data (`volume.usage.readingsOnLoss`). */
export function forgetReadings(volume: Volume): void {
  volume.past = [];
  volume.forecast = null;
}

/**
 * Fills an empty window with the readings of a time, both ends included, as the platform has taken them; where there
 * was no device there is none.
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

/** Bounds of the readings from an instant on that were taken before the present curve; null where there are none. */
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
