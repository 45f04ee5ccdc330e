/**
 * A call has passed all checks, and counts for autoscaling from now until it ends (`metric.request.counts`).
 */

import { settleScaler, touchScaler } from '../../autoscaling/handlers/scaler.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Call } from '../call.ts';
import { advanceGauge, countAnswer, countArrival, countDeparture } from '../gauge.ts';
import { calledLately, newWaitingLine, stepLine, type WaitingLine } from '../waitingLine.ts';
import { longestWindow, waitingLineOf } from './waitingLine.ts';

/** A call that was `checking` comes in; what is refused before never does. */
export function enterWaitingLine(sim: Sim, deployment: Deployment, call: Call): void {
  const { now } = sim;
  const { gauge } = lobbyFor(sim, deployment);
  advanceGauge(gauge, now);
  countArrival(gauge, now);
  call.passedAt = now;
}

/**
 * The waiting line of a deployment, opened by the first call. While a metric may see calls, autoscaling evaluates every
 * tick (`calledLately`).
 */
function lobbyFor(sim: Sim, deployment: Deployment): WaitingLine {
  const called = calledLately(deployment.waitingLine, sim.now);
  if (called !== null) return called;
  settleScaler(sim, deployment);
  const waitingLine = deployment.waitingLine ?? newWaitingLine(sim.now, longestWindow(sim.world.assumptions));
  deployment.waitingLine = waitingLine;
  touchScaler(sim, deployment);
  return waitingLine;
}

/** A call that has come in goes; only an answer of a replica has a latency that counts (`metric.request.latency`). */
export function leaveWaitingLine(
  { now, world }: Sim,
  deployment: Deployment,
  { phase, replica, arrivedAt, passedAt }: Call,
): void {
  const waitingLine = waitingLineOf(deployment);
  if (phase === 'waiting') stepLine(waitingLine, now, -1);
  advanceGauge(waitingLine.gauge, now);
  countDeparture(waitingLine.gauge, now);
  if (replica === null) return;
  const since = world.assumptions['metric.request.latency'] === 'sincePassed' ? passedAt : arrivedAt;
  countAnswer(waitingLine.gauge, now, { by: replica.handle, latency: now - since });
}
