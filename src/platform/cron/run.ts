/**
 * The life of an execution: what it does and when, and what of it has happened by an instant.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';

/** One run of the containers. null: not reached, because the execution was cut short, or never. */
export interface Attempt {
  /** Which replica of the execution, from 0: restarts in place share one. */
  readonly replica: number;
  /** Creation and placement of that replica. */
  readonly createdAt: Instant;
  readonly placedAt: Instant | null;
  /** Containers run. */
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** Of the first container; the others exit with 0 at the same instant. */
  readonly exitCode: number | null;
  /** What decided that it follows the attempt before; null: it is the first. */
  readonly reason: Reason | null;
}

/** What an execution does and when. Immutable. */
export interface ExecutionRun {
  readonly startTime: Instant;
  /** Of the first replica. */
  readonly placedAt: Instant;
  readonly startedAt: Instant;
  /**
   * In order, as foreseen when it began: what cuts a run short may come before (`attemptsBy`). Empty where no replica
   * can be made.
   */
  readonly attempts: readonly Attempt[];
  /** null: never, as its containers do not exit and it has no deadline. */
  readonly finishedAt: Instant | null;
  /** From `finishedAt` on; `Active` where there is none. */
  readonly status: ExecutionStatus;
  /** What decided `status`. */
  readonly reason: Reason;
}

/**
 * What is left of a life that is cut short: by Replace, a deadline, a deletion, the loss of the location (CRON-12).
 * What is due at the instant itself has happened; a run that has ended by then stays as it is.
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

/** An attempt that follows one that failed. */
export interface Retry {
  readonly failedAt: Instant;
  readonly attempt: Attempt;
  /** A restart of the container, in the replica that it was in. */
  readonly isInPlace: boolean;
}

/**
 * The first attempt that follows one which fails at an instant or later; null: none follows.
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

/** How many attempts had their containers running by an instant, itself included. */
export function startsBy(run: ExecutionRun, at: Instant): number {
  let count = 0;
  for (const { startedAt } of run.attempts) if (startedAt !== null && startedAt <= at) count += 1;
  return count;
}

/** For how long containers had run by an instant, all attempts together. */
export function ranBy(run: ExecutionRun, at: Instant): Duration {
  let ran = 0;
  for (const { startedAt, endedAt } of run.attempts) {
    if (startedAt !== null && startedAt < at) ran += (endedAt === null ? at : Math.min(endedAt, at)) - startedAt;
  }
  return ran;
}

/** All but `Active` are final (CRON-11). */
export type ExecutionStatus = 'Invalid' | 'Active' | 'Success' | 'Failure' | 'Removed';
