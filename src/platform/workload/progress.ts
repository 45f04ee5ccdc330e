/**
 * Whether a rollout gets on. One that does not is never taken back.
 */

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

export function sameCounts(one: RolloutCounts, other: RolloutCounts): boolean {
  return (
    one.newReplicas === other.newReplicas &&
    one.oldReplicas === other.oldReplicas &&
    one.ready === other.ready &&
    one.available === other.available
  );
}
