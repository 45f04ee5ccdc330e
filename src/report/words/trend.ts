/**
 * How fast a volume's use grows, and how long its capacity lasts at that pace.
 */

import { linearRegression } from 'simple-statistics';
import { type Duration, day, hour, type Instant } from '../../engine/time.ts';
import { usedBytesAt, type VolumeUsage } from '../../platform/volume/usage.ts';
import { usageAge } from '../../platform/volume/volume.ts';
import type { Volume } from '../../platform/volume/volumeRecord.ts';
import type { VolumesetEntity } from '../../platform/world.ts';

/** The stretch over which the trend is taken, where the volume is old enough. */
const trendWindow = 7 * day;

/** The time before an instant over which the trend is taken: whole hours, 0 for a volume younger than one. */
export function trendStretch(volume: Volume, now: Instant): Duration {
  return Math.max(0, Math.floor(Math.min(trendWindow, usageAge(volume, now)) / hour)) * hour;
}

/**
 * Bytes per hour: the straight line of least squares through hourly points of the usage curve, over the last 7 days or
 * the volume's age; null for one younger than an hour.
 */
export function growthBytesPerHour(volume: Volume, usage: VolumeUsage, now: Instant): number | null {
  const age = usageAge(volume, now);
  const steps = trendStretch(volume, now) / hour;
  if (steps < 1) return null;
  const first = usedBytesAt(usage, age - steps * hour);
  // From the first point on, so that use which stands still has no slope of rounded sums.
  const points = Array.from({ length: steps + 1 }, (_, step): [number, number] => [
    step,
    usedBytesAt(usage, age - (steps - step) * hour) - first,
  ]);
  return linearRegression(points).m;
}

/**
 * Days until a volume is full, were its capacity to stay as it is; null: never at this pace.
 *
 *   35 GB of 80, growing by 1.5 GB a day -> 30
 */
export function daysToFull(
  { usedBytes, capacityBytes }: { readonly usedBytes: number; readonly capacityBytes: number },
  volume: Volume,
  set: Pick<VolumesetEntity, 'usage'>,
  now: Instant,
): number | null {
  if (usedBytes >= capacityBytes) return 0;
  const growth = growthBytesPerHour(volume, set.usage, now);
  return growth === null || growth <= 0 ? null : (capacityBytes - usedBytes) / growth / 24;
}
