/**
 * Ticks of cron workloads, and the executions that they and commands start.
 */
import { type Distribution, draw } from '../../engine/distribution.ts';
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import { createExecution, type Execution, executionOrdinal, isScheduled } from '../cron/execution.ts';
import { nextTick, type Schedule, slotOf } from '../cron/expression.ts';
import { planHistory } from '../cron/history.ts';
import { cutRun, planRun, type Run, type RunDraws, ranBy, startsBy } from '../cron/run.ts';
import { planSuspend } from '../cron/suspend.ts';
import { planMissed, planTick, type SuspendedBy, type TickAction, type TickView } from '../cron/tick.ts';
import { because } from '../rules/reason.ts';
import { type CronState, type Deployment, type FinalExecution, newestRevision } from '../workload/deployment.ts';
import type { ContainerSettings, JobSettings, WorkloadSettings } from '../workload/settings.ts';
import { planTermination } from '../workload/termination.ts';
import { deploymentAt, type World } from '../world.ts';
import { beginCommand, endCommand } from './command.ts';
import { finishClosing } from './deployment.ts';
import { kind, rank } from './kinds.ts';
import { billedFrom, openContainers, outfitOf } from './meter.ts';
import { drawDuration, note, type Sim } from './note.ts';

const kept = because(['CRON-7'], ['cron.history.counts']);
const removedReplica = because(['CRON-12'], ['replica.stop.duration']);
const closing = because(['CRON-12']);

function cronOf(deployment: Deployment): { cron: CronState; job: JobSettings } {
  const { cron, settings } = deployment;
  if (cron === null || settings.job === null) throw new Error(`${deployment.subject.name} has no schedule`);
  return { cron, job: settings.job };
}

/** Puts the next tick of a deployment into the agenda where its schedule has changed, or nothing waits there. */
export function armTick(sim: Sim, deployment: Deployment, before: WorkloadSettings | null): void {
  const { cron, job } = cronOf(deployment);
  if (before !== null && cron.tickAt !== null && sameSchedule(before.job?.schedule, job.schedule)) return;
  addTick(sim, deployment, nextTick(job.schedule, sim.now));
}

/** Puts the first tick of a deployment that stood before the run into the agenda (`cron.runStart.tick`). */
export function armFirstTick(sim: Sim, deployment: Deployment): void {
  const { job } = cronOf(deployment);
  const fires = sim.world.assumptions['cron.runStart.tick'] === 'fires' && job.schedule.kind === 'fields';
  addTick(sim, deployment, nextTick(job.schedule, fires ? sim.now - 1 : sim.now));
}

function addTick(sim: Sim, deployment: Deployment, at: Instant | null): void {
  const { cron } = cronOf(deployment);
  cron.tickAt = at;
  if (at !== null) sim.add(at, rank.tick, kind['cron.tick'], deployment.handle, 0);
}

function sameSchedule(before: Schedule | undefined, after: Schedule): boolean {
  return before?.text === after.text;
}

export function onTick(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { cron, job } = cronOf(deployment);
  if (cron.tickAt !== sim.now) return;
  const draws = drawsOfTick(sim, deployment);
  const view = tickView(sim.world, deployment, sim.now);
  const plan = planTick(view);
  if (plan.kind === 'act') performTick(sim, deployment, plan.actions, plan.reason, { slotAt: sim.now, draws });
  if (plan.kind === 'refuse') {
    const about = {
      subject: deployment.subject,
      ordinal: slotOf(job.schedule, sim.now),
      reason: plan.reason,
      cause: runningCause(sim.world, cron),
    };
    note(sim, 'execution.skipped', about, { slotAt: sim.now, running: cron.active.length });
  }
  addTick(sim, deployment, nextTick(job.schedule, sim.now));
}

function runningCause(world: World, cron: CronState): number | null {
  const newest = cron.active.at(-1);
  return newest === undefined ? null : (world.executions.get(newest)?.cause ?? null);
}

