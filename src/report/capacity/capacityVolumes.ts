/**
 * The capacity report's block of volumes.
 */

import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { classLimits, gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { expansionsCounting, expansionsMax } from '../../platform/volume/limit.ts';
import type { VolumeEntity } from '../../platform/world.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Bill } from '../bill/billDocument.ts';
import { costOf } from '../bill/costs.ts';
import { freePercentage } from '../fold/measure.ts';
import { type Saturation, saturationOf, timeAt } from '../fold/saturation.ts';
import type { RefusalCause, VolumeChronicle } from '../fold/volumeChronicle.ts';
import {
  type CourseStretch,
  courseOf,
  filledPercentile,
  type Settings,
  type Spell,
  spellsOf,
} from '../fold/volumeCourse.ts';
import type { VolumeNow } from '../fold/volumeNow.ts';
import { weightedPercentile } from '../load/weightedPercentile.ts';
import { decimalOrNull, decimalText, gbOfBytesText, gbText } from '../words/numbers.ts';
import { daysToFull, growthBytesPerHour, trendStretch } from '../words/trend.ts';
import { type Headroom, volumeHeadrooms } from './headroom.ts';
import { type Worked, type WorkReport, workedBy, workReport } from './volumeWork.ts';

export interface VolumeCapacity {
  readonly gvc: string;
  readonly set: string;
  readonly location: string;
  readonly index: number;
  readonly lifecycle: string;
  readonly usedGB: string;
  readonly capacityGB: string;
  /** At the end. */
  readonly freePct: string | null;
  /** Free space at the reading with the least, or at the end if less is free then; null before the first reading. */
  readonly lowestFreePct: string | null;
  readonly lowestFreeAt: string | null;
  /** Trend of use over the last seven days. */
  readonly growthGBPerDay: string | null;
  /** Whether it can still grow by itself: autoscaling is set up and the maximum capacity is not reached. */
  readonly grows: boolean;
  /** At the present capacity; null: never at the current growth. */
  readonly daysToFull: string | null;
  /** The first refusal of those that `refusals` counts; null: there was none. */
  readonly firstRefusal: { readonly at: string; readonly cause: RefusalCause; readonly rule: string } | null;
  readonly expansions: number;
  /**
   * Refusals of more room: refused expansions, times below `minFreePercentage` at the maximum capacity, times it became
   * full.
   */
  readonly refusals: number;
  /** Expansions that the platform refused (LIMIT-1). */
  readonly expansionsRefused: number;
  /**
   * Expansions that are still allowed at the end, for the 24 hours before it (LIMIT-1); null: it does not grow by
   * itself.
   */
  readonly expansionsLeft: number | null;
  /** Below `minFreePercentage` with none left, in whole readings. */
  readonly blockedMs: number;
  /** At its maximum capacity, in whole readings. */
  readonly atMaxMs: number;
  /** Time in which the volume was full. */
  readonly fullMs: number;
  readonly fullFrom: string | null;
  readonly maxGB: string;
  /**
   * For a volume that grows by itself: the time at its maximum capacity (`atMaxMs`), and the time in which no expansion
   * was left; `blockedMs` is the part of the latter in which it needed one. For each volume: the time in which it was
   * full (`fullMs`), and the time in which more work was asked for than its class gives at its capacity, if that is
   * known. Each with its number of times, its longest and its first time.
   */
  readonly saturation: readonly Saturation[];
  /**
   * Capacity against the maximum, or stored bytes against the capacity if it does not grow by itself; and requested
   * work against the limits of its class, as far as that is known.
   */
  readonly headrooms: readonly Headroom[];
  /** The period over which the trend of use was taken; null: too young for one. */
  readonly trendMs: number | null;
  /** Maximum of the class at this capacity; null if none is stated. */
  readonly iops: number | null;
  readonly megabytesPerSecond: number | null;
  /**
   * The requested part of it while a replica has the volume; null if the scenario does not state it (`operations`,
   * `throughput`).
   */
  readonly iopsUsed: WorkReport | null;
  readonly megabytesPerSecondUsed: WorkReport | null;
  readonly snapshots: number;
  readonly cost: string;
}

interface VolumeSources {
  readonly bill: Bill;
  readonly assumptions: Assumptions;
  readonly start: Instant;
  readonly now: Instant;
}

/** One volume at the end of a run (VOL-9 to VOL-11, LIMIT-1). */
export function volumeCapacity(
  one: VolumeNow,
  chronicle: VolumeChronicle,
  { bill, assumptions, start, now }: VolumeSources,
): VolumeCapacity {
  const { place, set, entity, isPresent, usedBytes, capacityBytes } = one;
  const { volume } = entity;
  const lowest = lowestOf(one, now);
  const { settings } = set;
  const mayGrow = settings.autoscaling !== null;
  const course = courseOf(one, start, now);
  const short = shortAtMost(course, settings);
  const shareP99 = mayGrow ? null : filledPercentile(course, settings, 99);
  const index = place.index ?? 0;
  const microGB = isPresent ? volume.capacityMicroGB : 0;
  const limits = classLimits(settings.performanceClass, chronicle.provider, microGB, assumptions['volume.iops.curve']);
  const operations = workedBy('operations', { entity }, chronicle, { start, now, assumptions });
  const throughput = workedBy('throughput', { entity }, chronicle, { start, now, assumptions });
  const growth = isPresent ? growthBytesPerHour(volume, set.usage, now) : null;
  const days = isPresent ? daysToFull({ usedBytes, capacityBytes }, volume, set, now) : null;
  return {
    gvc: place.gvc,
    set: place.name,
    location: place.location,
    index,
    lifecycle: volume.lifecycle,
    usedGB: gbOfBytesText(usedBytes, settings.bytesPerGB),
    capacityGB: gbText(microGB),
    freePct: isPresent ? decimalText(freePercentage(usedBytes, capacityBytes)) : null,
    lowestFreePct: lowest === null ? null : decimalText(freePercentage(lowest.usedBytes, lowest.capacityBytes)),
    lowestFreeAt: lowest === null ? null : isoFromInstant(lowest.at),
    growthGBPerDay: growth === null ? null : decimalText((growth * 24) / settings.bytesPerGB),
    grows: isPresent && settings.autoscaling !== null && microGB < settings.capMicroGB,
    daysToFull: decimalOrNull(days),
    firstRefusal: firstRefusal(short, chronicle),
    expansions: chronicle.accepted,
    refusals: chronicle.refused + chronicle.filled + short.length,
    expansionsRefused: chronicle.refused,
    expansionsLeft: mayGrow
      ? Math.max(0, expansionsMax - expansionsCounting(volume.expansions, now, assumptions['volume.limit.window']))
      : null,
    blockedMs: entity.blocked.ms,
    atMaxMs: entity.atCap.ms,
    fullMs: chronicle.fulls.total,
    fullFrom: chronicle.fulls.firstAt === null ? null : isoFromInstant(chronicle.fulls.firstAt),
    maxGB: gbText(settings.capMicroGB),
    saturation: [
      ...(mayGrow
        ? [
            saturationOf('maxCapacity', gbFromMicroGB(settings.capMicroGB), entity.atCap, start),
            saturationOf('expansions', expansionsMax, timeAt(chronicle.spent), start),
          ]
        : []),
      saturationOf('capacity', gbFromMicroGB(microGB), timeAt(chronicle.fulls), start),
      ...workSaturation('class IOPS', operations, limits?.iops ?? null, start),
      ...workSaturation('class MB/s', throughput, limits?.megabytesPerSecond ?? null, start),
    ],
    headrooms: volumeHeadrooms({
      capMicroGB: mayGrow ? settings.capMicroGB : null,
      bytesPerGB: settings.bytesPerGB,
      capacityP99: mayGrow ? capacityP99(one, start, now) : null,
      stored: shareP99 === null || capacityBytes === 0 ? null : { shareP99, capacityBytes },
      limits: isPresent ? limits : null,
      operations,
      throughput,
    }),
    trendMs: growth === null ? null : trendStretch(volume, now),
    iops: isPresent ? (limits?.iops ?? null) : null,
    megabytesPerSecond: isPresent ? (limits?.megabytesPerSecond ?? null) : null,
    iopsUsed: workReport(operations),
    megabytesPerSecondUsed: workReport(throughput),
    snapshots: volume.snapshots.length,
    cost: formatDecimal(
      costOf(bill, {
        kind: 'volumeset',
        gvc: place.gvc,
        name: place.name,
        location: place.location,
        volumeIndex: index,
      }),
    ),
  };
}

/** Capacity over the greatest one of the time, while it grew by itself; null where it never did. */
function capacityP99({ entity: { uses } }: VolumeNow, start: Instant, now: Instant): number | null {
  const [shares, times]: [number[], number[]] = [[], []];
  uses.forEach(({ at, use, settings }, index) => {
    if (use === null || settings.autoscaling === null) return;
    shares.push(use.capacityMicroGB / settings.capMicroGB);
    times.push(Math.max(0, Math.min(now, uses[index + 1]?.at ?? now) - Math.max(start, at)));
  });
  return weightedPercentile(shares, times, 99);
}

/** The least room: that of a reading, or that at the end, which none may have seen. */
function lowestOf({ entity, isPresent, usedBytes, capacityBytes }: VolumeNow, now: Instant): VolumeEntity['lowest'] {
  const { lowest } = entity;
  if (!isPresent || capacityBytes === 0) return lowest;
  const isLower =
    lowest === null ||
    freePercentage(usedBytes, capacityBytes) < freePercentage(lowest.usedBytes, lowest.capacityBytes);
  return isLower ? { at: now, usedBytes, capacityBytes } : lowest;
}

/** The value of the limit is that of the end. */
function workSaturation(
  limit: 'class IOPS' | 'class MB/s',
  worked: Worked | null,
  value: number | null,
  start: Instant,
): Saturation[] {
  return worked === null ? [] : [saturationOf(limit, value, timeAt(worked.above), start)];
}

/** When a threshold was missed at the greatest capacity: no entry tells of it, because nothing is asked for. */
function shortAtMost(course: readonly CourseStretch[], settings: Settings): readonly Spell[] {
  const least = settings.autoscaling?.minFreePercentage ?? null;
  if (least === null) return [];
  const capped = course.filter(({ use }) => use.capacityMicroGB >= settings.capMicroGB);
  return spellsOf(capped, settings, (usedBytes, capacityBytes) => freePercentage(usedBytes, capacityBytes) < least);
}

/** The journalled refusal, or the first reading below the threshold at the greatest capacity. */
function firstRefusal(
  short: readonly Spell[],
  { firstRefusal: journalled }: VolumeChronicle,
): VolumeCapacity['firstRefusal'] {
  const shortAt = short[0]?.from ?? null;
  if (shortAt !== null && (journalled === null || shortAt <= journalled.at))
    return { at: isoFromInstant(shortAt), cause: 'max-capacity', rule: 'VOLAUTO-1' };
  if (journalled === null) return null;
  return { at: isoFromInstant(journalled.at), cause: journalled.cause, rule: journalled.rule };
}
