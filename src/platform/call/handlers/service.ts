/**
 * A call at a replica: it takes its place there, uses the processor, and keeps it waiting for whatever else it waits
 * for.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { addedLatency, faultOfService, shareAnswered } from '../../fault/handlers/service.ts';
import { kind, rank } from '../../handlers/kinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { forwardedHeaders } from '../../network/headers.ts';
import { processorOf } from '../../traffic/serving.ts';
import { type Deployment, nameOfReplica, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { World } from '../../world.ts';
import type { Call } from '../call.ts';
import { beginWork, type Desk, endWork, newDesk, nextDoneAt } from '../desk.ts';
import { advanceGauge, countSeats } from '../gauge.ts';
import { chosenBy } from '../route.ts';
import { headersText, trace } from './ending.ts';
import { giveUpAfter } from './givingUp.ts';
import { lobbyOf, settleWork } from './lobby.ts';
import { failTry } from './trial.ts';

const terminates = because([], ['traffic.terminating']);
const shared = because([]);

/** Gives a call to a replica that has room. */
export function serveCall(sim: Sim, deployment: Deployment, call: Call, replica: Replica): void {
  const { now, world } = sim;
  const desk = deskOf(world, deployment, replica, now);
  const name = nameOfReplica(deployment, replica);
  call.waited += now - call.waitsSince;
  call.phase = 'served';
  call.dueAt = null;
  call.tries += 1;
  call.replica = { handle: replica.handle, ordinal: replica.ordinal, name };
  lobbyOf(deployment).last = replica.ordinal;
  if (call.followed !== null) {
    const state = replica.ready ? '' : replica.phase === 'terminating' ? ', which terminates' : ', which is not ready';
    trace(call, now, `given to replica ${name} in ${deployment.location}${state}`, choiceOf(deployment, call, replica));
    const { headers, reason } = forwardedHeaders(call.followed.resolved, call.followed.host, world.assumptions);
    trace(call, now, `reaches the container with ${headersText(headers)}`, reason);
  }
  if (world.assumptions['timeout.from'] === 'forward' && (call.tries === 1 || isPerTry(sim)))
    giveUpAfter(sim, deployment, call, now + deployment.options.timeout);
  if (!isAnswering(replica, now)) {
    failTry(sim, deployment, call, { kind: 'refused' }, replica.node?.cause ?? replica.cause);
    return;
  }
  desk.calls.push(call.handle);
  countSeat(sim, deployment, 1);
  const { work, rest, isSlowed } = drawService(sim, deployment, desk);
  call.rest = rest;
  const failure = drawFailure(sim, deployment);
  call.fails = failure !== null;
  call.cause = failure === 'fault' || isSlowed ? faultOfService(world, deployment, 'requests') : null;
  if (work > 0) {
    settle(sim, deployment, desk);
    if (call.followed !== null) {
      const others = desk.working.length;
      if (others > 0)
        trace(call, now, `shares the processor with ${others} ${others === 1 ? 'other' : 'others'}`, shared);
      call.work = { needed: work, since: now };
    }
    beginWork(desk, call.handle, work);
    armDesk(sim, deployment, replica, desk);
    return;
  }
  call.dueAt = now + rest;
  sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, call.handle);
}

/** Why this replica, and not another. */
function choiceOf({ settings }: Deployment, call: Call, { ready, phase }: Replica): Reason {
  const choice = chosenBy(call, settings.publishesNotReady);
  return !ready && phase === 'terminating' ? alsoBecause(terminates, choice) : choice;
}

function isPerTry({ world }: Sim): boolean {
  return world.assumptions['timeout.scope'] === 'perTry';
}

/**
 * Whether the application of one that runs takes a connection, also while it terminates: not before it is up, nor once
 * its node is lost.
 */
export function isAnswering({ answers, node, upAt }: Replica, now: number): boolean {
  return answers && node === null && (upAt === null || upAt <= now);
}

function deskOf({ assumptions }: World, deployment: Deployment, replica: Replica, now: Instant): Desk {
  const { containers } = revisionOf(deployment, replica.version).settings;
  replica.desk ??= newDesk(now, processorOf(containers, assumptions));
  return replica.desk;
}

