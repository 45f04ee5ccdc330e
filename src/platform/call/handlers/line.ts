/**
 * Calls look for a replica: one with room, the end of the waiting line, or a replica that is still to come.
 */

import { uniformOf } from '../../../engine/random.ts';
import { because } from '../../../rules/reason.ts';
import { wakeForCall } from '../../autoscaling/handlers/wake.ts';
import { faultBehindWait } from '../../fault/handlers/service.ts';
import type { Sim } from '../../handlers/note.ts';
import { answerersIn, isMeant, servingVersion } from '../../traffic/handlers/answering.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { latestEntryOf } from '../../workload/handlers/latestEntry.ts';
import type { Replica } from '../../workload/replica.ts';
import { replicaAt } from '../../world.ts';
import { type Call, drawItemOfCall } from '../call.ts';
import { chooseReplica, inFlightOf, isBefore } from '../choice.ts';
import { rulesOfReplica } from '../route.ts';
import { dropFirst, stepLine, type WaitingLine } from '../waitingLine.ts';
import { endCall, trace } from './ending.ts';
import { enterWaitingLine } from './entrance.ts';
import { closedReason, isOpen } from './openness.ts';
import { serveCall } from './service.ts';
import { waitingLineOf } from './waitingLine.ts';
import { holdCall } from './waitingTimeout.ts';

const queued = because([], ['traffic.queue']);
const queueFull = because([], ['traffic.queue', 'traffic.status.queueFull']);
const kept = because(['TYPE-14'], ['coldStart.hold']);

/** Gives a call that has passed all checks, or is retried, a replica; else it waits or is refused. */
export function joinLine(sim: Sim, deployment: Deployment, call: Call): void {
  if (!isOpen(deployment)) {
    turnAway(sim, deployment, call);
    return;
  }
  const { assumptions } = sim.world;
  const waitingLine = beginWaiting(sim, deployment, call);
  wakeForCall(sim, deployment);
  const choice = choose(sim, deployment, call);
  if (typeof choice !== 'string') {
    stepLine(waitingLine, sim.now, -1);
    serveCall(sim, deployment, call, choice);
    return;
  }
  if (choice === 'full') {
    const most = assumptions['traffic.queue'];
    if (most !== 'unlimited' && waitingLine.count > most) {
      const status = assumptions['traffic.status.queueFull'];
      endCall(sim, deployment, call, { status, reason: queueFull, cause: faultBehindWait(sim.world, deployment) });
      return;
    }
    if (call.followed !== null) trace(call, sim.now, `queued, queue length ${waitingLine.count}`, queued);
    waitingLine.waiting.push(call.handle);
    return;
  }
  if (deployment.settings.type !== 'serverless' || call.caller.ordinal !== null) {
    const rules = rulesOfReplica(call, deployment.settings.publishesNotReady);
    const reason = because(rules, ['traffic.terminating', 'traffic.status.noReplica']);
    const cause = latestEntryOf(sim.world, deployment);
    endCall(sim, deployment, call, { status: assumptions['traffic.status.noReplica'], reason, cause });
    return;
  }
  trace(call, sim.now, 'no replica is ready: held until one is (cold start)', kept);
  waitingLine.waiting.push(call.handle);
  holdCall(sim, deployment, call);
}

/** A call that has passed all checks, or is retried, waits from now on. */
export function beginWaiting(sim: Sim, deployment: Deployment, call: Call): WaitingLine {
  if (call.phase === 'checking') enterWaitingLine(sim, deployment, call);
  const waitingLine = waitingLineOf(deployment);
  call.phase = 'waiting';
  call.waitsSince = sim.now;
  call.dueAt = Number.POSITIVE_INFINITY;
  stepLine(waitingLine, sim.now, 1);
  return waitingLine;
}

/** Refuses a call that no replica is meant to answer. */
export function turnAway(sim: Sim, deployment: Deployment, call: Call): void {
  const status = sim.world.assumptions['traffic.status.off'];
  endCall(sim, deployment, call, { status, reason: closedReason(deployment), cause: deployment.cause });
}

