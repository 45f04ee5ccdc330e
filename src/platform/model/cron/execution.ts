/**
 * The life of an execution: started or refused, ended or removed, gone.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { planRunAfterExit, planRunAfterLoss } from '../../cron/brokenRun.ts';
import { createExecution, type Execution, executionOrdinal } from '../../cron/execution.ts';
import { insertFinal, planHistory } from '../../cron/history.ts';
import { isMalformedImage } from '../../cron/image.ts';
import { type Attempt, cutRun, nextRetry, planRun, type Run, ranBy, startsBy } from '../../cron/run.ts';
import { because } from '../../rules/reason.ts';
import { type CronState, type Deployment, type FinalExecution, newestRevision } from '../../workload/deployment.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import { planTermination } from '../../workload/termination.ts';
import type { World } from '../../world.ts';
import { beginCommand, endCommand } from '../api/command.ts';
import { kind, rank } from '../kinds.ts';
import { billedFrom, openContainers, outfitOf } from '../metering/meter.ts';
import { drawDuration, note, type Sim } from '../note.ts';
import { touchHealth } from '../workload/health.ts';
import { drawForCommand, ExecutionDraws, type FirstAttempt } from './executionDraws.ts';
import { addCronEvent } from './pending.ts';
import { cronOf, jobOf } from './state.ts';

const removedReplica = because(['CRON-12'], ['replica.stop.duration']);

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
  /** null: drawn for a command. */
  readonly first: FirstAttempt | null;
  /** In the place of the job's; absent: the job's. */
  readonly activeDeadline?: number | null;
}

