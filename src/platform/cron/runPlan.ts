/**
 * The planner of a whole execution: its undisturbed course is computed when it starts, so it costs one event at its
 * end.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import { crashesInRow } from '../workload/backoff.ts';
import type { JobSettings } from '../workload/settings.ts';
import { planRestart, planStart, type StartInstants } from '../workload/start.ts';
import { type AttemptAssumptions, planAttemptEnd } from './attempt.ts';
import { deadlineOf, planDeadline } from './deadline.ts';
import type { Attempt, ExecutionRun } from './run.ts';

export interface RunSettings {
  readonly startTime: Instant;
  readonly restartPolicy: JobSettings['restartPolicy'];
  /** null: no limit. */
  readonly activeDeadline: Duration | null;
  /** The name of an image is malformed, so no replica can be created. */
  readonly isImageMalformed: boolean;
}

export type RunAssumptions = AttemptAssumptions &
  Pick<Assumptions, 'replica.backoff.reset' | 'cron.invalid' | 'cron.deadline.from' | 'cron.deadline.tie'>;

/** The random values of an execution, by the number of the attempt from 0. */
export interface RunDraws {
  /** For a new replica; a pull, from its first try on, with all tries that fail. */
  schedule(attempt: number): Duration;
  pull(attempt: number, from: Instant): Duration;
  /** For each start of the containers, also in place. */
  start(attempt: number): Duration;
  /** Run time of an attempt; `Infinity`: its containers never exit (TYPE-10). */
  runTime(attempt: number): Duration;
  /** Whether an attempt fails. */
  fails(attempt: number): boolean;
}

const malformed = because(['CRON-11'], ['cron.invalid']);
const runs = because(['TYPE-10'], ['cron.neverExits']);
const none: readonly never[] = [];
const clean: readonly number[] = [0];
const broken: readonly number[] = [1];

/**
 * Plans the whole course of an execution (TYPE-10, CRON-8, CRON-10, CRON-11, `cron.invalid`, `cron.deadline.*`);
 * `planAttemptEnd` decides on the attempts.
 *
 * With the default durations, started at 0, run time 60 s:
 *   succeeds                                             -> placed 1 s, started 14 s, Success at 74 s
 *   OnFailure, fails once                                -> exits at 74 s, starts again at 89 s, Success at 149 s
 *   Never, one retry, fails once                         -> a new replica created at 84 s, Success at 158 s
 *   deadline 74 s                                        -> Success: that is not longer
 *   deadline 73.999 s                                    -> Removed
 */
export function planRun(settings: RunSettings, draws: RunDraws, assumptions: RunAssumptions): ExecutionRun {
  const { startTime } = settings;
  if (settings.isImageMalformed) {
    const status = assumptions['cron.invalid'] === 'asFailure' ? 'Failure' : 'Invalid';
    const attempts: Attempt[] = [];
    return {
      startTime,
      placedAt: startTime,
      startedAt: startTime,
      attempts,
      finishedAt: startTime,
      status,
      reason: malformed,
    };
  }
  const first = newReplica(draws, 0, { replica: 0, createdAt: startTime, restarts: 0, reason: null });
  return withDeadline(proceed({ settings, before: none, from: first }, draws, assumptions), settings, assumptions);
}

/** Where a life goes on: the next start of the containers. */
export interface Cursor {
  readonly replica: number;
  readonly createdAt: Instant;
  readonly placedAt: Instant;
  readonly startedAt: Instant;
  /** Restarts in place so far, of all replicas. */
  readonly restarts: number;
  /** Failures in a row of this replica. */
  readonly crashes: number;
  readonly reason: Reason | null;
}

/** Where a life goes on with another replica, for the attempt of this number. */
export function newReplica(
  draws: RunDraws,
  attempt: number,
  { replica, createdAt, restarts, reason }: Pick<Cursor, 'replica' | 'createdAt' | 'restarts' | 'reason'>,
): Cursor {
  const { placedAt, startedAt } = startOf(draws, attempt, createdAt);
  return { replica, createdAt, placedAt, startedAt, restarts, crashes: 0, reason };
}

