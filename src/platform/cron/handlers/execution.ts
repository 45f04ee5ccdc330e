/**
 * The start of executions: each starts, or is refused.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { beginCommand, endCommand } from '../../api/handlers/command.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { meterStart } from '../../metering/handlers/executionMeter.ts';
import { replicaReservationOf } from '../../metering/handlers/replicaReservation.ts';
import { type CronState, type Deployment, newestRevision } from '../../workload/deployment.ts';
import { areAtHand } from '../../workload/handlers/images.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import { stepsAssumed } from '../../workload/start.ts';
import type { World } from '../../world.ts';
import { createExecution, drawItemOfExecution, type Execution, executionOrdinal } from '../execution.ts';
import { isMalformedImage } from '../image.ts';
import { type ExecutionRun, nextRetry } from '../run.ts';
import { planRun } from '../runPlan.ts';
import { keepFinal } from './ending.ts';
import { ExecutionDraws } from './executionDraws.ts';
import { addExecutionEvent } from './pending.ts';
import { cronOf, jobOf } from './state.ts';

/** Its containers do not exit by themselves. */
const neverExits = because(['TYPE-10'], ['cron.neverExits']);

export function executionAt(world: World, handle: number): Execution {
  const execution = world.executions.get(handle);
  if (execution === undefined) throw new Error(`no execution ${handle}`);
  return execution;
}

/** What starts an execution, and with what. */
export interface ExecutionStart {
  readonly slot: number;
  readonly slotAt: Instant | null;
  /** null: a tick. */
  readonly command: string | null;
  readonly containers: readonly ContainerSettings[];
  readonly reason: Reason;
  readonly cause: number | null;
  /** In the place of the job's; absent: the job's. */
  readonly activeDeadline?: number | null;
}

/** An execution becomes Active; its whole undisturbed life is worked out here. */
export function startExecution(sim: Sim, deployment: Deployment, start: ExecutionStart): void {
  const { world, now } = sim;
  const cron = cronOf(deployment);
  const job = jobOf(deployment);
  const { version } = newestRevision(deployment);
  const activeDeadline = start.activeDeadline === undefined ? job.activeDeadline : start.activeDeadline;
  const run = planRun(
    {
      startTime: now,
      restartPolicy: job.restartPolicy,
      activeDeadline,
      isImageMalformed: !areWellFormed(cron, start.containers),
    },
    new ExecutionDraws(sim, deployment, start.containers, drawItemOfExecution(deployment, start, now)),
    world.assumptions,
  );
  const ordinal = executionOrdinal(start);
  if (run.attempts.length === 0) {
    refuseExecution(sim, deployment, start, run, version);
    return;
  }
  const { placedAt, startedAt } = run;
  const reservation = replicaReservationOf(world, deployment, start.containers);
  const lasting = startReason(sim, deployment, start.containers, start.reason);
  const reason = run.attempts[0]?.endedAt === null ? alsoBecause(lasting, neverExits) : lasting;
  const about = { subject: deployment.subject, ordinal, reason, cause: start.cause };
  const { reserves: reserved, ephemeralBytes } = reservation;
  const facts = { slotAt: start.slotAt, version, placedAt, startedAt, reserved };
  const data = ephemeralBytes === null ? facts : { ...facts, ephemeralBytes };
  const seq = note(sim, 'execution.started', about, data);
  const execution = createExecution({
    deployment: deployment.handle,
    slot: start.slot,
    slotAt: start.slotAt,
    command: start.command,
    version,
    startTime: now,
    containers: start.containers,
    run,
    activeDeadline,
    cause: seq,
  });
  const handle = world.executions.add(execution);
  execution.handle = handle;
  execution.spans = meterStart(world, deployment, reservation, { createdAt: now, placedAt, startedAt }, seq);
  cron.active.push(handle);
  if (start.command !== null) beginCommand(sim, start.command, seq);
  if (run.attempts.length > 1) armRetry(sim, deployment, execution, now);
  armEnd(sim, deployment, execution);
}

/** The reason for the start of an execution's replica, with the rules and assumptions that decide how long it takes. */
export function startReason(
  sim: Sim,
  deployment: Deployment,
  containers: readonly ContainerSettings[],
  reason: Reason,
): Reason {
  const isAtHand = areAtHand(sim.world, deployment, containers, sim.now);
  const pulls = deployment.behaviour.pull === undefined;
  return alsoBecause(reason, stepsAssumed({ pulls, isAtHand, attaches: false }));
}

/** Puts the end of an execution into the agenda; some have none. */
export function armEnd(sim: Sim, deployment: Deployment, execution: Execution): void {
  const { finishedAt, status } = execution.run;
  if (finishedAt === null) return;
  addExecutionEvent(
    sim,
    deployment,
    execution,
    finishedAt,
    status === 'Removed' ? 'execution.deadline' : 'execution.ended',
  );
}

/** Puts the next failure that is followed by another attempt into the agenda. */
export function armRetry(sim: Sim, deployment: Deployment, execution: Execution, from: Instant): void {
  const next = nextRetry(execution.run, from);
  if (next !== null) addExecutionEvent(sim, deployment, execution, next.failedAt, 'execution.retried');
}

/** Whether every image could be served, which is asked of the same containers at each tick. */
export function areWellFormed(cron: CronState, containers: readonly ContainerSettings[]): boolean {
  if (cron.wellFormed === containers) return true;
  const isFine = !containers.some(({ image }) => isMalformedImage(image));
  if (isFine) cron.wellFormed = containers;
  return isFine;
}

/** No replica can be made: Invalid, or Failure, at once (`cron.invalid`). */
function refuseExecution(
  sim: Sim,
  deployment: Deployment,
  start: ExecutionStart,
  run: ExecutionRun,
  version: number,
): void {
  const ordinal = executionOrdinal(start);
  const about = { subject: deployment.subject, ordinal, reason: run.reason, cause: start.cause };
  const image = start.containers.map((container) => container.image).find(isMalformedImage) ?? '';
  const message = `image '${image}' is malformed`;
  const seq = note(sim, 'execution.invalid', about, { slotAt: start.slotAt, version, message });
  keepFinal(
    sim,
    deployment,
    {
      ordinal,
      status: run.status === 'Failure' ? 'Failure' : 'Invalid',
      version,
      startedAt: sim.now,
      endedAt: sim.now,
    },
    seq,
  );
  if (start.command !== null) endCommand(sim, start.command, 'failed', message, seq);
}
