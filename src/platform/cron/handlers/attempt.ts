import type { Instant } from '../../../engine/time.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { beginAttempt, pauseExecution } from '../../metering/handlers/executionMeter.ts';
import { allottedFact, replicaReservationOf } from '../../metering/handlers/replicaReservation.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { planRunAfterExit, planRunAfterLoss } from '../brokenRun.ts';
import { drawItemOfExecution, type Execution, executionOrdinal } from '../execution.ts';
import { type Attempt, nextRetry, startsBy } from '../run.ts';
import { endSpans } from './ending.ts';
import { armEnd, armRetry, startReason } from './execution.ts';
import { ExecutionDraws } from './executionDraws.ts';
import { jobOf } from './state.ts';

/** An attempt has failed and another follows: in the same replica, or in a new one (CRON-8). */
export function retryExecution(sim: Sim, deployment: Deployment, execution: Execution): void {
  const { now } = sim;
  const next = nextRetry(execution.run, now);
  if (next === null || next.failedAt !== now) throw new Error('no step follows the failed attempt');
  if (next.isInPlace) noteRestart(sim, deployment, execution, next.attempt);
  else replaceReplica(sim, deployment, execution, next.attempt);
  armRetry(sim, deployment, execution, now + 1);
}

/** Its container waits, and runs again: nothing else of the replica changes. */
function noteRestart(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  { startedAt, reason }: Pick<Attempt, 'startedAt' | 'reason'>,
): void {
  const { run, cause } = execution;
  if (startedAt === null || reason === null) throw new Error('the plan of a run includes restarts');
  const data = { attempts: startsBy(run, sim.now), startedAt };
  const about = { subject: deployment.subject, ordinal: executionOrdinal(execution), reason, cause };
  const seq = note(sim, 'execution.restarted', about, data);
  pauseExecution(sim, deployment, execution, startedAt, seq);
}

/** Its replica has failed and is gone; the next one will reserve from its own placement on. */
function replaceReplica(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  { createdAt, placedAt, startedAt, reason }: Attempt,
): void {
  const { world, now } = sim;
  const { run, cause } = execution;
  if (placedAt === null || startedAt === null || reason === null)
    throw new Error('the plan of a run includes later replicas');
  const reservation = replicaReservationOf(world, deployment, execution.containers);
  const ordinal = executionOrdinal(execution);
  const about = {
    subject: deployment.subject,
    ordinal,
    reason: startReason(sim, deployment, execution.containers, reason),
    cause,
  };
  const attempts = startsBy(run, now);
  const created = world.assumptions['billing.replicaFrom'] === 'created' ? { createdAt } : {};
  const data = {
    attempts,
    ...created,
    placedAt,
    startedAt,
    reserved: reservation.reserves,
    ...allottedFact(reservation),
  };
  const seq = note(sim, 'execution.retried', about, data);
  endSpans(world, execution, now, seq);
  execution.spans = beginAttempt(world, reservation, { createdAt, placedAt, startedAt }, seq);
}

/** Whether an attempt of it fails now and is followed by another. */
export function isRetriedNow({ run }: Execution, now: Instant): boolean {
  return nextRetry(run, now)?.failedAt === now;
}

/** What ends an attempt before its time: a container that exits, or the loss of the replica. */
export type Breakage = 'container' | 'replica';

/**
 * An attempt of an execution ends before its time: the life after it is worked out anew (CRON-8). It may end with it,
 * now: the caller sees to that.
 *
 * @param cause journal number of what led to this
 */
export function breakExecution(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  breakage: Breakage,
  cause: number,
): void {
  const { now, world } = sim;
  const { startTime, activeDeadline, run } = execution;
  const { restartPolicy } = jobOf(deployment);
  const settings = { startTime, restartPolicy, activeDeadline, isImageMalformed: false };
  const draws = new ExecutionDraws(
    sim,
    deployment,
    execution.containers,
    drawItemOfExecution(deployment, execution, startTime),
  );
  const plan = breakage === 'container' ? planRunAfterExit : planRunAfterLoss;
  execution.run = plan({ run, at: now, settings }, draws, world.assumptions);
  execution.cause = cause;
  execution.node = null;
  if (execution.run.finishedAt === now && execution.run.status === 'Failure') return;
  if (isRetriedNow(execution, now)) retryExecution(sim, deployment, execution);
  else armRetry(sim, deployment, execution, now + 1);
  armEnd(sim, deployment, execution);
}
