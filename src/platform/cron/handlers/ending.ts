/**
 * The end of executions: each ends or is removed, and its replicas go.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { endCommand } from '../../api/handlers/command.ts';
import { drawDuration, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import type { Deployment, FinalExecution } from '../../workload/deployment.ts';
import { touchHealth } from '../../workload/handlers/health.ts';
import { planTermination } from '../../workload/termination.ts';
import type { World } from '../../world.ts';
import { drawItemOfExecution, type Execution, executionOrdinal } from '../execution.ts';
import { insertFinal, planHistory } from '../history.ts';
import { cutRun, ranBy, startsBy } from '../run.ts';
import { addExecutionEvent } from './pending.ts';
import { cronOf, jobOf } from './state.ts';

const removedReplica = because(['CRON-12'], ['replica.stop.duration', 'cron.removed.termination']);

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

/** Why an execution is removed. */
export interface Removal {
  readonly reason: Reason;
  readonly why: string;
  /** Journal number of the entry that led to it. */
  readonly cause: number;
  /** Its replica is gone already. */
  readonly isLost?: boolean;
}

/**
 * Deletes an execution before it has finished: its replica terminates, with an order to stop at once (CRON-12, 8.6).
 */
export function removeExecution(
  sim: Sim,
  deployment: Deployment,
  execution: Execution,
  { reason, why, cause, isLost = false }: Removal,
): void {
  const { assumptions } = sim.world;
  const { subject } = deployment;
  execution.run = cutRun(execution.run, sim.now, reason);
  execution.status = 'Removed';
  execution.finishedAt = sim.now;
  execution.goneAt = sim.now + (isLost ? 0 : drawTermination(sim, deployment, execution));
  const about = { subject, ordinal: executionOrdinal(execution), reason, cause };
  const data = { ...endFacts(deployment, execution, sim.now), goneAt: execution.goneAt, why };
  const seq = note(sim, 'execution.removed', about, data);
  execution.cause = seq;
  decided(sim.world, 'billing.replicaUntil');
  if (assumptions['billing.replicaUntil'] === 'terminating') endSpans(sim.world, execution, sim.now, seq);
  leaveActive(sim, deployment, execution, seq);
  cronOf(deployment).leaving.push(execution.handle);
  addExecutionEvent(sim, deployment, execution, execution.goneAt, 'execution.gone');
}

/** A removed execution has nothing to drain. */
const withoutPreStop = { 'termination.preStop': 'none' } as const;

/** How long its replica takes to stop and be removed. */
function drawTermination(sim: Sim, deployment: Deployment, execution: Execution): Duration {
  const { behaviour, settings } = deployment;
  const of = drawItemOfExecution(deployment, execution, execution.startTime);
  const { assumptions } = sim.world;
  const stop = drawDuration(sim, behaviour.stop ?? assumptions['replica.stop.duration'], of, 'stop');
  const kept = drawDuration(sim, assumptions['cron.removed.termination'], of, 'removed');
  return planTermination({ grace: settings.rollout.terminationGrace, stop }, withoutPreStop).goneAfter + kept;
}

/** What is left of a removed execution is gone at once. */
export function loseLeaving(sim: Sim, deployment: Deployment, execution: Execution): void {
  execution.goneAt = sim.now;
  addExecutionEvent(sim, deployment, execution, sim.now, 'execution.gone');
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

export function endSpans(world: World, execution: Execution, at: Instant, seq: number): void {
  const { spans } = execution;
  for (let i = 0; i < spans.length; i += 1) world.ledger.close(spans[i]!, at, seq);
  execution.spans = noSpans;
}

const noSpans: readonly number[] = [];

/** Its status is final: it leaves the active ones for the history, and ends its command (CRON-7). */
function leaveActive(sim: Sim, deployment: Deployment, execution: Execution, seq: number): void {
  const { status } = execution;
  if (status === 'Active') throw new Error('an Active execution must end before it is removed');
  takeOut(cronOf(deployment).active, execution.handle);
  keepFinal(
    sim,
    deployment,
    {
      ordinal: executionOrdinal(execution),
      status,
      version: execution.version,
      startedAt: execution.startTime,
      endedAt: sim.now,
    },
    seq,
  );
  if (execution.command === null) return;
  if (status === 'Success') {
    endCommand(sim, execution.command, 'completed', null, seq);
    return;
  }
  const removed = status === 'Removed' ? sim.world.assumptions['api.removedCommand'] : 'failed';
  const stage = deployment.closed === 'deleting' ? 'cancelled' : removed;
  endCommand(sim, execution.command, stage, `the execution ended as ${status}`, seq);
}

/** @param seq of the entry that records its end */
export function keepFinal(sim: Sim, deployment: Deployment, final: FinalExecution, seq: number): void {
  insertFinal(cronOf(deployment).history, final, deployment.name);
  if (sim.world.assumptions['health.cron'] === 'lastExecution') touchHealth(sim, deployment);
  trimHistory(sim, deployment, seq);
}

/**
 * Drops the executions beyond the history's limit: after an end, and at once when `historyLimit` is lowered (CRON-7).
 */
export function trimHistory(sim: Sim, deployment: Deployment, cause: number): void {
  const { history } = cronOf(deployment);
  const plan = planHistory({ finals: history, limit: jobOf(deployment).historyLimit }, sim.world.assumptions);
  if (plan.kind !== 'act') return;
  const { actions, reason } = plan;
  const { subject } = deployment;
  // The indexes are those of before: all are looked up first.
  const forgotten = actions.length === 1 ? [history[actions[0]!.index]!] : actions.map(({ index }) => history[index]!);
  for (const old of forgotten) {
    note(sim, 'execution.forgotten', { subject, ordinal: old.ordinal, reason, cause }, { status: old.status });
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
