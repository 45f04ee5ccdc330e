/**
 * The waiting events of a schedule and its executions: in the agenda, or with their deployment if there is no listener.
 */
import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { CronEvent, Deployment } from '../../workload/deployment.ts';
import { deploymentAt, type World } from '../../world.ts';
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

/** Adds an event of an execution to the waiting events. */
export function addExecutionEvent(
  sim: Sim,
  deployment: Deployment,
  { handle, command }: Execution,
  at: Instant,
  what: 'execution.retried' | 'execution.ended' | 'execution.deadline' | 'execution.gone',
): void {
  const of = what === 'execution.deadline' ? rank.deadline : rank.finish;
  if (sim.world.defersUnobserved) {
    const event = { at, rank: of, kind: kind[what], execution: handle };
    addCronEvent(sim, deployment, event, isAwaited(deployment, command));
  } else sim.add(at, of, kind[what], deployment.handle, handle);
}

/** Whether entries of schedules may come late: nobody wants each event when it happens, nor does health follow them. */
export function mayDefer({
  isLiteral,
  eventLog,
  assumptions,
}: Pick<World, 'isLiteral' | 'eventLog' | 'assumptions'>): boolean {
  return !isLiteral && eventLog === null && assumptions['health.cron'] === 'deployed';
}

/**
 * From now on the waiting events of all schedules are with their deployments, and their entries come late. To be called
 * between two events; what is left of schedules in the agenda counts for nothing (`inAgenda`).
 */
export function deferSchedules(sim: Sim): void {
  const { world } = sim;
  world.defersUnobserved = true;
  const ticking = new Set<Deployment>();
  for (const { instant: at, rank, kind: what, subject, argument: execution } of sim.agenda.pending()) {
    if (!ofSchedules.has(what)) continue;
    const deployment = deploymentAt(world, subject);
    const isTick = what === kind['cron.tick'];
    // Of two ticks at an instant one is void.
    if (isTick && cronOf(deployment).tickAt === at && !ticking.has(deployment)) {
      ticking.add(deployment);
      continue;
    }
    const command = world.executions.get(execution)?.command ?? null;
    addCronEvent(sim, deployment, { at, rank, kind: what, execution }, !isTick && isAwaited(deployment, command));
  }
}

const ofSchedules: ReadonlySet<number> = new Set([
  kind['cron.tick'],
  kind['execution.retried'],
  kind['execution.ended'],
  kind['execution.deadline'],
  kind['execution.gone'],
]);

/** A handler for the agenda. When schedules are deferred in the middle of a run, their events happen elsewhere. */
export function inAgenda(handler: CronHandler): CronHandler {
  return (sim, handle, argument) => {
    if (sim.world.defersUnobserved) sim.passed -= 1;
    else handler(sim, handle, argument);
  };
}

type CronHandler = (sim: Sim, handle: number, argument: number) => void;

/** Whether more than its deployment waits for an execution: the one who gave a command, or a closing. */
function isAwaited({ closed }: Deployment, command: string | null): boolean {
  return command !== null || closed !== 'none';
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