function tickView(world: World, deployment: Deployment, tickAt: Instant): TickView {
  const { cron, job } = cronOf(deployment);
  return {
    tickAt,
    closed: deployment.closed,
    suspendedBy: suspendedBy(deployment),
    policy: job.concurrencyPolicy,
    active: cron.active.map((handle) => ({ handle, scheduled: isScheduled(executionAt(world, handle)) })),
    stopping: cron.leaving.length,
    assumptions: world.assumptions,
  };
}

/** Which field keeps a cron workload's schedule from starting anything. */
export function suspendedBy({ settings, options }: Deployment): SuspendedBy {
  if (settings.job?.suspend === true) return 'job';
  return options.suspend ? 'defaultOptions' : null;
}

interface TickDraws {
  readonly runTime: number;
  readonly fails: boolean;
}

/** Drawn at every tick, run or skipped, so that the same tick draws the same under every policy. */
function drawsOfTick(sim: Sim, deployment: Deployment): TickDraws {
  return {
    runTime: drawRunTime(sim, deployment, 'execution.duration'),
    fails: drawFailure(sim, deployment, 'execution.failure'),
  };
}

function drawsOfCommand(sim: Sim, deployment: Deployment): TickDraws {
  return {
    runTime: drawRunTime(sim, deployment, 'execution.duration.command'),
    fails: drawFailure(sim, deployment, 'execution.failure.command'),
  };
}

function drawRunTime(sim: Sim, { behaviour, subject }: Deployment, purpose: string): number {
  const duration = behaviour.execution?.duration;
  if (duration === undefined) return 0;
  if (duration === 'never') return Number.POSITIVE_INFINITY;
  if (duration.kind === 'constant') return Math.max(0, Math.round(duration.value));
  return Math.max(0, Math.round(draw(duration, sim.streams, sim.streams.openFor(subject.name, purpose))));
}

function drawFailure(sim: Sim, { behaviour, subject }: Deployment, purpose: string): boolean {
  const share = behaviour.execution?.failure ?? 0;
  if (share <= 0) return false;
  return sim.streams.next(sim.streams.openFor(subject.name, purpose)) < share;
}

interface Slot {
  readonly slotAt: Instant;
  readonly draws: TickDraws;
}

function performTick(
  sim: Sim,
  deployment: Deployment,
  actions: readonly TickAction[],
  reason: Reason,
  slot: Slot,
): void {
  const { cron, job } = cronOf(deployment);
  for (const action of actions) {
    switch (action.do) {
      case 'remove':
        removeExecution(sim, deployment, executionAt(sim.world, action.execution), reason, 'replaced');
        break;
      case 'start':
        startExecution(sim, deployment, {
          slot: slotOf(job.schedule, slot.slotAt),
          slotAt: slot.slotAt,
          command: null,
          containers: newestRevision(deployment).settings.containers,
          reason,
          cause: null,
          draws: slot.draws,
        });
        break;
      case 'startWhenStopped':
      case 'remember':
        cron.missedAt = slot.slotAt;
        break;
    }
  }
}

/** A tick that was kept may start now that something has changed. */
function reviewMissed(sim: Sim, deployment: Deployment, occasion: 'ended' | 'resumed'): void {
  const { cron } = cronOf(deployment);
  const slotAt = cron.missedAt;
  if (slotAt === null) return;
  const plan = planMissed(tickView(sim.world, deployment, slotAt), occasion);
  if (plan.kind === 'hold') return;
  cron.missedAt = null;
  if (plan.kind === 'act')
    performTick(sim, deployment, plan.actions, plan.reason, { slotAt, draws: drawsOfTick(sim, deployment) });
}

interface Start {
  readonly slot: number;
  readonly slotAt: Instant | null;
  readonly command: string | null;
  readonly containers: readonly ContainerSettings[];
  readonly reason: Reason;
  readonly cause: number | null;
  /** null: drawn for a command. */
  readonly draws: TickDraws | null;
  /** In the place of the job's; absent: the job's. */
  readonly activeDeadline?: number | null;
}

