/**
 * A call that has passed all checks counts for autoscaling until it ends (`metric.request.counts`).
 */

import { settleScaler, touchScaler } from '../../autoscaling/handlers/scaler.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Call } from '../call.ts';
import { advanceGauge, countAnswer, countArrival, countDeparture } from '../gauge.ts';
import { calledLately, newWaitingLine, stepLine, type WaitingLine } from '../waitingLine.ts';
import { longestWindow, waitingLineOf } from './waitingLine.ts';

/** Counts a call that was `checking` and has passed; a refused call is never counted. */
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

/**
 * Counts the end of a call that was counted; only an answer of a replica has a latency for the metric
 * (`metric.request.latency`).
 */
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
