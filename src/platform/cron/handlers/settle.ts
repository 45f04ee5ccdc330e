/**
 * Deferred schedules, whose entries may come late. The ticks and executions of a deployment affect only the deployment,
 * its streams and its lines of the ledger. So they happen when another part looks at them: one deployment after the
 * other, each event at its own instant.
 */

import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { CronState, Deployment } from '../../workload/deployment.ts';
import { deploymentAt } from '../../world.ts';
import { lastTick, stretchOf } from '../stretch.ts';
import { planTick } from '../tick.ts';
import {
  onExecutionDeadline,
  onExecutionEnded,
  onExecutionGone,
  onExecutionRetried,
  runTick,
  tickView,
} from './cron.ts';
import { fastForward } from './runBatch.ts';
import { cronOf, jobOf } from './state.ts';

const handlers = new Map([
  [kind['execution.retried'], onExecutionRetried],
  [kind['execution.ended'], onExecutionEnded],
  [kind['execution.deadline'], onExecutionDeadline],
  [kind['execution.gone'], onExecutionGone],
]);

/**
 * Runs the due events of a deployment's schedule. Call it before the deployment is read, and before anything changes
 * that its ticks or executions depend on.
 *
 * @param isNowPast whether all that is due now has happened; absent: what comes before the event that is being handled
 */
export function settleCron(sim: Sim, deployment: Deployment, isNowPast = false): void {
  const { cron, handle } = deployment;
  if (cron === null || !sim.world.defersUnobserved) return;
  const { now } = sim;
  const until = isNowPast ? now : now - 1;
  for (;;) {
    if (cron.pending.length === 0) fastForward(sim, deployment, until);
    const event = cron.pending[0];
    const isTick = event === undefined || (cron.tickAt ?? Number.POSITIVE_INFINITY) < event.at;
    const at = isTick ? (cron.tickAt ?? Number.POSITIVE_INFINITY) : event.at;
    if (at > now) break;
    if (at === now && !isNowPast && !sim.agenda.hasPassed(at, isTick ? rank.tick : event.rank, handle)) break;
    if (isTick && passIdle(sim, deployment, until)) continue;
    sim.now = at;
    sim.passed += 1;
    if (isTick) runTick(sim, deployment);
    else takeFirst(sim, cron, handle);
  }
  sim.now = now;
}

function takeFirst(sim: Sim, cron: CronState, handle: number): void {
  const [event, ...later] = cron.pending;
  if (event === undefined) return;
  cron.pending = later;
  handlers.get(event.kind)?.(sim, handle, event.execution);
}

/** Something waits for what is due now. */
export function onCronDue(sim: Sim, handle: number): void {
  // It is in the agenda and with its deployment, but happens once.
  sim.passed -= 1;
  settleCron(sim, deploymentAt(sim.world, handle));
}

/**
 * Passes the ticks of a deployment up to an instant, itself included, at which its schedule holds, or keeps the tick in
 * the place of the one before: nothing else happens at them, and nothing changes that until an execution comes to its
 * next event.
 *
 * @returns whether there were any
 */
function passIdle(sim: Sim, deployment: Deployment, until: Instant): boolean {
  const cron = cronOf(deployment);
  const { tickAt, pending, halt, missedAt } = cron;
  const limit = Math.min(until, (pending[0]?.at ?? Number.POSITIVE_INFINITY) - 1);
  if (tickAt === null || tickAt > limit) return false;
  const plan = planTick(tickView(sim.world, deployment, tickAt), sim.world.assumptions);
  const isKept = plan.kind === 'act' && plan.actions.every((action) => action.do === 'remember');
  if (plan.kind !== 'hold' && !isKept) return false;
  // Each is told that Forbid keeps, and the first of a halt; where ticks are kept, the second is the first that passes.
  if (halt === null || halt.count === 0 || (isKept && missedAt === null)) return false;
  const { schedule } = jobOf(deployment);
  const { count, until: end, next } = stretchOf(schedule, tickAt, limit);
  cron.halt = { ...halt, count: halt.count + count };
  sim.passed += count;
  if (isKept) cron.missedAt = lastTick(schedule, tickAt, end);
  cron.tickAt = next;
  return true;
}
