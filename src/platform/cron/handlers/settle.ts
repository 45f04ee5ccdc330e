/**
 * Schedules whose entries may come late: a deployment's ticks and executions touch nothing but itself, its streams and
 * its lines of the ledger, so they happen when somebody looks, one deployment after the other, each event at its own
 * instant.
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { CronState, Deployment } from '../../workload/deployment.ts';
import { deploymentAt } from '../../world.ts';
import { onExecutionDeadline, onExecutionEnded, onExecutionGone, onExecutionRetried, runTick } from './cron.ts';
import { drawForTick } from './executionDraws.ts';
import { passIdle } from './idle.ts';
import { fastForward } from './runBatch.ts';

const handlers = new Map([
  [kind['execution.retried'], onExecutionRetried],
  [kind['execution.ended'], onExecutionEnded],
  [kind['execution.deadline'], onExecutionDeadline],
  [kind['execution.gone'], onExecutionGone],
]);

/**
 * Lets happen what is due of a deployment's schedule by now: to be called before it is looked at, and before anything
 * changes that its ticks or executions depend on.
 *
 * @param isNowPast whether all that is due now has happened; absent: what comes before the event that is being handled
 */
export function settleCron(sim: Sim, deployment: Deployment, isNowPast = false): void {
  const { cron, handle } = deployment;
  if (cron === null || !sim.world.defersUnobserved) return;
  const { now } = sim;
  const until = isNowPast ? now : now - 1;
  for (;;) {
    const first = cron.pending.length === 0 ? fastForward(sim, deployment, until) : null;
    const event = cron.pending[0];
    const isTick = event === undefined || (cron.tickAt ?? Number.POSITIVE_INFINITY) < event.at;
    const at = isTick ? (cron.tickAt ?? Number.POSITIVE_INFINITY) : event.at;
    if (at > now) break;
    if (at === now && !isNowPast && !sim.agenda.hasPassed(at, isTick ? rank.tick : event.rank, handle)) break;
    if (isTick && passIdle(sim, deployment, until)) continue;
    sim.now = at;
    sim.passed += 1;
    if (isTick) runTick(sim, deployment, first ?? drawForTick(sim, deployment));
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
