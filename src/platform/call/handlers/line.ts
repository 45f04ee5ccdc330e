/**
 * Calls look for a replica: one with room, the end of the waiting line, or a replica that is still to come.
 */

import { uniformOf } from '../../../engine/random.ts';
import { because } from '../../../rules/reason.ts';
import { wakeForCall } from '../../autoscaling/handlers/wake.ts';
import { faultBehindWait } from '../../fault/handlers/service.ts';
import type { Sim } from '../../handlers/note.ts';
import { answerersIn } from '../../traffic/handlers/answering.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { latestEntryOf } from '../../workload/handlers/latestEntry.ts';
import type { Replica } from '../../workload/replica.ts';
import { type Call, drawItemOfCall } from '../call.ts';
import { type Candidate, chooseReplica } from '../choice.ts';
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
  if (call.phase === 'checking') enterWaitingLine(sim, deployment, call);
  const waitingLine = waitingLineOf(deployment);
  call.phase = 'waiting';
  call.waitsSince = sim.now;
  call.dueAt = null;
  stepLine(waitingLine, sim.now, 1);
  wakeForCall(sim, deployment);
  const found = replicasFor(sim, deployment, call);
  const choice = chosen(sim, deployment, call, found);
  if (choice !== null) {
    stepLine(waitingLine, sim.now, -1);
    serveCall(sim, deployment, call, choice);
    return;
  }
  if (found.length > 0) {
    const most = assumptions['traffic.queue'];
    if (most !== 'unlimited' && waitingLine.count > most) {
      const status = assumptions['traffic.status.queueFull'];
      endCall(sim, deployment, call, { status, reason: queueFull, cause: faultBehindWait(sim.world, deployment) });
      return;
    }
    trace(call, sim.now, `queued, queue length ${waitingLine.count}`, queued);
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
    const found = replicasFor(sim, deployment, call);
    if (found.length === 0) holdLine(sim, deployment, waitingLine);
    const choice = chosen(sim, deployment, call, found);
    if (choice === null) {
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
    if (call?.phase !== 'waiting' || (call.heldUntil !== null && call.heldUntil > sim.now)) continue;
    trace(call, sim.now, 'no replica is ready any more: held until one is', kept);
    holdCall(sim, deployment, call);
  }
}

/** Replicas that may get a call, with or without room. */
export function replicasFor({ world }: Sim, deployment: Deployment, { caller }: Call): readonly Replica[] {
  const takesUnready = caller.by !== null && deployment.settings.publishesNotReady;
  return answerersIn(world, deployment, { ordinal: caller.ordinal, takesUnready });
}

function chosen(sim: Sim, deployment: Deployment, call: Call, found: readonly Replica[]): Replica | null {
  const { maxConcurrency } = deployment.options;
  const free: (Candidate & { readonly replica: Replica })[] = [];
  for (const replica of found) {
    const inFlight = replica.processorShare?.calls.length ?? 0;
    if (maxConcurrency !== null && inFlight >= maxConcurrency) continue;
    free.push({ handle: replica.handle, ordinal: replica.ordinal, inFlight, replica });
  }
  const { assumptions } = sim.world;
  const isElsewhere = assumptions['retry.host'] === 'other' && call.replica !== null;
  const places = { last: waitingLineOf(deployment).last, avoided: isElsewhere ? (call.replica?.handle ?? null) : null };
  const chance = (): number => uniformOf(sim.streams.keyFor(drawItemOfCall(call), 'route'));
  return chooseReplica(free, assumptions['traffic.route.replica'], places, chance)?.replica ?? null;
}