/** After a change at the replicas of a deployment: gives calls in the line the room that there is, in their order. */
export function admitCalls(sim: Sim, deployment: Deployment): void {
  const { waitingLine } = deployment;
  if (waitingLine === null || waitingLine.count === 0) return;
  let place = waitingLine.first;
  while (place < waitingLine.waiting.length) {
    const call = sim.world.calls.get(waitingLine.waiting[place]!);
    if (call === undefined || call.phase !== 'waiting') {
      if (place === waitingLine.first) {
        dropFirst(waitingLine);
        place = waitingLine.first;
      } else place += 1;
      continue;
    }
    if (!isOpen(deployment)) {
      turnAway(sim, deployment, call);
      continue;
    }
    const choice = choose(sim, deployment, call);
    if (choice === 'none') holdLine(sim, deployment, waitingLine);
    if (typeof choice === 'string') {
      // Calls further back may be served by replicas that are not ready (TAG-2).
      if (!deployment.settings.publishesNotReady) return;
      place += 1;
      continue;
    }
    stepLine(waitingLine, sim.now, -1);
    serveCall(sim, deployment, call, choice);
  }
}

/**
 * Calls that waited for room have no replica left. Now they are held for one, as long as new calls are
 * (`coldStart.hold`).
 */
function holdLine(sim: Sim, deployment: Deployment, { waiting, first }: WaitingLine): void {
  for (const handle of waiting.slice(first)) {
    const call = sim.world.calls.get(handle);
    if (call?.phase !== 'waiting' || call.heldUntil > sim.now) continue;
    trace(call, sim.now, 'no replica is ready any more: held until one is', kept);
    holdCall(sim, deployment, call);
  }
}

/** Replicas that may get a call, with or without room. */
export function replicasFor({ world }: Sim, deployment: Deployment, call: Call): readonly Replica[] {
  return answerersIn(world, deployment, { ordinal: call.caller.ordinal, takesUnready: takesUnready(deployment, call) });
}

/** Whether replicas that are not ready may get a call, too (TAG-2). */
function takesUnready({ settings }: Deployment, { caller }: Call): boolean {
  return caller.by !== null && settings.publishesNotReady;
}

/** The replica that a call gets now. `full`: those that may get it have no room; `none`: there is none. */
function choose(sim: Sim, deployment: Deployment, call: Call): Replica | 'full' | 'none' {
  const { assumptions } = sim.world;
  const how = assumptions['traffic.route.replica'];
  const avoided = assumptions['retry.host'] === 'other' && call.replica !== null ? call.replica.handle : null;
  if (how !== 'random' && avoided === null && !takesUnready(deployment, call)) {
    const choice = chooseReady(sim, deployment, call, how);
    if (choice !== 'none') return choice;
  }
  const found = replicasFor(sim, deployment, call);
  const free = found.filter((replica) => hasRoom(replica, deployment));
  const chance = (): number => uniformOf(sim.streams.keyFor(drawItemOfCall(call), 'route'));
  const choice = chooseReplica(free, how, { last: waitingLineOf(deployment).last, avoided }, chance);
  return choice ?? (found.length > 0 ? 'full' : 'none');
}

/** Does the same among the replicas that are ready, for most calls: without a list of them. */
function chooseReady(
  { world }: Sim,
  deployment: Deployment,
  { caller }: Call,
  how: 'roundRobin' | 'leastRequests',
): Replica | 'full' | 'none' {
  const { last } = waitingLineOf(deployment);
  const version = servingVersion(deployment);
  let best: Replica | 'full' | 'none' = 'none';
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (!replica.ready || !isMeant(replica, caller.ordinal, version)) continue;
    if (!hasRoom(replica, deployment)) {
      if (best === 'none') best = 'full';
    } else if (typeof best === 'string' || isBefore(replica, best, how, last)) best = replica;
  }
  return best;
}

function hasRoom(replica: Replica, { options: { maxConcurrency } }: Deployment): boolean {
  return maxConcurrency === null || inFlightOf(replica) < maxConcurrency;
}
