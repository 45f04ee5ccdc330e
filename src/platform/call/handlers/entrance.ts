/**
 * A call has passed all checks, and counts for autoscaling from now until it ends (`metric.request.counts`).
 */

import { settleScaler, touchScaler } from '../../autoscaling/handlers/scaler.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Call } from '../call.ts';
import { advanceGauge, countAnswer, countArrival, countDeparture } from '../gauge.ts';
import { calledLately, type Lobby, newLobby, stepLine } from '../lobby.ts';
import { lobbyOf, longestWindow } from './lobby.ts';

/** A call that was `checking` comes in; what is refused before never does. */
export function enterLobby(sim: Sim, deployment: Deployment, call: Call): void {
  const { now } = sim;
  const { gauge } = lobbyFor(sim, deployment);
  advanceGauge(gauge, now);
  countArrival(gauge, now);
  call.passedAt = now;
}

/**
 * The lobby of a deployment, opened by the first call. While a metric may see calls, autoscaling evaluates every tick
 * (`calledLately`).
 */
function lobbyFor(sim: Sim, deployment: Deployment): Lobby {
  const called = calledLately(deployment.lobby, sim.now);
  if (called !== null) return called;
  settleScaler(sim, deployment);
  const lobby = deployment.lobby ?? newLobby(sim.now, longestWindow(sim.world.assumptions));
  deployment.lobby = lobby;
  touchScaler(sim, deployment);
  return lobby;
}

/** A call that has come in goes; only an answer of a replica has a latency that counts (`metric.request.latency`). */
export function leaveLobby(
  { now, world }: Sim,
  deployment: Deployment,
  { phase, replica, arrivedAt, passedAt }: Call,
): void {
  const lobby = lobbyOf(deployment);
  if (phase === 'waiting') stepLine(lobby, now, -1);
  advanceGauge(lobby.gauge, now);
  countDeparture(lobby.gauge, now);
  if (replica === null) return;
  const since = world.assumptions['metric.request.latency'] === 'sincePassed' ? passedAt : arrivedAt;
  countAnswer(lobby.gauge, now, { by: replica.handle, latency: now - since });
}
