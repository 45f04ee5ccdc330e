/**
 * The limit of expansions per volume, which automatic and manual expansions share.
 */
import { day, type Instant } from '../../engine/time.ts';

/** Maximum number of accepted expansions of a volume within 24 hours, included (LIMIT-1). */
export const expansionsMax = 4;

/**
 * Number of accepted expansions that count at an instant: those of `(now - 24 h, now]`; `closed` also counts one that
 * is exactly 24 h old (`volume.limit.window`).
 */
export function expansionsCounting(expansions: readonly Instant[], now: Instant, bound: 'leftOpen' | 'closed'): number {
  const oldest = bound === 'closed' ? now - day : now - day + 1;
  let count = 0;
  for (const at of expansions) if (at >= oldest && at <= now) count += 1;
  return count;
}

/**
 * The first instant at which the next expansion is allowed (LIMIT-1, `volume.limit.window`); null: it is allowed now.
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

/** Whether an expansion that is exactly 24 hours old decides, so that `volume.limit.window` enters the reason. */
export function isAtLimitBound(expansions: readonly Instant[], now: Instant): boolean {
  return (
    expansionsCounting(expansions, now, 'closed') >= expansionsMax !==
    expansionsCounting(expansions, now, 'leftOpen') >= expansionsMax
  );
}
