/**
 * The free space that readings found in a volume: the least so far, and for how long no expansion could help.
 */
import { hold } from '../../../engine/holding.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import type { VolumeEntity, VolumesetEntity, World } from '../../world.ts';
import { expansionsCounting, expansionsMax } from '../limit.ts';
import { neverFalls, type ReadingRange, type StorageCurve, storedBetween } from '../readingsAhead.ts';
import { capacityBytesOf, usedBytesOf } from '../volume.ts';

/** Whether less is free than the volume should have. */
export function isShortOfRoom(set: VolumesetEntity, entity: VolumeEntity, usedBytes: number): boolean {
  const capacityBytes = capacityOf(set, entity);
  return (capacityBytes - usedBytes) * 100 < (set.settings.autoscaling?.minFreePercentage ?? 0) * capacityBytes;
}

/**
 * Counts the time up to a reading, or up to the last of several alike, in which a volume was as at the first of them:
 * at its greatest capacity, or short of room with no expansion left.
 */
export function countTime(
  world: World,
  set: VolumesetEntity,
  entity: VolumeEntity,
  reading: { readonly at: Instant; readonly usedBytes: number },
  length: Duration,
): void {
  const { volume } = entity;
  const from = reading.at - set.settings.readingInterval;
  if (volume.capacityMicroGB >= set.settings.capMicroGB) hold(entity.atCap, from, length);
  if (volume.expansions.length < expansionsMax) return;
  const counted = expansionsCounting(volume.expansions, reading.at, world.assumptions['volume.limit.window']);
  if (counted >= expansionsMax && isShortOfRoom(set, entity, reading.usedBytes)) hold(entity.blocked, from, length);
}

/** Keeps a reading if it found a smaller share free than all before. */
export function noteLowest(set: VolumesetEntity, entity: VolumeEntity, at: Instant, usedBytes: number): void {
  const capacityBytes = capacityOf(set, entity);
  // In place: while use grows each reading is the lowest, and an object a reading would be the dearest part of it.
  entity.lowest ??= { at, usedBytes, capacityBytes };
  if (!isLower(entity, usedBytes, capacityBytes)) return;
  entity.lowest.at = at;
  entity.lowest.usedBytes = usedBytes;
  entity.lowest.capacityBytes = capacityBytes;
}

/** The same for all readings of a stretch, while the volume has one capacity and follows one curve. */
export function noteLowestBetween(set: VolumesetEntity, entity: VolumeEntity, { from, until }: ReadingRange): void {
  const { volume } = entity;
  const { settings, usage } = set;
  const step = settings.readingInterval;
  const curve = curveOf(set, entity);
  const most = storedBetween(curve, { from, until }).greatest;
  if (!isLower(entity, most, capacityOf(set, entity))) return;
  const usedAt = (at: Instant): number => usedBytesOf(volume, usage, settings, at);
  if (!neverFalls(curve, { from, until })) {
    for (let at = from; at <= until; at += step) noteLowest(set, entity, at, usedAt(at));
    return;
  }
  // The last reading is the greatest; the first that is as great counts.
  const greatest = usedAt(until);
  let [below, reached] = [-1, (until - from) / step];
  while (reached - below > 1) {
    const middle = Math.floor((below + reached) / 2);
    if (usedAt(from + middle * step) < greatest) below = middle;
    else reached = middle;
  }
  noteLowest(set, entity, from + reached * step, greatest);
}

function isLower({ lowest }: VolumeEntity, usedBytes: number, capacityBytes: number): boolean {
  if (lowest === null) return true;
  return (capacityBytes - usedBytes) * lowest.capacityBytes < (lowest.capacityBytes - lowest.usedBytes) * capacityBytes;
}

function capacityOf({ settings }: VolumesetEntity, { volume }: VolumeEntity): number {
  return capacityBytesOf(volume.capacityMicroGB, settings.bytesPerGB);
}

/** What a volume stores from now on, if nothing happens to it. */
export function curveOf({ usage, settings }: VolumesetEntity, { volume }: VolumeEntity): StorageCurve {
  return { use: volume, usage, settings };
}
