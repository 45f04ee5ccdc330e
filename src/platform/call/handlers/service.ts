/**
 * A call at a replica: it takes a place, uses the processor, and spends the rest of its service time.
 */
import { numberOf } from '../../../engine/fingerprint.ts';
import type { Reason } from '../../../engine/journal.ts';
import { type DrawItem, uniformOf } from '../../../engine/random.ts';
import type { Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { addedLatency, faultOfService, shareAnswered } from '../../fault/handlers/service.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { forwardedHeaders } from '../../network/headers.ts';
import { processorOf } from '../../traffic/serving.ts';
import { type Deployment, nameOfReplica, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { World } from '../../world.ts';
import { type Call, drawItemOfCall } from '../call.ts';
import { advanceGauge, countSeats } from '../gauge.ts';
import {
  beginWork,
  endWork,
  newProcessorShare,
  nextDoneAt,
  type ProcessorShare,
  removeFrom,
} from '../processorShare.ts';
import { chosenBy } from '../route.ts';
import { headersText, trace } from './ending.ts';
import { failTry } from './trial.ts';
import { settleWork, waitingLineOf } from './waitingLine.ts';
import { giveUpAfter } from './waitingTimeout.ts';

const terminates = because([], ['traffic.terminating']);
const shared = because([]);

/** Gives a call to a replica that has room. */
export function serveCall(sim: Sim, deployment: Deployment, call: Call, replica: Replica): void {
  if (beginService(sim, deployment, call, replica))
    sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, call.handle);
}

/**
 * Does the same, without an event for its end.
 *
 * @returns whether it is over at `dueAt`; else the processor, or a failed try, decides what comes next
 */
export function beginService(sim: Sim, deployment: Deployment, call: Call, replica: Replica): boolean {
  const { now, world } = sim;
  const processorShare = deskOf(world, deployment, replica, now);
  call.waited += now - call.waitsSince;
  call.phase = 'served';
  call.dueAt = Number.POSITIVE_INFINITY;
  call.tries += 1;
  call.triedAt = now;
  call.needed = 0;
  call.replica = processorShare.replica;
  waitingLineOf(deployment).last = replica.ordinal;
  if (call.followed !== null) {
    const state = replica.ready
      ? ''
      : replica.phase === 'terminating'
        ? ', which is terminating'
        : ', which is not ready';
    trace(
      call,
      now,
      `forwarded to replica ${processorShare.replica.name} in ${deployment.location}${state}`,
      choiceOf(deployment, call, replica),
    );
    const { headers, reason } = forwardedHeaders(call.followed.resolved, call.followed.host, world.assumptions);
    trace(call, now, `arrives at the container with the headers ${headersText(headers)}`, reason);
  }
  if (world.assumptions['timeout.from'] === 'forward' && (call.tries === 1 || isPerTry(sim)))
    giveUpAfter(sim, deployment, call, now + deployment.options.timeout);
  if (!isAnswering(replica, now)) {
    failTry(sim, deployment, call, { kind: 'refused' }, replica.node?.cause ?? replica.cause);
    return false;
  }
  processorShare.calls.push(call.handle);
  countSeat(sim, deployment, 1);
  const { work, rest, isSlowed } = drawService(sim, deployment, processorShare, drawItemOfCall(call));
  call.rest = rest;
  call.needed = Math.ceil(work) + rest;
  const failure = drawFailure(sim, deployment, call);
  call.fails = failure !== null;
  call.cause = failure === 'fault' || isSlowed ? faultOfService(world, deployment, 'requests') : null;
  if (work > 0) {
    settle(sim, deployment, processorShare);
    if (call.followed !== null) {
      const others = processorShare.working.length;
      if (others > 0)
        trace(call, now, `shares the CPU with ${others} other ${others === 1 ? 'request' : 'requests'}`, shared);
      call.work = { needed: work, since: now };
    }
    beginWork(processorShare, call.handle, work);
    armDesk(sim, deployment, replica, processorShare);
    return false;
  }
  call.dueAt = now + rest;
  return true;
}

/** Why this replica was chosen. */
function choiceOf({ settings }: Deployment, call: Call, { ready, phase }: Replica): Reason {
  const choice = chosenBy(call, settings.publishesNotReady);
  return !ready && phase === 'terminating' ? alsoBecause(terminates, choice) : choice;
}

function isPerTry({ world }: Sim): boolean {
  return world.assumptions['timeout.scope'] === 'perTry';
}

/**
 * Whether the application of a running replica accepts connections, also while it terminates: not before it is up, and
 * not after its node is lost.
 */
export function isAnswering({ answers, node, upAt }: Replica, now: number): boolean {
  return answers && node === null && (upAt === null || upAt <= now);
}

function deskOf({ assumptions }: World, deployment: Deployment, replica: Replica, now: Instant): ProcessorShare {
  if (replica.processorShare !== null) return replica.processorShare;
  const { containers } = revisionOf(deployment, replica.version).settings;
  const { handle, ordinal } = replica;
  const name = nameOfReplica(deployment, replica);
  const of = { handle, ordinal, name, nameNumber: numberOf(name) };
  replica.processorShare = newProcessorShare(now, processorOf(containers, assumptions), of);
  return replica.processorShare;
}

/** Draws the time of the whole processor, and the remaining service time; active faults add to it. */
function drawService(
  sim: Sim,
  deployment: Deployment,
  { processorMillicores }: ProcessorShare,
  of: DrawItem,
): { readonly work: number; readonly rest: number; readonly isSlowed: boolean } {
  const { cpu, duration } = deployment.behaviour.request ?? {};
  const cpuTime = cpu === undefined ? 0 : drawDuration(sim, cpu, of, 'cpu');
  const work = (cpuTime * 1_000) / processorMillicores;
  const whole = duration === undefined ? Math.max(cpuTime, work) : drawDuration(sim, duration, of, 'duration');
  const added = addedLatency(sim.world, deployment, 'requests');
  return { work, rest: Math.max(0, Math.round(whole - work)) + added, isSlowed: added > 0 };
}

/** The cause of a failure of this try: the workload's own behaviour, or an active fault; null: it does not fail. */
function drawFailure(sim: Sim, deployment: Deployment, call: Call): 'own' | 'fault' | null {
  const failure = deployment.behaviour.request?.failure ?? 0;
  const succeeds = shareAnswered(sim.world, deployment, 'requests', failure);
  if (succeeds >= 1) return null;
  if (failure >= 1) return 'own';
  const drawn = uniformOf(sim.streams.keyFor(drawItemOfCall(call), 'failure'));
  if (drawn < succeeds) return null;
  return drawn < 1 - failure ? 'fault' : 'own';
}

/** Counts a call that reaches or leaves a replica. */
function countSeat({ now }: Sim, deployment: Deployment, change: 1 | -1): void {
  const { gauge } = waitingLineOf(deployment);
  advanceGauge(gauge, now);
  countSeats(gauge, change);
}

/** Counts the processor work up to now. Call it before a call reaches or leaves the processor. */
function settle(sim: Sim, deployment: Deployment, processorShare: ProcessorShare): void {
  const waitingLine = waitingLineOf(deployment);
  advanceGauge(waitingLine.gauge, sim.now);
  settleWork(waitingLine, processorShare, sim.now);
}

function armDesk(sim: Sim, deployment: Deployment, replica: Replica, processorShare: ProcessorShare): void {
  const at = nextDoneAt(processorShare, sim.now);
  if (at === processorShare.nextAt && at !== sim.now) return;
  processorShare.nextAt = at;
  if (at !== null) sim.add(at, rank.finish, kind['replica.worked'], deployment.handle, replica.handle);
}

/** Removes a call from its replica, done or not. */
export function leaveReplica(sim: Sim, deployment: Deployment, call: Call): void {
  const { replica: at } = call;
  const replica = at === null ? undefined : sim.world.replicas.get(at.handle);
  const processorShare = replica?.processorShare;
  if (replica === undefined || processorShare == null) return;
  if (!removeFrom(processorShare.calls, call.handle)) return;
  countSeat(sim, deployment, -1);
  if (processorShare.working.length === 0 || !processorShare.working.includes(call.handle)) return;
  settle(sim, deployment, processorShare);
  endWork(processorShare, call.handle);
  armDesk(sim, deployment, replica, processorShare);
}

/** Adds the processor time to the path, if the processor worked on several calls at once. */
function traceWork({ now }: Sim, call: Call): void {
  const { work } = call;
  call.work = null;
  if (work === null) return;
  const [took, needed] = [now - work.since, Math.round(work.needed)];
  if (took > needed) trace(call, now, `got its ${needed} ms of CPU time after ${took} ms`, shared);
}

/** Removes the calls whose processor work is done now; the rest of their service begins. */
export function endDoneWork(sim: Sim, deployment: Deployment, replica: Replica): Call[] {
  const { processorShare } = replica;
  const done: Call[] = [];
  if (processorShare === null || processorShare.nextAt !== sim.now) return done;
  settle(sim, deployment, processorShare);
  // The call that is due is done, whatever rounding has left of its work; others are too, if their work is done.
  do {
    const handle = processorShare.working[0];
    const call = handle === undefined ? undefined : sim.world.calls.get(handle);
    if (handle === undefined || call === undefined) throw new Error('no call uses the processor');
    endWork(processorShare, handle);
    traceWork(sim, call);
    if (call.rest === 0) done.push(call);
    else {
      call.dueAt = sim.now + call.rest;
      sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, handle);
    }
  } while (processorShare.working.length > 0 && processorShare.doneAt[0]! <= processorShare.progress);
  armDesk(sim, deployment, replica, processorShare);
  return done;
}
