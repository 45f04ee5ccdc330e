/**
 * How often one volume may be expanded: the same for the platform's own expansions and for those by hand.
 */
import { day, type Instant } from '../../engine/time.ts';

/** Accepted expansions within 24 hours, this many included (LIMIT-1). */
export const expansionsMax = 4;

/**
 * Accepted expansions that count at an instant: those of `(now - 24 h, now]`; `closed` counts one exactly 24 h old as
 * well (`volume.limit.window`).
 */
export function expansionsCounting(expansions: readonly Instant[], now: Instant, bound: 'leftOpen' | 'closed'): number {
  const oldest = bound === 'closed' ? now - day : now - day + 1;
  let count = 0;
  for (const at of expansions) if (at >= oldest && at <= now) count += 1;
  return count;
}

/**
 * When the next expansion is allowed (LIMIT-1, `volume.limit.window`): null where it is now, else the first instant.
 *
 *   accepted at 01:10, 05:40, 09:00, 13:25; asked at 17:30 -> 01:10 of the next day
 *
 * @param expansions oldest first
 */
export function expansionRetryAt(
  expansions: readonly Instant[],
  now: Instant,
  bound: 'leftOpen' | 'closed',
): Instant | null {
  if (expansionsCounting(expansions, now, bound) < expansionsMax) return null;
  const fourthNewest = expansions[expansions.length - expansionsMax]!;
  return fourthNewest + day + (bound === 'closed' ? 1 : 0);
}

/** Whether the answer hung on an expansion exactly 24 hours old, so that `volume.limit.window` decided. */
export function isAtLimitBound(expansions: readonly Instant[], now: Instant): boolean {
  return (
    expansionsCounting(expansions, now, 'closed') >= expansionsMax !==
    expansionsCounting(expansions, now, 'leftOpen') >= expansionsMax
  );
}
