/**
 * A call arrives at a workload: it is sent to a location, and checked there.
 */

import type { Reason } from '../../../engine/journal.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import type { Sim } from '../../handlers/note.ts';
import { hiddenReason, isFoundFrom } from '../../traffic/discovery.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentsOf, nameOfLink, type World } from '../../world.ts';
import { addCall, type Call, type CallOrigin, type CallSource } from '../call.ts';
import type { Followed } from '../probe.ts';
import { routedBy, ruleOfLocation } from '../route.ts';
import { checkCall } from './checks.ts';
import { refuseUnsent, trace } from './ending.ts';
import { placeOf } from './place.ts';
import { giveUpAfter } from './waitingTimeout.ts';

const unknown = because([], ['traffic.status.unknownHost']);
const notFound = because([], ['traffic.status.noReplica']);

interface Reception {
  /** The only location that it may go to; absent: any. */
  readonly location?: string | null;
  /** Keeps its path; absent: nobody follows it. */
  readonly followed?: Followed | null;
}

const anyhow: Reception = {};

/** Receives a call to a workload, now. */
export function receiveCall(
  sim: Sim,
  workload: string,
  source: CallSource,
  { location = null, followed = null }: Reception = anyhow,
): void {
  const { world, now } = sim;
  const { caller } = source;
  const deployment = placeOf(sim, workload, source, location);
  if (deployment?.kind === 'undiscovered') {
    refuseUndiscovered(sim, workload, caller, { answering: deployment.answering, followed });
    return;
  }
  if (deployment === null) {
    const called = nameOfLink(workload);
    refuseUnsent(sim, {
      called,
      caller,
      reason: unknown,
      message: `${called} is not deployed in any location`,
      followed,
    });
    return;
  }
  const call = beginCall(sim, deployment, source, followed);
  if (followed !== null) {
    trace(call, now, resolvedText(followed), followed.resolved.reason);
    const { text, reason } = routingHop(world, deployment, call);
    trace(call, now, text, reason);
  }
  checkCall(sim, deployment, call);
}

/** Refuses a call whose caller finds no location that answers, although some do. */
function refuseUndiscovered(
  sim: Sim,
  workload: string,
  caller: CallOrigin,
  { answering, followed }: { readonly answering: readonly Deployment[]; readonly followed: Followed | null },
): void {
  const { from } = caller;
  const called = nameOfLink(workload);
  const places = answering.map(({ location }) => location).join(', ');
  const reason = alsoBecause(hiddenReason(answering, from) ?? notFound, notFound);
  refuseUnsent(sim, {
    called,
    caller,
    reason,
    message: `${called} answers only in ${places}, which callers in ${from} have not found`,
    followed,
    status: sim.world.assumptions['traffic.status.noReplica'],
    cause: answering.reduce<number | null>((last, { discovery }) => ('by' in discovery ? discovery.by : last), null),
  });
}

/** A call that arrives at a deployment now: its timeout may count from here (`timeout.from`). */
export function beginCall(
  sim: Sim,
  deployment: Deployment,
  source: CallSource,
  followed: Followed | null = null,
): Call {
  const { world, now } = sim;
  const call = addCall(world.calls, deployment.handle, source, { arrivedAt: now, followed });
  if (world.assumptions['timeout.from'] === 'arrival')
    giveUpAfter(sim, deployment, call, now + deployment.options.timeout);
  return call;
}

/** Where a call goes, and why: also what of the locations that answer its caller has not found. */
function routingHop(world: World, deployment: Deployment, call: Call): { text: string; reason: Reason } {
  const text = routedText(world, deployment, call);
  const { by, from } = call.caller;
  const others = by === null ? [] : deploymentsOf(world, deployment.workload).filter(({ serves }) => serves);
  const hidden = hiddenReason(others, from);
  if (hidden === null) return { text, reason: routedBy(call) };
  const places = others.flatMap((one) => (isFoundFrom(one, from) ? [] : [one.location]));
  return {
    text: `${text}; callers in ${from} have not found ${places.join(', ')}`,
    reason: alsoBecause(routedBy(call), hidden),
  };
}

function routedText(world: World, { workload, location }: Deployment, call: Call): string {
  const { from } = call.caller;
  if (ruleOfLocation(call) !== null) return `routed to ${location}, which the address names`;
  if (from === location) return `routed to ${location}, the location of the caller`;
  const own = deploymentsOf(world, workload).find((one) => one.location === from);
  if (own !== undefined) return `routed to ${location}${own.serves ? '' : `, because no replica answers in ${from}`}`;
  const latency = from === null ? undefined : world.setup.latencies.get(location)?.get(from);
  return `routed to ${location}${latency === undefined ? '' : `, ${latency} ms from ${from}`}`;
}

/** What the requested host resolves to, as a step of the path. */
export function resolvedText({ host, resolved }: Pick<Followed, 'host' | 'resolved'>): string {
  const { kind, workload, location, ordinal, port } = resolved;
  const replica = ordinal === null ? '' : `, replica ${ordinal}`;
  return `${host} is ${addressNames[kind]} of ${workload.gvc}/${workload.name}${location === null ? '' : ` in ${location}`}${replica}, port ${port}`;
}

const addressNames: { readonly [Kind in Followed['resolved']['kind']]: string } = {
  canonical: 'the canonical address',
  custom: 'a custom domain',
  location: 'the location address',
  replica: 'a replica-direct address',
  internal: 'the internal address',
  internalReplica: 'an internal replica-direct address',
  local: 'the local host name',
  container: 'the name of a container',
};
