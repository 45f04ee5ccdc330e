/**
 * What rollout planners decide from.
 */
import type { RolloutBounds } from './bounds.ts';
import type { VersionCount } from './versionCount.ts';

export interface RolloutView {
  /** Replicas wanted (D). */
  readonly desired: number;
  /** At `desired`. */
  readonly bounds: RolloutBounds;
  /** The version wanted, also while it has no replica. */
  readonly newest: VersionCount;
  /** Every other version, oldest first; those without replicas may be left out. */
  readonly old: readonly VersionCount[];
  /** Terminating replicas of all versions. */
  readonly terminating: number;
  /**
   * Wanted count and surge that the previous pass worked with: after every plan, held or performed, those of this view.
   * null: no pass yet.
   */
  readonly previous: { readonly desired: number; readonly surge: number } | null;
}