/** An execution becomes Active; its whole undisturbed life is worked out here. */
export function startExecution(sim: Sim, deployment: Deployment, start: Start): void {
  const { cron, job } = cronOf(deployment);
  const { version } = newestRevision(deployment);
  const draws = new ExecutionDraws(sim, deployment, start.draws ?? drawsOfCommand(sim, deployment));
  const run = planRun(
    {
      startTime: sim.now,
      restartPolicy: job.restartPolicy,
      activeDeadline: start.activeDeadline === undefined ? job.activeDeadline : start.activeDeadline,
      isImageMalformed: !areWellFormed(cron, start.containers),
      assumptions: sim.world.assumptions,
    },
    draws,
  );
  const ordinal = executionOrdinal(start);
  const about = { subject: deployment.subject, ordinal, reason: start.reason, cause: start.cause };
  if (run.status === 'Invalid' || run.attempts.length === 0) {
    refuseExecution(sim, deployment, start, run, version);
    return;
  }
  const outfit = outfitOf(sim.world, deployment, start.containers);
  const first = draws.firstStart(sim.now);
  const seq = note(sim, 'execution.started', about, {
    slotAt: start.slotAt,
    version,
    placedAt: first.placedAt,
    startedAt: first.startedAt,
    reserved: outfit.reserves,
  });
  const execution = createExecution({
    deployment: deployment.handle,
    slot: start.slot,
    command: start.command,
    version,
    startTime: sim.now,
    containers: start.containers,
    run,
    cause: seq,
  });
  execution.handle = sim.world.executions.add(execution);
  execution.spans = openContainers(sim.world, outfit, billedFrom(sim.world.assumptions, first), seq);
  cron.active.push(execution.handle);
  if (start.command !== null) beginCommand(sim, start.command, seq);
  if (run.finishedAt === null) return;
  const isDeadline = run.status === 'Removed';
  const [when, what] = isDeadline
    ? [rank.deadline, kind['execution.deadline']]
    : [rank.finish, kind['execution.ended']];
  sim.add(run.finishedAt, when, what, deployment.handle, execution.handle);
}

/** Draws from the streams of one deployment; the first run time and failure were drawn with the tick. One object: five functions would be made anew at each start. */
class ExecutionDraws implements RunDraws {
  private readonly sim: Sim;
  private readonly deployment: Deployment;
  private readonly first: TickDraws;
  private scheduling: Duration | null = null;
  private pulling: Duration | null = null;
  private starting: Duration | null = null;
  private runs = 0;
  private checks = 0;

  constructor(sim: Sim, deployment: Deployment, first: TickDraws) {
    this.sim = sim;
    this.deployment = deployment;
    this.first = first;
  }

  schedule(): number {
    const drawn = this.draw(this.sim.world.assumptions['replica.schedule.duration'], 'schedule');
    this.scheduling ??= drawn;
    return drawn;
  }

  pull(): number {
    const { behaviour } = this.deployment;
    const drawn = this.draw(behaviour.pull ?? this.sim.world.assumptions['replica.pull.duration'], 'pull');
    this.pulling ??= drawn;
    return drawn;
  }

  start(): number {
    const extra = this.deployment.behaviour.start;
    const start = this.draw(this.sim.world.assumptions['replica.start.duration'], 'start');
    const drawn = extra === undefined ? start : start + this.draw(extra, 'start.extra');
    this.starting ??= drawn;
    return drawn;
  }

  /** When the first replica has its place and runs, as foreseen: a deadline may come before that. */
  firstStart(createdAt: Instant): { createdAt: Instant; placedAt: Instant; startedAt: Instant } {
    const placedAt = createdAt + (this.scheduling ?? 0);
    return { createdAt, placedAt, startedAt: placedAt + (this.pulling ?? 0) + (this.starting ?? 0) };
  }

  runTime(): number {
    this.runs += 1;
    return this.runs === 1 ? this.first.runTime : drawRunTime(this.sim, this.deployment, 'execution.duration.again');
  }

  fails(): boolean {
    this.checks += 1;
    return this.checks === 1 ? this.first.fails : drawFailure(this.sim, this.deployment, 'execution.failure.again');
  }

