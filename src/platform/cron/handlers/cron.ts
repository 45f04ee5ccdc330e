/**
 * The schedule of a cron workload in one location: its ticks, and the effect on them when an execution ends, the
 * workload is suspended or the deployment closes.
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { alsoBecause } from '../../../rules/reason.ts';
import type { Sim } from '../../handlers/note.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import { finishClosing } from '../../workload/handlers/closing.ts';
import type { WorkloadSettings } from '../../workload/settings.ts';
import { deploymentAt, type World } from '../../world.ts';
import { type Execution, isScheduled } from '../execution.ts';
import { nextTick, type Schedule, slotOf, zoneReason } from '../expression.ts';
import { planSuspend } from '../suspend.ts';
import { type ActiveExecution, blockersOf, planMissed, planTick, type TickAction, type TickView } from '../tick.ts';
import { type Breakage, breakExecution, isRetriedNow, retryExecution } from './attempt.ts';
import { endExecution, forgetReplica, removeExecution } from './ending.ts';
import { endSchedule } from './endSchedule.ts';
import { executionAt, startExecution } from './execution.ts';
import { followHalt, passTick, suspendedBy } from './halt.ts';
import { dropMissed, type Ground, noteSkipped } from './missedTick.ts';
import { addTick, voidTick } from './pending.ts';
import { cronOf, jobOf } from './state.ts';

/** Puts the next tick of a deployment into the agenda if its schedule has changed, or if no tick waits there. */
export function armTick(sim: Sim, deployment: Deployment, before: WorkloadSettings | null): void {
  const { schedule } = jobOf(deployment);
  const isKept = before?.job?.schedule.text === schedule.text;
  if (isKept && cronOf(deployment).tickAt !== null) return;
  voidTick(sim, deployment);
  addTick(sim, deployment, nextTick(schedule, sim.now));
}

/** Puts the first tick of a deployment that stood before the run into the agenda (`cron.runStart.tick`). */
export function armFirstTick(sim: Sim, deployment: Deployment): void {
  followHalt(sim, deployment);
  const { schedule } = jobOf(deployment);
  const fires = sim.world.assumptions['cron.runStart.tick'] === 'fires' && schedule.kind === 'fields';
  addTick(sim, deployment, nextTick(schedule, fires ? sim.now - 1 : sim.now));
}

export function onTick(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  if (cronOf(deployment).tickAt === sim.now) runTick(sim, deployment);
}

/** Runs the tick of the present instant. */
export function runTick(sim: Sim, deployment: Deployment): void {
  const { world, now } = sim;
  const { schedule } = jobOf(deployment);
  const view = tickView(world, deployment, now);
  const plan = planTick(view, world.assumptions);
  const reason = inZone(schedule, now, plan.reason);
  const cause = blockersCause(world, view);
  if (plan.kind === 'act') performTick(sim, deployment, plan.actions, { reason, cause }, now);
  if (plan.kind === 'refuse') noteSkipped(sim, deployment, now, { reason, cause });
  if (plan.kind === 'hold') passTick(sim, deployment, now, reason);
  addTick(sim, deployment, nextTick(schedule, now));
}

/** The reason for what becomes of a tick, and with it the time zone that it comes from. */
export function inZone(schedule: Schedule, tickAt: Instant, reason: Reason): Reason {
  const zone = zoneReason(schedule, tickAt);
  return zone === null ? reason : alsoBecause(reason, zone);
}

/** Journal number of what led to the newest execution that stands in the way of a tick; null: none does. */
function blockersCause(world: World, view: TickView): number | null {
  const newest = blockersOf(view, world.assumptions).at(-1);
  return newest === undefined ? null : executionAt(world, newest.handle).cause;
}

export function tickView(world: World, deployment: Deployment, tickAt: Instant): TickView {
  const { active, leaving } = cronOf(deployment);
  const { concurrencyPolicy: policy } = jobOf(deployment);
  return {
    tickAt,
    closed: deployment.closed,
    suspendedBy: suspendedBy(deployment),
    policy,
    // Under Allow nobody is blocked or removed: one stands for all, of whom there may be thousands.
    active: active.length === 0 ? nobody : activeOf(world, policy === 'Allow' ? active.slice(-1) : active),
    stopping: leaving.length,
  };
}

const nobody: readonly ActiveExecution[] = [];

function activeOf(world: World, active: readonly number[]): ActiveExecution[] {
  return active.map((handle) => ({ handle, scheduled: isScheduled(executionAt(world, handle)) }));
}

