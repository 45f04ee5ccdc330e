/**
 * A single station ahead of the agenda: one replica that serves one request at a time, and requests of one source. As
 * long as nothing else is due, arrivals and ends of service follow each other here. Each request goes the same way as
 * else, but what is the same for all of them is looked at once.
 *
 * `test/laws/stationAhead.test.ts` guards it: the same state as event by event.
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Arrivals } from '../../traffic/arrivals.ts';
import { isMeant, servingVersion } from '../../traffic/handlers/answering.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { type ActiveDemand, deploymentAt, replicaAt } from '../../world.ts';
import type { Call, CallOrigin } from '../call.ts';
import type { ArrivalState } from '../source.ts';
import { dropFirst, stepLine, type WaitingLine } from '../waitingLine.ts';
import { beginWaiting } from './line.ts';
import { isOpen, shutOutBy } from './openness.ts';
import { endTry } from './progress.ts';
import { beginCall } from './reception.ts';
import { beginService, isAnswering } from './service.ts';
import { findNext, settleSource, takeCall } from './source.ts';

/** A deployment whose requests all go to one replica, one after the other. */
export interface Station {
  readonly deployment: Deployment;
  readonly replica: Replica;
  readonly waitingLine: WaitingLine;
}

/** Who sends its requests. */
interface Sender {
  /** Of its demand. */
  readonly index: number;
  readonly name: string;
  readonly arrivals: Extract<Arrivals, { kind: 'single' }>;
  readonly source: ArrivalState;
  readonly caller: CallOrigin;
}

/**
 * The station that a demand calls, if it is one and has no request under way; null: its requests go event by event. It
 * stays one until another event is due.
 */
export function stationOf({ world, now }: Sim, { demand, by, to }: ActiveDemand): Station | null {
  if (world.isLiteral || by !== null || demand.caller.kind !== 'world' || demand.caller.origins.length > 1) return null;
  const handles = world.deployments.get(to);
  if (handles?.length !== 1) return null;
  const deployment = deploymentAt(world, handles[0]!);
  const { waitingLine, options, settings, replicas, behaviour } = deployment;
  if (options.maxConcurrency !== 1 || replicas.length !== 1 || behaviour.request?.cpu !== undefined) return null;
  if (waitingLine === null || waitingLine.gauge.present > 0) return null;
  const { authorization, isLimited } = settings.requests;
  if (!settings.hasPort || authorization !== null || isLimited || world.assumptions['traffic.queue'] !== 'unlimited')
    return null;
  if (!isOpen(deployment) || deployment.desired === 0 || shutOutBy(world, deployment, by) !== null) return null;
  const replica = replicaAt(world, replicas[0]!);
  if (!replica.ready || !isMeant(replica, null, servingVersion(deployment)) || !isAnswering(replica, now)) return null;
  return { deployment, replica, waitingLine };
}

/** Handles the arrival that is due now, and all that follows until something else is due. */
export function serveAhead(sim: Sim, station: Station, sender: Sender): void {
  const { agenda } = sim;
  const { deployment, waitingLine } = station;
  const { index, name, arrivals, source, caller } = sender;
  const { handle } = deployment;
  // The call at the replica; and the places in the agenda of its end and of the next arrival, were they there.
  let served: Call | null = null;
  let endPlace = 0;
  let nextPlace = 0;
  do {
    settleSource(sim, source);
    while (takeCall(sim, source, name, arrivals)) {
      const call = beginCall(sim, deployment, { caller, number: source.count });
      call.checks = 2;
      beginWaiting(sim, deployment, call);
      if (served !== null) waitingLine.waiting.push(call.handle);
      else {
        served = serve(sim, station, call);
        endPlace = agenda.keepPlace();
      }
    }
    findNext(sim, source);
    nextPlace = agenda.keepPlace();
    while (served !== null && served.dueAt <= source.dueAt) {
      if (!sim.goTo(endPlace, served.dueAt, rank.finish, kind['call.due'], handle, served.handle)) break;
      endTry(sim, deployment, served);
      served = serveNext(sim, station);
      if (served !== null) endPlace = agenda.keepPlace();
    }
  } while (
    (served === null || served.dueAt > source.dueAt) &&
    sim.goTo(nextPlace, source.dueAt, rank.traffic, kind['call.arrived'], 0, index)
  );
  agenda.addKept(nextPlace, source.dueAt, rank.traffic, kind['call.arrived'], 0, index);
  if (served !== null) agenda.addKept(endPlace, served.dueAt, rank.finish, kind['call.due'], handle, served.handle);
}

/** Gives a call that waits the replica, which is free. */
function serve(sim: Sim, { deployment, replica, waitingLine }: Station, call: Call): Call {
  stepLine(waitingLine, sim.now, -1);
  if (!beginService(sim, deployment, call, replica)) throw new Error(`${deployment.subject.name} is no single station`);
  return call;
}

/** Serves the first call of the line; null: none waits. */
function serveNext(sim: Sim, station: Station): Call | null {
  const { waitingLine } = station;
  if (waitingLine.count === 0) return null;
  let served: Call | null = null;
  while (waitingLine.first < waitingLine.waiting.length) {
    const call = sim.world.calls.get(waitingLine.waiting[waitingLine.first]!);
    const waits = call !== undefined && call.phase === 'waiting';
    if (waits && served !== null) break;
    if (waits) served = serve(sim, station, call);
    else dropFirst(waitingLine);
  }
  return served;
}