  private draw(distribution: Distribution, purpose: string): number {
    return drawDuration(this.sim, distribution, this.deployment.subject, purpose);
  }
}
/** Whether every image could be served, which is asked of the same containers at each tick. */
function areWellFormed(cron: CronState, containers: readonly ContainerSettings[]): boolean {
  if (cron.wellFormed === containers) return true;
  const isFine = !containers.some(({ image }) => isMalformed(image));
  if (isFine) cron.wellFormed = containers;
  return isFine;
}

/** An image that no registry could serve: no name, blanks in it, or an empty tag. */
function isMalformed(image: string): boolean {
  return !/^[a-zA-Z0-9][a-zA-Z0-9._/:@-]*[a-zA-Z0-9]$/.test(image) || image.includes('//') || image.includes('::');
}

/** No replica can be made: Invalid, or Failure, at once (`cron.invalid`). */
function refuseExecution(sim: Sim, deployment: Deployment, start: Start, run: Run, version: number): void {
  const ordinal = executionOrdinal(start);
  const about = { subject: deployment.subject, ordinal, reason: run.reason, cause: start.cause };
  const image = start.containers.map((container) => container.image).find(isMalformed) ?? '';
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

/** It ended by itself: Success or Failure. */
export function onExecutionEnded(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.status !== 'Active' || execution.run.finishedAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { run } = execution;
  const isSuccess = run.status === 'Success';
  execution.status = isSuccess ? 'Success' : 'Failure';
  const about = {
    subject: deployment.subject,
    ordinal: executionOrdinal(execution),
    reason: run.reason,
    cause: execution.cause,
  };
  const data = endFacts(deployment, execution, sim.now);
  const seq = note(sim, isSuccess ? 'execution.succeeded' : 'execution.failed', about, data);
  leaveActive(sim, deployment, execution, seq);
  endSpans(sim.world, execution, sim.now, seq);
  sim.world.executions.remove(execution.handle);
  afterEnd(sim, deployment, seq);
}

function endFacts(deployment: Deployment, execution: Execution, now: Instant) {
  return {
    attempts: startsBy(execution.run, now),
    tookMs: now - execution.startTime,
    ranMs: ranBy(execution.run, now),
    usedCpuMillicores: deployment.behaviour.execution?.cpuMillicores ?? 0,
  };
}

/** It ran for too long (CRON-10). */
export function onExecutionDeadline(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.status !== 'Active' || execution.run.finishedAt !== sim.now) return;
  removeExecution(sim, deploymentAt(sim.world, handle), execution, execution.run.reason, 'deadline');
}

/** It is deleted before it finished: its replica terminates, told to stop at once (CRON-12, 8.6). */
export function removeExecution(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  reason: Reason,
  why: string,
): void {
  const { assumptions } = sim.world;
  const { behaviour, subject } = deployment;
  execution.run = cutRun(execution.run, sim.now, reason);
  execution.status = 'Removed';
  execution.finishedAt = sim.now;
  const stop = drawDuration(sim, behaviour.stop ?? assumptions['replica.stop.duration'], subject, 'stop');
  const grace = deployment.settings.rollout.terminationGrace;
  execution.goneAt = sim.now + planTermination({ grace, stop }, 'none').goneAfter;
  const about = { subject, ordinal: executionOrdinal(execution), reason, cause: execution.cause };
  const data = { ...endFacts(deployment, execution, sim.now), goneAt: execution.goneAt, why };
  const seq = note(sim, 'execution.removed', about, data);
  if (assumptions['billing.replicaUntil'] === 'terminating') endSpans(sim.world, execution, sim.now, seq);
  leaveActive(sim, deployment, execution, seq);
  cronOf(deployment).cron.leaving.push(execution.handle);
  sim.add(execution.goneAt, rank.finish, kind['execution.gone'], deployment.handle, execution.handle);
}