/** @param ground with what stood in the way until now; null: nothing did */
function performTick(
  sim: Sim,
  deployment: Deployment,
  actions: readonly TickAction[],
  ground: Ground,
  slotAt: Instant,
): void {
  const { reason, cause } = ground;
  for (const action of actions) {
    switch (action.do) {
      case 'remove': {
        const execution = executionAt(sim.world, action.execution);
        removeExecution(sim, deployment, execution, { reason, why: 'replaced', cause: execution.cause });
        break;
      }
      case 'start':
        // Nothing stands in the way any more: what ended has freed this slot, and the older one with it.
        dropMissed(sim, deployment, { reason, cause: cause ?? deployment.cause }, displaced);
        startExecution(sim, deployment, {
          slot: slotOf(jobOf(deployment).schedule, slotAt),
          slotAt,
          command: null,
          containers: newestRevision(deployment).settings.containers,
          reason,
          cause: slotAt < sim.now ? cause : null,
        });
        break;
      case 'startWhenStopped':
      case 'remember':
        dropMissed(sim, deployment, { reason, cause }, displaced);
        cronOf(deployment).missedAt = slotAt;
        break;
    }
  }
}

const displaced = 'a later tick took its place';

/**
 * A tick that was kept may start now that something has changed; one that comes at this very instant is newer, and
 * decides.
 */
function reviewMissed(sim: Sim, deployment: Deployment, occasion: 'ended' | 'resumed'): void {
  const cron = cronOf(deployment);
  const slotAt = cron.missedAt;
  if (slotAt === null) return;
  const plan = planMissed(tickView(sim.world, deployment, slotAt), occasion, sim.world.assumptions);
  const ground = { reason: plan.reason, cause: deployment.cause };
  if (plan.kind === 'refuse') dropMissed(sim, deployment, ground, plan.message);
  if (plan.kind !== 'act' || cron.tickAt === sim.now) return;
  cron.missedAt = null;
  performTick(sim, deployment, plan.actions, ground, slotAt);
}

export function onExecutionRetried(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.status !== 'Active' || !isRetriedNow(execution, sim.now)) return;
  retryExecution(sim, deploymentAt(sim.world, handle), execution);
}

export function onExecutionEnded(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.status !== 'Active' || execution.run.finishedAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  afterEnd(sim, deployment, endExecution(sim, deployment, execution));
}

/** It ran for too long (CRON-10). */
export function onExecutionDeadline(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.status !== 'Active' || execution.run.finishedAt !== sim.now) return;
  const { run, cause } = execution;
  removeExecution(sim, deploymentAt(sim.world, handle), execution, { reason: run.reason, why: 'deadline', cause });
}

export function onExecutionGone(sim: Sim, handle: number, executionHandle: number): void {
  const execution = sim.world.executions.get(executionHandle);
  if (execution === undefined || execution.goneAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  afterEnd(sim, deployment, forgetReplica(sim, deployment, execution));
}

/** A fault ends an attempt of an execution early; if no other attempt follows, it ends the execution too (CRON-8). */
export function strikeExecution(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  breakage: Breakage,
  cause: number,
): void {
  breakExecution(sim, deployment, execution, breakage, cause);
  const { finishedAt, status } = execution.run;
  if (finishedAt === sim.now && status === 'Failure')
    afterEnd(sim, deployment, endExecution(sim, deployment, execution));
}

function afterEnd(sim: Sim, deployment: Deployment, seq: number): void {
  deployment.cause = seq;
  reviewMissed(sim, deployment, 'ended');
  finishClosing(sim, deployment);
}

/**
 * The workload or its location is closed: every execution is removed. Ticks go on in a disabled location, where each is
 * planned anew; no tick follows a deletion.
 */
export function closeCron(sim: Sim, deployment: Deployment): void {
  endSchedule(sim, deployment);
  finishClosing(sim, deployment);
}

/** What a suspension or a resumption does at once; the schedule itself asks at each tick (SUSP-6). */
export function suspendCron(sim: Sim, deployment: Deployment, before: WorkloadSettings): void {
  const { world } = sim;
  const was = before.job?.suspend === true || (before.localOptions.get(deployment.location) ?? before.options).suspend;
  const by = suspendedBy(deployment);
  followHalt(sim, deployment);
  if (by === null) {
    if (was) reviewMissed(sim, deployment, 'resumed');
    return;
  }
  if (was) return;
  const { active: handles } = cronOf(deployment);
  const active = activeOf(world, handles);
  const plan = planSuspend({ suspendedBy: by, active }, world.assumptions);
  if (plan.kind !== 'act') return;
  const removal = { reason: plan.reason, why: 'suspended', cause: deployment.cause };
  for (const { execution } of plan.actions) removeExecution(sim, deployment, executionAt(world, execution), removal);
}
