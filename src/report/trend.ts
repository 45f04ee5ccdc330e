/**
 * How fast a volume's use grows, and how long its capacity lasts at that pace.
 */
import { day, hour, type Instant } from '../engine/time.ts';
import type { Usage } from '../platform/volume/usage.ts';
import { usedBytesAt } from '../platform/volume/usage.ts';
import { usageAge, type Volume } from '../platform/volume/volume.ts';
import type { VolumesetEntity } from '../platform/world.ts';

/** The stretch over which the trend is taken, where the volume is old enough. */
const trendWindow = 7 * day;

/**
 * Bytes per hour: the straight line of least squares through hourly points of the usage curve, over the last 7 days or the volume's age;
 * null for one younger than an hour.
 */
export function growthBytesPerHour(volume: Volume, usage: Usage, now: Instant): number | null {
  const age = usageAge(volume, now);
  const steps = Math.floor(Math.min(trendWindow, age) / hour);
  if (steps < 1) return null;
  let sum = 0;
  let weighted = 0;
  for (let step = 0; step <= steps; step += 1) {
    const bytes = usedBytesAt(usage, age - (steps - step) * hour);
    sum += bytes;
    weighted += bytes * step;
  }
  const count = steps + 1;
  const middle = steps / 2;
  return ((weighted - middle * sum) * 12) / (count * (count * count - 1));
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