/** The replica of a removed execution is gone. */
export function onExecutionGone(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.goneAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { cron } = cronOf(deployment);
  const about = {
    subject: deployment.subject,
    ordinal: executionOrdinal(execution),
    reason: removedReplica,
    cause: execution.cause,
  };
  const seq = note(sim, 'execution.gone', about, {});
  endSpans(sim.world, execution, sim.now, seq);
  cron.leaving = cron.leaving.filter((leaving) => leaving !== executionHandle);
  sim.world.executions.remove(executionHandle);
  afterEnd(sim, deployment, seq);
}

function afterEnd(sim: Sim, deployment: Deployment, seq: number): void {
  deployment.cause = seq;
  reviewMissed(sim, deployment, 'ended');
  finishClosing(sim, deployment);
}

function endSpans(world: World, execution: Execution, at: Instant, seq: number): void {
  for (const span of execution.spans) world.ledger.close(span, at, seq);
  execution.spans = [];
}

/** Its status is final: it leaves the active ones for the history, and ends its command (CRON-7). */
function leaveActive(sim: Sim, deployment: Deployment, execution: Execution, seq: number): void {
  const { cron } = cronOf(deployment);
  cron.active = cron.active.filter((active) => active !== execution.handle);
  const { status } = execution;
  if (status === 'Active') throw new Error('an Active execution does not leave');
  keepFinal(sim, deployment, {
    ordinal: executionOrdinal(execution),
    status,
    version: execution.version,
    startedAt: execution.startTime,
    endedAt: sim.now,
  });
  if (execution.command === null) return;
  if (status === 'Success') endCommand(sim, execution.command, 'completed', null, seq);
  else
    endCommand(
      sim,
      execution.command,
      deployment.closed === 'deleting' ? 'cancelled' : 'failed',
      `the execution ended as ${status}`,
      seq,
    );
}

function keepFinal(sim: Sim, deployment: Deployment, final: FinalExecution): void {
  const { cron, job } = cronOf(deployment);
  const { history } = cron;
  history.push(final);
  const counts = sim.world.assumptions['cron.history.counts'];
  const plan = planHistory({ workload: deployment.name, finals: history, limit: job.historyLimit, counts });
  if (plan.kind !== 'act') return;
  for (const { index } of plan.actions) {
    const old = history[index]!;
    const about = { subject: deployment.subject, ordinal: old.ordinal, reason: kept, cause: null };
    note(sim, 'execution.forgotten', about, { status: old.status });
  }
  const fromLast = plan.actions.map(({ index }) => index).sort((a, b) => b - a);
  for (const index of fromLast) history.splice(index, 1);
}

/** The workload or its location is going: every execution is Removed. Ticks go on in a disabled location, where each asks anew; none follows a deletion. */
export function closeCron(sim: Sim, deployment: Deployment): void {
  const { cron } = cronOf(deployment);
  if (deployment.closed === 'deleting') cron.tickAt = null;
  cron.missedAt = null;
  for (const handle of cron.active.slice()) {
    removeExecution(sim, deployment, executionAt(sim.world, handle), closing, deployment.closed);
  }
  finishClosing(sim, deployment);
}

/** What a suspension or a resumption does at once; the schedule itself asks at each tick (SUSP-6). */
export function suspendCron(sim: Sim, deployment: Deployment, before: WorkloadSettings): void {
  const was = before.job?.suspend === true || (before.localOptions.get(deployment.location) ?? before.options).suspend;
  const by = suspendedBy(deployment);
  if (by === null) {
    if (was) reviewMissed(sim, deployment, 'resumed');
    return;
  }
  if (was) return;
  const plan = planSuspend({
    suspendedBy: by,
    active: tickView(sim.world, deployment, sim.now).active,
    assumptions: sim.world.assumptions,
  });
  if (plan.kind !== 'act') return;
  for (const { execution } of plan.actions) {
    removeExecution(sim, deployment, executionAt(sim.world, execution), plan.reason, 'suspended');
  }
}

export function executionAt(world: World, handle: number): Execution {
  const execution = world.executions.get(handle);
  if (execution === undefined) throw new Error(`no execution ${handle}`);
  return execution;
}