/** A life that goes on: the attempts that have ended, and the next start of the containers. */
interface Continued {
  readonly settings: RunSettings;
  readonly before: readonly Attempt[];
  readonly from: Cursor;
}

/** Attempt after attempt from a start of the containers on, as if there were no deadline. */
export function proceed(
  { settings, before, from }: Continued,
  draws: RunDraws,
  assumptions: RunAssumptions,
): ExecutionRun {
  const { startTime, restartPolicy } = settings;
  let attempts = before;
  let { replica, createdAt, placedAt, startedAt, restarts, crashes, reason } = from;
  const [firstPlacedAt, firstStartedAt] = [placedAt, startedAt];
  for (;;) {
    const ran = draws.runTime(attempts.length);
    if (ran === Number.POSITIVE_INFINITY) {
      const endless = { replica, createdAt, placedAt, startedAt, endedAt: null, exitCode: null, reason };
      attempts = withAttempt(attempts, endless);
      return {
        startTime,
        placedAt: firstPlacedAt,
        startedAt: firstStartedAt,
        attempts,
        finishedAt: null,
        status: 'Active',
        reason: runs,
      };
    }
    const endedAt: Instant = startedAt + ran;
    const exitCode = draws.fails(attempts.length) ? 1 : 0;
    attempts = withAttempt(attempts, { replica, createdAt, placedAt, startedAt, endedAt, exitCode, reason });
    crashes = crashesInRow(crashes, ran, assumptions['replica.backoff.reset']);
    const exitCodes = exitCode === 0 ? clean : broken;
    const plan = planAttemptEnd(
      { ended: 0, exitCodes, restartPolicy, restarts, failedReplicas: replica, crashes },
      assumptions,
    );
    if (plan.kind !== 'act') throw new Error(`no plan for the end of attempt ${attempts.length} at ${endedAt}`);
    const next = plan.actions[0]!;
    if (next.do === 'finish')
      return {
        startTime,
        placedAt: firstPlacedAt,
        startedAt: firstStartedAt,
        attempts,
        finishedAt: endedAt,
        status: next.status,
        reason: plan.reason,
      };
    reason = plan.reason;
    if (next.do === 'restart') {
      restarts += 1;
      startedAt = planRestart({ exitedAt: endedAt, wait: next.wait, start: draws.start(attempts.length) });
    } else {
      replica += 1;
      crashes = 0;
      createdAt = endedAt + next.wait;
      ({ placedAt, startedAt } = startOf(draws, attempts.length, createdAt));
    }
  }
}

/** Nearly all have one attempt: a list that grows from nothing would reserve room for many more. */
function withAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  return attempts.length === 0 ? [attempt] : [...attempts, attempt];
}

function startOf(draws: RunDraws, attempt: number, createdAt: Instant): StartInstants {
  const schedule = draws.schedule(attempt);
  const pull = draws.pull(attempt, createdAt + schedule);
  return planStart({ createdAt, schedule, volumes: none, pull, start: draws.start(attempt) });
}

/** The same life, cut short by the deadline where that comes first (CRON-10). */
export function withDeadline(
  run: ExecutionRun,
  { activeDeadline }: RunSettings,
  assumptions: RunAssumptions,
): ExecutionRun {
  const startedAt = run.attempts[0]?.startedAt ?? null;
  const deadlineAt = deadlineOf({ startTime: run.startTime, startedAt, activeDeadline }, assumptions);
  if (deadlineAt === null) return run;
  const plan = planDeadline({ deadlineAt, endsAt: run.finishedAt }, assumptions);
  if (plan.kind !== 'act') return run.finishedAt === deadlineAt ? { ...run, reason: plan.reason } : run;
  return { ...run, finishedAt: deadlineAt, status: 'Removed', reason: plan.reason };
}
