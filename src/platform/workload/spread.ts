import type { RolloutView } from './rolloutView.ts';
import { movingVersion, type VersionCount } from './versionCount.ts';

/** What a version gains or, below 0, loses; never 0. */
export interface VersionShare {
  readonly version: number;
  readonly change: number;
}

/**
 * How a wanted count that changes while versions are mixed is spread over them, in proportion to their sizes (WL-18,
 * ROLL-7).
 *
 * Each version goes from its size to round(size * (wanted + surge now) / (wanted + surge before)), half away from zero,
 * the largest first (of equals the newest when growing, the oldest when shrinking), never past what is left to give and
 * never the other way; the rest goes to the first. Replicas to be rescheduled lose their share, but gain none: nobody
 * starts one to move it (`reschedule.mode`).
 *   10 -> 15, surge 3 -> 3, old 8, new 5  -> old 11, new 7
 *   10 -> 15, surge 3 -> 4, old 8, new 5  -> old 12, new 7
 *
 * @returns in the order of giving; empty where the count has not changed, nothing is wanted now, or one version alone
 * has replicas
 */
export function spreadScaling(
  view: Pick<RolloutView, 'desired' | 'bounds' | 'newest' | 'old' | 'previous'>,
): readonly VersionShare[] {
  const { previous } = view;
  if (previous === null || previous.desired === view.desired || view.desired === 0) return none;
  const standing = [view.newest, ...view.old.toReversed()].filter((version) => version.replicas > 0);
  const allowed = view.desired + view.bounds.surge;
  const allowedBefore = previous.desired + previous.surge;
  const toGive = allowed - standing.reduce((sum, version) => sum + version.replicas, 0);
  const mixed = toGive > 0 ? standing.filter(({ version }) => version !== movingVersion) : standing;
  if (mixed.length < 2) return none;

  // Stable sorts: of equal sizes the list's own order decides.
  const ordered = (toGive > 0 ? mixed : mixed.toReversed()).sort((one, other) => other.replicas - one.replicas);
  const changes = ordered.map(({ version }) => ({ version, change: 0 }));
  let left = toGive;
  ordered.forEach((version, index) => {
    const fair = proportional(version, allowed, allowedBefore) - version.replicas;
    const change = toGive > 0 ? Math.max(0, Math.min(fair, left)) : Math.min(0, Math.max(fair, left));
    changes[index]!.change = change;
    left -= change;
  });
  const first = changes[0]!;
  first.change = Math.max(first.change + left, -ordered[0]!.replicas);
  return changes.filter(({ change }) => change !== 0);
}

const none: readonly VersionShare[] = [];

/**
 * Size times allowed over allowedBefore, to the nearest whole replica, half up. Sizes are positive, so half up is away
 * from zero.
 */
function proportional({ replicas }: VersionCount, allowed: number, allowedBefore: number): number {
  return Math.floor((2 * replicas * allowed + allowedBefore) / (2 * allowedBefore));
}
