/**
 * Ephemeral storage of a replica: how much it may use, and when it uses more.
 */
import { hour, type Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/**
 * A replica's ephemeral storage in whole bytes, rounded down (EPH-1, EPH-2, TAG-11, `ephemeral.largeDisk`, `unit.gb`).
 *
 * 1 GB, or 1 GB per core where there is more than one, fractions counted; `svc/largeDisk` multiplies.
 *    500m            -> 1 GB
 *   1000m            -> 1 GB
 *   1500m            -> 1.5 GB
 *   1500m, largeDisk -> 15 GB
 *
 * @param cpuMillicores of all containers together
 */
export function ephemeralBytes(
  cpuMillicores: number,
  largeDisk: boolean,
  assumptions: Pick<Assumptions, 'ephemeral.largeDisk' | 'unit.gb'>,
): number {
  const factor = largeDisk ? assumptions['ephemeral.largeDisk'] : 1;
  return Math.floor((Math.max(1_000, cpuMillicores) * factor * assumptions['unit.gb']) / 1_000);
}

/** Use of ephemeral storage that grows in a straight line from a replica's start. */
export interface EphemeralUse {
  readonly startedAt: Instant;
  readonly startBytes: number;
  readonly growthBytesPerHour: number;
}

/** Bytes in use at an instant, rounded up. */
export function usedAt({ startedAt, startBytes, growthBytesPerHour }: EphemeralUse, at: Instant): number {
  return Math.ceil(startBytes + (growthBytesPerHour * (at - startedAt)) / hour);
}

// A growth given per day or week is no whole number of bytes per hour: within this share of the distance, a crossing
// lies on the millisecond.
const tolerance = 1e-14;

/**
 * The first millisecond at which a replica uses more than its allotment (strictly) and is replaced; null where it never
 * does (EPH-3, `ephemeral.check`).
 *
 *   start 0, growth 1 GB/h, allotment 1 GB -> 1 h and 1 ms after its start
 *   start 2 GB, allotment 1 GB             -> at its start
 *   start 1 GB, growth 0, allotment 1 GB   -> null
 */
export function exceedsAt(use: EphemeralUse, allotmentBytes: number): Instant | null {
  const room = allotmentBytes - use.startBytes;
  if (room < 0) return use.startedAt;
  if (use.growthBytesPerHour <= 0) return null;
  const reached = (room / use.growthBytesPerHour) * hour;
  const nearest = Math.round(reached);
  const isExact = Math.abs(reached - nearest) <= nearest * tolerance;
  return use.startedAt + (isExact ? nearest : Math.floor(reached)) + 1;
}
