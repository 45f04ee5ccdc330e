/**
 * The stored bytes of a volume over a run, reading by reading, without computing each reading.
 */

import type { Duration, Instant } from '../../engine/time.ts';
import { storedBetween } from '../../platform/volume/readingsAhead.ts';
import type { VolumeUsage } from '../../platform/volume/usage.ts';
import { capacityBytesOf, storedBytes } from '../../platform/volume/volume.ts';
import type { UseBase } from '../../platform/volume/volumeRecord.ts';
import type { VolumesetEntity } from '../../platform/world.ts';
import type { VolumeNow } from './volumeNow.ts';

/** A period in which use followed one curve within one capacity; `until` is excluded. */
export interface CourseStretch {
  readonly from: Instant;
  readonly until: Instant;
  /** When it ended, which the reading at `until` is the first to show. */
  readonly endedAt: Instant;
  readonly use: UseBase;
  readonly usage: VolumeUsage;
}

/** The stretches of a volume from an instant on, oldest first; there is none while there was no device. */
export function courseOf({ entity: { uses } }: VolumeNow, from: Instant, now: Instant): CourseStretch[] {
  return uses.flatMap(({ use, usage, readFrom }, index) => {
    const next = uses[index + 1];
    const [begin, end] = [Math.max(from, readFrom), Math.min(now, next?.readFrom ?? now)];
    return use === null || begin >= end ? [] : [{ from: begin, until: end, endedAt: next?.at ?? now, use, usage }];
  });
}

export type Settings = VolumesetEntity['settings'];

/** The stored bytes at an instant; null if there is no device. */
export function storedAt(course: readonly CourseStretch[], settings: Settings, at: Instant): number | null {
  const one = course.find(({ from, until }) => from <= at && at < until) ?? endingAt(course, at);
  return one === undefined ? null : storedBytes(one.use, one.usage, settings, at);
}

/** At the end of all there is no stretch any more that includes it. */
function endingAt(course: readonly CourseStretch[], at: Instant): CourseStretch | undefined {
  const last = course.at(-1);
  return last?.until === at ? last : undefined;
}

/**
 * A condition on a reading that is monotonic in the bytes: either more bytes never end it, or fewer bytes never end it.
 */
export type UseCondition = (usedBytes: number, capacityBytes: number) => boolean;

/** A period in which a condition held; `until` is excluded. */
export interface Spell {
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * The spells in which a condition held: each reading counts for the time up to the next reading. Adjacent spells are
 * merged.
 *
 * If the least and the greatest use of a stretch agree, the stretch is not searched. Otherwise it is halved, so few
 * readings are computed.
 */
export function spellsOf(course: readonly CourseStretch[], settings: Settings, isSo: UseCondition): Spell[] {
  const spells: { from: Instant; until: Instant }[] = [];
  const { readingInterval } = settings;
  for (const stretch of course) {
    eachUniform(stretch, settings, isSo, (from, until, isHere) => {
      if (!isHere) return false;
      const end = Math.min(until + readingInterval, stretch.until);
      const last = spells.at(-1);
      if (last !== undefined && last.until >= from) last.until = end;
      else spells.push({ from, until: end });
      return false;
    });
  }
  return spells;
}

/** The first reading from an instant on at which a condition holds; null: there is none. */
export function firstWhere(
  course: readonly CourseStretch[],
  settings: Settings,
  isSo: UseCondition,
  from: Instant,
): Instant | null {
  for (const stretch of course) {
    if (stretch.until <= from) continue;
    const found = firstIn({ ...stretch, from: Math.max(from, stretch.from) }, settings, isSo);
    if (found !== null) return found;
  }
  return null;
}

/** The total time of spells. */
export function timeOf(spells: readonly Spell[]): Duration {
  return spells.reduce((sum, { from, until }) => sum + (until - from), 0);
}

/**
 * The least share of its capacity that a volume did not exceed for the given percentage of the time, to a millionth;
 * null if there was no device.
 *
 * @param percent 0 to 100
 */
export function filledPercentile(course: readonly CourseStretch[], settings: Settings, percent: number): number | null {
  const total = course.reduce((sum, { from, until }) => sum + (until - from), 0);
  if (total === 0) return null;
  const grain = 1_000_000;
  const passedAt = (millionths: number): Duration =>
    timeOf(spellsOf(course, settings, (used, capacity) => used * grain > capacity * millionths));
  let [low, high] = [0, grain];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passedAt(middle) <= (total * (100 - percent)) / 100) high = middle;
    else low = middle + 1;
  }
  return low / grain;
}

/** The first reading of one stretch at which a condition holds; null: there is none. */
export function firstIn(stretch: CourseStretch, settings: Settings, isSo: UseCondition): Instant | null {
  let found: Instant | null = null;
  eachUniform(stretch, settings, isSo, (from, _, isHere) => {
    if (isHere) found ??= from;
    return found !== null;
  });
  return found;
}

/** Calls back with runs of readings that agree, in order, until it answers true. */
function eachUniform(
  stretch: CourseStretch,
  settings: Settings,
  isSo: UseCondition,
  callback: (from: Instant, until: Instant, isHere: boolean) => boolean,
): void {
  const { use, usage } = stretch;
  const step = settings.readingInterval;
  const capacityBytes = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  const curve = { use, usage, settings };
  /** @returns whether to stop */
  const visit = (first: number, last: number): boolean => {
    const [from, until] = [first * step, last * step];
    const { least, greatest } = storedBetween(curve, { from, until });
    const isHere = isSo(least, capacityBytes);
    if (isHere === isSo(greatest, capacityBytes)) return callback(from, until, isHere);
    if (first === last) return callback(from, until, isSo(storedBytes(use, usage, settings, from), capacityBytes));
    const middle = Math.floor((first + last) / 2);
    return visit(first, middle) || visit(middle + 1, last);
  };
  const first = Math.ceil(stretch.from / step);
  const last = Math.ceil(stretch.until / step) - 1;
  if (first <= last) visit(first, last);
}