/** An execution becomes Active; its whole undisturbed life is worked out here. */
export function startExecution(sim: Sim, deployment: Deployment, start: ExecutionStart): void {
  const { world, now } = sim;
  const { assumptions } = world;
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
      assumptions,
    },
    new ExecutionDraws(sim, deployment, start.first ?? drawForCommand(sim, deployment)),
  );
  const ordinal = executionOrdinal(start);
  if (run.attempts.length === 0) {
    refuseExecution(sim, deployment, start, run, version);
    return;
  }
  const { placedAt, startedAt } = run;
  const outfit = outfitOf(world, deployment, start.containers);
  const about = { subject: deployment.subject, ordinal, reason: start.reason, cause: start.cause };
  const data = { slotAt: start.slotAt, version, placedAt, startedAt, reserved: outfit.reserves };
  const seq = note(sim, 'execution.started', about, data);
  const execution = createExecution({
    deployment: deployment.handle,
    slot: start.slot,
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
  const from = billedFrom(assumptions, { createdAt: now, placedAt, startedAt });
  execution.spans = openContainers(world, outfit, from, seq);
  cron.active.push(handle);
  if (start.command !== null) beginCommand(sim, start.command, seq);
  if (run.attempts.length > 1) armRetry(sim, deployment, execution, now);
  armEnd(sim, deployment, execution);
}

/** Puts the end of an execution into the agenda; some have none. */
function armEnd(sim: Sim, deployment: Deployment, execution: Execution): void {
  const { finishedAt, status } = execution.run;
  if (finishedAt === null) return;
  add(sim, deployment, execution, finishedAt, status === 'Removed' ? 'execution.deadline' : 'execution.ended');
}

/** Puts the next failure that is followed by another attempt into the agenda. */
function armRetry(sim: Sim, deployment: Deployment, execution: Execution, from: Instant): void {
  const next = nextRetry(execution.run, from);
  if (next !== null) add(sim, deployment, execution, next.failedAt, 'execution.retried');
}

/** A command and a deployment that closes wait for their executions. */
function add(
  sim: Sim,
  deployment: Deployment,
  { handle, command }: Execution,
  at: Instant,
  what: 'execution.retried' | 'execution.ended' | 'execution.deadline' | 'execution.gone',
): void {
  const isAwaited = command !== null || deployment.closed !== 'none';
  const of = what === 'execution.deadline' ? rank.deadline : rank.finish;
  addCronEvent(sim, deployment, { at, rank: of, kind: kind[what], execution: handle }, isAwaited);
}

/** An attempt has failed, and another follows: in its place, or in a replica of its own (CRON-8). */
export function retryExecution(sim: Sim, deployment: Deployment, execution: Execution): void {
  const { now } = sim;
  const next = nextRetry(execution.run, now);
  if (next === null || next.failedAt !== now) throw new Error('nothing follows the failed attempt');
  if (next.isInPlace) noteRestart(sim, deployment, execution, next.attempt);
  else replaceReplica(sim, deployment, execution, next.attempt);
  armRetry(sim, deployment, execution, now + 1);
}

/** Its container waits, and runs again: nothing else of the replica changes. */
function noteRestart(
  sim: Sim,
  { subject }: Deployment,
  execution: Execution,
  { startedAt, reason }: Pick<Attempt, 'startedAt' | 'reason'>,
): void {
  const { run, cause } = execution;
  if (startedAt === null || reason === null) throw new Error('a restart is foreseen whole');
  const data = { attempts: startsBy(run, sim.now), startedAt };
  note(sim, 'execution.restarted', { subject, ordinal: executionOrdinal(execution), reason, cause }, data);
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
  if (placedAt === null || startedAt === null || reason === null) throw new Error('a later replica is foreseen whole');
  const outfit = outfitOf(world, deployment, execution.containers);
  const about = { subject: deployment.subject, ordinal: executionOrdinal(execution), reason, cause };
  const data = { attempts: startsBy(run, now), placedAt, startedAt, reserved: outfit.reserves };
  const seq = note(sim, 'execution.retried', about, data);
  endSpans(world, execution, now, seq);
  execution.spans = openContainers(
    world,
    outfit,
    billedFrom(world.assumptions, { createdAt, placedAt, startedAt }),
    seq,
  );
}

/** Whether an attempt of it fails now and is followed by another. */
export function isRetriedNow({ run }: Execution, now: Instant): boolean {
  return nextRetry(run, now)?.failedAt === now;
}

/** What ends an attempt before its time: a container that exits, or the loss of the replica. */
export type Breakage = 'container' | 'replica';

/**
 * An attempt of an execution ends before its time: the life after it is worked out anew (CRON-8). It may end with it, now: the caller sees to that.
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
  const { assumptions } = world;
  const { restartPolicy } = jobOf(deployment);
  const settings = { startTime, restartPolicy, activeDeadline, isImageMalformed: false, assumptions };
  const draws = new ExecutionDraws(sim, deployment, null);
  const plan = breakage === 'container' ? planRunAfterExit : planRunAfterLoss;
  execution.run = plan(run, now, settings, draws);
  execution.cause = cause;
  execution.node = null;
  if (execution.run.finishedAt === now && execution.run.status === 'Failure') return;
  if (isRetriedNow(execution, now)) retryExecution(sim, deployment, execution);
  else armRetry(sim, deployment, execution, now + 1);
  armEnd(sim, deployment, execution);
}

/** Whether every image could be served, which is asked of the same containers at each tick. */
export function areWellFormed(cron: CronState, containers: readonly ContainerSettings[]): boolean {
  if (cron.wellFormed === containers) return true;
  const isFine = !containers.some(({ image }) => isMalformedImage(image));
  if (isFine) cron.wellFormed = containers;
  return isFine;
}

/** No replica can be made: Invalid, or Failure, at once (`cron.invalid`). */
function refuseExecution(sim: Sim, deployment: Deployment, start: ExecutionStart, run: Run, version: number): void {
  const ordinal = executionOrdinal(start);
  const about = { subject: deployment.subject, ordinal, reason: run.reason, cause: start.cause };
  const image = start.containers.map((container) => container.image).find(isMalformedImage) ?? '';
  const message = `image '${image}' is malformed`;
  const seq = note(sim, 'execution.invalid', about, { slotAt: start.slotAt, version, message });
  keepFinal(sim, deployment, {
    ordinal,
    status: run.status === 'Failure' ? 'Failure' : 'Invalid',
    version,
    startedAt: sim.now,
    endedAt: sim.now,
  });
  if (start.command !== null) endCommand(sim, start.command, 'failed', message, seq);
}

/**
 * It ended by itself: Success or Failure. Its replica is gone with it.
 *
 * @returns the number of the journal entry
 */
export function endExecution(sim: Sim, deployment: Deployment, execution: Execution): number {
  const { run, cause } = execution;
  const isSuccess = run.status === 'Success';
  execution.status = isSuccess ? 'Success' : 'Failure';
  const about = { subject: deployment.subject, ordinal: executionOrdinal(execution), reason: run.reason, cause };
  const data = endFacts(deployment, execution, sim.now);
  const seq = note(sim, isSuccess ? 'execution.succeeded' : 'execution.failed', about, data);
  leaveActive(sim, deployment, execution, seq);
  endSpans(sim.world, execution, sim.now, seq);
  sim.world.executions.remove(execution.handle);
  return seq;
}

function endFacts(deployment: Deployment, { run, startTime }: Execution, now: Instant) {
  return {
    attempts: startsBy(run, now),
    tookMs: now - startTime,
    ranMs: ranBy(run, now),
    usedCpuMillicores: deployment.behaviour.execution?.cpuMillicores ?? 0,
  };
}

/**
 * It is deleted before it finished: its replica terminates, told to stop at once (CRON-12, 8.6).
 *
 * @param isLost its replica is gone already
 */
export function removeExecution(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  reason: Reason,
  why: string,
  isLost = false,
): void {
  const { assumptions } = sim.world;
  const { subject } = deployment;
  execution.run = cutRun(execution.run, sim.now, reason);
  execution.status = 'Removed';
  execution.finishedAt = sim.now;
  execution.goneAt = sim.now + (isLost ? 0 : drawTermination(sim, deployment));
  const about = { subject, ordinal: executionOrdinal(execution), reason, cause: execution.cause };
  const data = { ...endFacts(deployment, execution, sim.now), goneAt: execution.goneAt, why };
  const seq = note(sim, 'execution.removed', about, data);
  if (assumptions['billing.replicaUntil'] === 'terminating') endSpans(sim.world, execution, sim.now, seq);
  leaveActive(sim, deployment, execution, seq);
  cronOf(deployment).leaving.push(execution.handle);
  add(sim, deployment, execution, execution.goneAt, 'execution.gone');
}

/** How long its replica takes to stop. */
function drawTermination(sim: Sim, { behaviour, subject, settings }: Deployment): Duration {
  const stop = drawDuration(sim, behaviour.stop ?? sim.world.assumptions['replica.stop.duration'], subject, 'stop');
  return planTermination({ grace: settings.rollout.terminationGrace, stop }, 'none').goneAfter;
}

/** What is left of a removed execution is gone at once. */
export function loseLeaving(sim: Sim, deployment: Deployment, execution: Execution): void {
  execution.goneAt = sim.now;
  add(sim, deployment, execution, sim.now, 'execution.gone');
}

/**
 * The replica of a removed execution has stopped.
 *
 * @returns the number of the journal entry
 */
export function forgetReplica(sim: Sim, deployment: Deployment, execution: Execution): number {
  const { subject } = deployment;
  const ordinal = executionOrdinal(execution);
  const seq = note(sim, 'execution.gone', { subject, ordinal, reason: removedReplica, cause: execution.cause }, {});
  endSpans(sim.world, execution, sim.now, seq);
  takeOut(cronOf(deployment).leaving, execution.handle);
  sim.world.executions.remove(execution.handle);
  return seq;
}

function endSpans(world: World, execution: Execution, at: Instant, seq: number): void {
  const { spans } = execution;
  for (let i = 0; i < spans.length; i += 1) world.ledger.close(spans[i]!, at, seq);
  execution.spans = noSpans;
}

const noSpans: readonly number[] = [];

/** Its status is final: it leaves the active ones for the history, and ends its command (CRON-7). */
function leaveActive(sim: Sim, deployment: Deployment, execution: Execution, seq: number): void {
  const { status } = execution;
  if (status === 'Active') throw new Error('an Active execution does not leave');
  takeOut(cronOf(deployment).active, execution.handle);
  keepFinal(sim, deployment, {
    ordinal: executionOrdinal(execution),
    status,
    version: execution.version,
    startedAt: execution.startTime,
    endedAt: sim.now,
  });
  if (execution.command === null) return;
  if (status === 'Success') {
    endCommand(sim, execution.command, 'completed', null, seq);
    return;
  }
  const stage = deployment.closed === 'deleting' ? 'cancelled' : 'failed';
  endCommand(sim, execution.command, stage, `the execution ended as ${status}`, seq);
}

function keepFinal(sim: Sim, deployment: Deployment, final: FinalExecution): void {
  const { history } = cronOf(deployment);
  insertFinal(history, final, deployment.name);
  if (sim.world.assumptions['health.cron'] === 'lastExecution') touchHealth(sim, deployment);
  const counts = sim.world.assumptions['cron.history.counts'];
  const plan = planHistory({ finals: history, limit: jobOf(deployment).historyLimit, counts });
  if (plan.kind !== 'act') return;
  const forgotten = plan.actions.map(({ index }) => history[index]!);
  for (const old of forgotten) {
    const about = { subject: deployment.subject, ordinal: old.ordinal, reason: plan.reason, cause: null };
    note(sim, 'execution.forgotten', about, { status: old.status });
    takeOut(history, old);
  }
}

/** In place: lists of a busy cron workload change thousands of times. */
function takeOut<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item);
  if (at < 0) return;
  for (let i = at + 1; i < list.length; i += 1) list[i - 1] = list[i]!;
  list.pop();
}
