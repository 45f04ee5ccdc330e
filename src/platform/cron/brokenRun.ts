/**
 * The life of an execution when something outside ends its last attempt before its time: a container exits, a replica
 * is lost.
 */
import type { Instant } from '../../engine/time.ts';
import { crashesInRow } from '../workload/backoff.ts';
import { planRestart } from '../workload/start.ts';
import { planAttemptEnd } from './attempt.ts';
import { type Attempt, attemptsBy, type ExecutionRun } from './run.ts';
import { newReplica, proceed, type RunAssumptions, type RunDraws, type RunSettings, withDeadline } from './runPlan.ts';

const failed: readonly number[] = [1];

/** A run that something outside disturbs. */
interface Disturbed {
  readonly run: ExecutionRun;
  readonly at: Instant;
  readonly settings: RunSettings;
}

/**
 * The life of an execution from the loss of its replica on: a failed attempt (CRON-8).
 *
 * @param disturbed a run that has a replica at that instant (`holdsReplica`)
 */
export function planRunAfterLoss(
  { run, at: lostAt, settings }: Disturbed,
  draws: RunDraws,
  assumptions: RunAssumptions,
): ExecutionRun {
  const begun = attemptsBy(run, lostAt);
  const last = begun.at(-1);
  // One that waits to be started again in place is lost before that: the restart counts as an attempt.
  const lost = last?.endedAt === null ? begun.pop() : run.attempts[begun.length];
  if (lost === undefined) throw new Error('the execution has no running attempt');
  const startedAt = lost.startedAt !== null && lost.startedAt <= lostAt ? lost.startedAt : null;
  const attempts = [...begun, { ...lost, startedAt, endedAt: lostAt, exitCode: null }];
  return planRunAfter({ run, at: lostAt, attempts, ended: 'replica', crashes: 0 }, settings, draws, assumptions);
}

/**
 * The life of an execution from a crash on: its first container exits with another code than 0 before its time
 * (CRON-8).
 *
 * @param disturbed a run whose containers run at that instant (`isRunning`)
 */
export function planRunAfterExit(
  { run, at: exitedAt, settings }: Disturbed,
  draws: RunDraws,
  assumptions: RunAssumptions,
): ExecutionRun {
  const begun = attemptsBy(run, exitedAt);
  const last = begun.pop();
  if (last === undefined || last.startedAt === null) throw new Error('the execution has no running container');
  const attempts = [...begun, { ...last, endedAt: exitedAt, exitCode: 1 }];
  let crashes = 0;
  for (const { replica, startedAt, endedAt } of attempts) {
    if (replica !== last.replica || startedAt === null || endedAt === null) continue;
    crashes = crashesInRow(crashes, endedAt - startedAt, assumptions['replica.backoff.reset']);
  }
  return planRunAfter({ run, at: exitedAt, attempts, ended: 0, crashes }, settings, draws, assumptions);
}

/** Whether an execution that has not ended has a replica at an instant: not in the wait between one and the next. */
export function holdsReplica(run: ExecutionRun, at: Instant): boolean {
  if (run.finishedAt !== null && run.finishedAt <= at) return false;
  const begun = attemptsBy(run, at);
  const last = begun.at(-1);
  if (last === undefined) return false;
  return last.endedAt === null || run.attempts[begun.length]?.replica === last.replica;
}

/** Whether the containers of an execution that has not ended run at an instant. */
export function isRunning(run: ExecutionRun, at: Instant): boolean {
  if (run.finishedAt !== null && run.finishedAt <= at) return false;
  const last = attemptsBy(run, at).at(-1);
  return last !== undefined && last.startedAt !== null && last.endedAt === null;
}

/** What has come of an execution when something outside has ended its last attempt. */
interface Broken {
  readonly run: ExecutionRun;
  readonly at: Instant;
  /** The broken one last. */
  readonly attempts: readonly Attempt[];
  readonly ended: 0 | 'replica';
  readonly crashes: number;
}

function planRunAfter(
  { run, at, attempts, ended, crashes }: Broken,
  settings: RunSettings,
  draws: RunDraws,
  assumptions: RunAssumptions,
): ExecutionRun {
  const { placedAt, startedAt } = run;
  const last = attempts.at(-1)!;
  const failedReplicas = last.replica;
  const restarts = attempts.length - failedReplicas - 1;
  const { restartPolicy } = settings;
  const plan = planAttemptEnd(
    { ended, exitCodes: failed, restartPolicy, restarts, failedReplicas, crashes },
    assumptions,
  );
  const next = plan.kind === 'act' ? plan.actions[0] : undefined;
  const { reason } = plan;
  if (next?.do === 'restart') {
    const startsAt = planRestart({ exitedAt: at, wait: next.wait, start: draws.start(attempts.length) });
    const again = { ...last, startedAt: startsAt, placedAt: last.placedAt ?? at };
    const from = { ...again, restarts: restarts + 1, crashes, reason };
    const life = proceed({ settings, before: attempts, from }, draws, assumptions);
    return withDeadline({ ...life, placedAt, startedAt }, settings, assumptions);
  }
  if (next?.do !== 'replace') return { ...run, attempts, finishedAt: at, status: 'Failure', reason };
  const from = newReplica(draws, attempts.length, {
    replica: failedReplicas + 1,
    createdAt: at + next.wait,
    restarts,
    reason,
  });
  const life = proceed({ settings, before: attempts, from }, draws, assumptions);
  return withDeadline({ ...life, placedAt, startedAt }, settings, assumptions);
}
