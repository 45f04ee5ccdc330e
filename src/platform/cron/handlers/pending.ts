/**
 * The waiting events of a schedule and its executions: in the agenda, or with their deployment if there is no listener.
 */
import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { CronEvent, Deployment } from '../../workload/deployment.ts';
import type { Execution } from '../execution.ts';
import { cronOf } from './state.ts';

/** Adds the next tick of a deployment to the waiting events; null: there is none. */
export function addTick(sim: Sim, deployment: Deployment, at: Instant | null): void {
  cronOf(deployment).tickAt = at;
  if (at !== null && !sim.world.defersUnobserved) sim.add(at, rank.tick, kind['cron.tick'], deployment.handle, 0);
}

/** Voids the waiting tick. Its event starts nothing, because events stay in the agenda. */
export function voidTick(sim: Sim, deployment: Deployment): void {
  const cron = cronOf(deployment);
  const { tickAt } = cron;
  cron.tickAt = null;
  if (tickAt === null || !sim.world.defersUnobserved) return;
  addCronEvent(sim, deployment, { at: tickAt, rank: rank.tick, kind: kind['cron.tick'], execution: 0 }, false);
}

/**
 * Adds an event of an execution to the waiting events. A command and a closing deployment wait for their executions.
 */
export function addExecutionEvent(
  sim: Sim,
  deployment: Deployment,
  { handle, command }: Execution,
  at: Instant,
  what: 'execution.retried' | 'execution.ended' | 'execution.deadline' | 'execution.gone',
): void {
  const isAwaited = command !== null || deployment.closed !== 'none';
  const of = what === 'execution.deadline' ? rank.deadline : rank.finish;
  if (sim.world.defersUnobserved)
    addCronEvent(sim, deployment, { at, rank: of, kind: kind[what], execution: handle }, isAwaited);
  else sim.add(at, of, kind[what], deployment.handle, handle);
}

/**
 * Puts an event of a deferred schedule where it waits.
 *
 * @param isAwaited whether more than its deployment waits for it, so that it must not come late
 */
function addCronEvent(sim: Sim, deployment: Deployment, event: CronEvent, isAwaited: boolean): void {
  const { at, rank } = event;
  const cron = cronOf(deployment);
  const before = cron.pending.filter((one) => one.at < at || (one.at === at && one.rank <= rank));
  cron.pending = [...before, event, ...cron.pending.slice(before.length)];
  if (isAwaited) sim.add(at, rank, kind['cron.due'], deployment.handle, 0);
}