/** Processor time of the whole processor, and what else it takes; faults under way add to that. */
function drawService(
  sim: Sim,
  deployment: Deployment,
  { processorMillicores }: Desk,
): { readonly work: number; readonly rest: number; readonly isSlowed: boolean } {
  const { subject, behaviour } = deployment;
  const { cpu, duration } = behaviour.request ?? {};
  const cpuTime = cpu === undefined ? 0 : drawDuration(sim, cpu, subject, 'call.cpu');
  const work = (cpuTime * 1_000) / processorMillicores;
  const whole =
    duration === undefined ? Math.max(cpuTime, work) : drawDuration(sim, duration, subject, 'call.duration');
  const added = addedLatency(sim.world, deployment, 'requests');
  return { work, rest: Math.max(0, Math.round(whole - work)) + added, isSlowed: added > 0 };
}

/** By what this try fails: the workload's own behaviour, or a fault under way; null: it does not. */
function drawFailure(sim: Sim, deployment: Deployment): 'own' | 'fault' | null {
  const failure = deployment.behaviour.request?.failure ?? 0;
  const succeeds = shareAnswered(sim.world, deployment, 'requests', failure);
  if (succeeds >= 1) return null;
  const drawn = sim.streams.next(sim.streams.openFor(deployment.subject.name, 'call.failure'));
  if (drawn < succeeds) return null;
  return drawn < 1 - failure ? 'fault' : 'own';
}

/** A call is at a replica now, or no longer. */
function countSeat({ now }: Sim, deployment: Deployment, change: 1 | -1): void {
  const { gauge } = lobbyOf(deployment);
  advanceGauge(gauge, now);
  countSeats(gauge, change);
}

/** Counts what the processor has done up to now: before anyone comes to it or goes. */
function settle(sim: Sim, deployment: Deployment, desk: Desk): void {
  const lobby = lobbyOf(deployment);
  advanceGauge(lobby.gauge, sim.now);
  settleWork(lobby, desk, sim.now);
}

function armDesk(sim: Sim, deployment: Deployment, replica: Replica, desk: Desk): void {
  const at = nextDoneAt(desk, sim.now);
  if (at === desk.nextAt && at !== sim.now) return;
  desk.nextAt = at;
  if (at !== null) sim.add(at, rank.finish, kind['replica.worked'], deployment.handle, replica.handle);
}

/** A call leaves a replica, done or not. */
export function leaveReplica(sim: Sim, deployment: Deployment, call: Call): void {
  const { replica: at } = call;
  const replica = at === null ? undefined : sim.world.replicas.get(at.handle);
  const desk = replica?.desk;
  if (replica === undefined || desk == null) return;
  const place = desk.calls.indexOf(call.handle);
  if (place < 0) return;
  desk.calls.splice(place, 1);
  countSeat(sim, deployment, -1);
  if (!desk.working.includes(call.handle)) return;
  settle(sim, deployment, desk);
  endWork(desk, call.handle);
  armDesk(sim, deployment, replica, desk);
}

/** Tells how long the processor took, where it did not do one thing at a time. */
function traceWork({ now }: Sim, call: Call): void {
  const { work } = call;
  call.work = null;
  if (work === null) return;
  const [took, needed] = [now - work.since, Math.round(work.needed)];
  if (took > needed) trace(call, now, `has had its ${needed} ms of the processor after ${took} ms`, shared);
}

/** Takes the calls off the processor whose work is done now; what else they need begins. */
export function endDoneWork(sim: Sim, deployment: Deployment, replica: Replica): Call[] {
  const { desk } = replica;
  const done: Call[] = [];
  if (desk === null || desk.nextAt !== sim.now) return done;
  settle(sim, deployment, desk);
  // The one that is due is done, whatever rounding has left of it; others with it where they are done as well.
  do {
    const handle = desk.working[0];
    const call = handle === undefined ? undefined : sim.world.calls.get(handle);
    if (handle === undefined || call === undefined) throw new Error('nobody is at work');
    endWork(desk, handle);
    traceWork(sim, call);
    if (call.rest === 0) done.push(call);
    else {
      call.dueAt = sim.now + call.rest;
      sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, handle);
    }
  } while (desk.working.length > 0 && desk.doneAt[0]! <= desk.progress);
  armDesk(sim, deployment, replica, desk);
  return done;
}
