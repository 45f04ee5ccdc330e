/**
 * The life of an execution: its steps with their instants, and which of them have happened by an instant.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';

/** One run of the containers. null: not reached, because the execution was cut short, or because it never happens. */
export interface Attempt {
  /** The number of the execution's replica, from 0: restarts in place share one. */
  readonly replica: number;
  /** Creation and placement of that replica. */
  readonly createdAt: Instant;
  readonly placedAt: Instant | null;
  /** The instant from which the containers run. */
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** Of the first container; the others exit with 0 at the same instant. */
  readonly exitCode: number | null;
  /** The reason why it follows the attempt before; null: it is the first. */
  readonly reason: Reason | null;
}

/** The steps of an execution, each with its instant. Immutable. */
export interface ExecutionRun {
  readonly startTime: Instant;
  /** Placement of the first replica. */
  readonly placedAt: Instant;
  readonly startedAt: Instant;
  /**
   * In order, as planned at the start; the run may be cut short before (`attemptsBy`). Empty if no replica can be made.
   */
  readonly attempts: readonly Attempt[];
  /** null: never, because its containers do not exit and it has no deadline. */
  readonly finishedAt: Instant | null;
  /** From `finishedAt` on; `Active` if there is none. */
  readonly status: ExecutionStatus;
  /** The reason for `status`. */
  readonly reason: Reason;
}

/**
 * Cuts a run short, because of Replace, a deadline, a deletion or the loss of the location (CRON-12). Steps due at the
 * instant itself have happened; a run that has ended by then stays as it is.
 */
export function cutRun(run: ExecutionRun, at: Instant, reason: Reason): ExecutionRun {
  if (run.finishedAt !== null && run.finishedAt <= at) return run;
  return { ...run, finishedAt: at, status: 'Removed', reason };
}

/**
 * The attempts that have begun by an instant, itself included, with what they have reached. A restart in place begins
 * when the containers run.
 */
export function attemptsBy(run: ExecutionRun, at: Instant): Attempt[] {
  const reached = (instant: Instant | null) => (instant !== null && instant <= at ? instant : null);
  return run.attempts
    .filter((attempt, index) => {
      const isRestart = index > 0 && run.attempts[index - 1]?.replica === attempt.replica;
      return reached(isRestart ? attempt.startedAt : attempt.createdAt) !== null;
    })
    .map((attempt) => {
      const endedAt = reached(attempt.endedAt);
      return {
        replica: attempt.replica,
        createdAt: attempt.createdAt,
        placedAt: reached(attempt.placedAt),
        startedAt: reached(attempt.startedAt),
        endedAt,
        exitCode: endedAt === null ? null : attempt.exitCode,
        reason: attempt.reason,
      };
    });
}

/** An attempt that follows a failed one. */
export interface Retry {
  readonly failedAt: Instant;
  readonly attempt: Attempt;
  /** A restart of the container, in the same replica. */
  readonly isInPlace: boolean;
}

/**
 * The first attempt that follows a failure at the given instant or later; null: none follows.
 *   failed at 74 s, the next replica created at 84 s, asked from 0 to 74 s -> that one; asked from 74.001 s -> null
 */
export function nextRetry({ attempts }: ExecutionRun, from: Instant): Retry | null {
  for (let index = 1; index < attempts.length; index += 1) {
    const attempt = attempts[index]!;
    const { replica, endedAt } = attempts[index - 1]!;
    // A restart whose replica was lost before it: what follows is what comes after the loss.
    if (attempt.startedAt === null) continue;
    if (endedAt !== null && endedAt >= from)
      return { failedAt: endedAt, attempt, isInPlace: attempt.replica === replica };
  }
  return null;
}

/** The number of attempts whose containers were running by an instant, itself included. */
export function startsBy(run: ExecutionRun, at: Instant): number {
  let count = 0;
  for (const { startedAt } of run.attempts) if (startedAt !== null && startedAt <= at) count += 1;
  return count;
}

/** How long containers had run by an instant, all attempts together. */
export function ranBy(run: ExecutionRun, at: Instant): Duration {
  let ran = 0;
  for (const { startedAt, endedAt } of run.attempts) {
    if (startedAt !== null && startedAt < at) ran += (endedAt === null ? at : Math.min(endedAt, at)) - startedAt;
  }
  return ran;
}

/** All states except `Active` are final (CRON-11). */
export type ExecutionStatus = 'Invalid' | 'Active' | 'Success' | 'Failure' | 'Removed';
