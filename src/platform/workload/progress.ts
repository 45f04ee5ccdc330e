/**
 * Whether a rollout gets on: what counts as progress, and when its lack is worth a message. A rollout is never taken back.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** Counts of one rollout at an instant, replicas that are not terminating. */
export interface RolloutCounts {
  readonly newReplicas: number;
  readonly oldReplicas: number;
  /** Of every version. */
  readonly ready: number;
  readonly available: number;
}

/**
 * Whether a rollout has come on since its counts were last noted (`rollout.progressDeadline`):
 * more replicas of the new version, fewer of older ones, or more ready or available ones.
 */
export function progressMade(before: RolloutCounts, after: RolloutCounts): boolean {
  return (
    after.newReplicas > before.newReplicas ||
    after.oldReplicas < before.oldReplicas ||
    after.ready > before.ready ||
    after.available > before.available
  );
}

/**
 * Whether a rollout is stuck: the deadline has passed without progress, its very end included (`rollout.progressDeadline`).
 *
 * @param progressAt when progress was last made; the rollout's begin where none was
 */
export function isStuck(progressAt: Instant, now: Instant, deadline: Duration): boolean {
  return now - progressAt >= deadline;
}
