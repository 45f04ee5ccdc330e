/**
 * Time at a limit, for workloads and volumes in the capacity report.
 */
import type { Spells } from '../../engine/spells.ts';
import { type Duration, type Instant, isoFromInstant } from '../../engine/time.ts';
import type { LoadLimit } from '../load/loadTally.ts';
import type { BoundUse } from './boundChronicle.ts';

/**
 * The total time, the number of times, the longest time and the first time that something was at a limit; all 0 and
 * null if it never was.
 */
export interface Saturation {
  /**
   * `maxScale`: as many replicas were wanted as may be; `processor`, `maxConcurrency`: all that were ready answered as
   * much as their processors or places allow; `line`: somebody waited in line, or was held; `maxCapacity`: a volume was
   * as large as it may be; `expansions`: no expansion was left to it (LIMIT-1), whether or not it needed one;
   * `capacity`: it was full; `class IOPS`, `class MB/s`: it was asked for more than its class gives.
   */
  readonly limit:
    | 'maxScale'
    | LoadLimit
    | 'line'
    | 'maxCapacity'
    | 'expansions'
    | 'capacity'
    | 'class IOPS'
    | 'class MB/s';
  /** Of the limit: replicas, millicores or requests of one replica, GB, expansions; null where it has none. */
  readonly value: number | null;
  readonly ms: number;
  readonly count: number;
  readonly longestMs: number;
  readonly firstAt: string | null;
}

/** The counters of the time at a limit. */
export interface TimeAt {
  readonly ms: Duration;
  readonly count: number;
  readonly longestMs: Duration;
  readonly firstAt: Instant | null;
}

export function timeAt({ total, count, longest, firstAt }: Spells): TimeAt {
  return { ms: total, count, longestMs: longest, firstAt };
}

/** @param start of the run: a reading may cover time before it */
export function saturationOf(
  limit: Saturation['limit'],
  value: number | null,
  { ms, count, longestMs, firstAt }: TimeAt,
  start: Instant,
): Saturation {
  const first = firstAt === null ? null : isoFromInstant(Math.max(start, firstAt));
  return { limit, value, ms, count, longestMs, firstAt: first };
}

/**
 * Time at each maximum scale that the deployment had, in the order in which each first applied; empty if the minimum
 * equals the maximum.
 */
export function scaleSaturations(reached: ReadonlyMap<number, BoundUse>, start: Instant): Saturation[] {
  return [...reached].flatMap(([value, { peak, atBound }]) => {
    if (peak === null || atBound === null) return [];
    const { total, count, longest, firstAt } = atBound;
    return [saturationOf('maxScale', value, { ms: total, count, longestMs: longest, firstAt }, start)];
  });
}
