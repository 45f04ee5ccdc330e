/**
 * Sends a probe: looks up its address, then handles it like any call.
 */

import { because } from '../../../rules/reason.ts';
import { linkOf } from '../../api/document/link.ts';
import { catchUpDeferred } from '../../handlers/deferred.ts';
import type { Sim } from '../../handlers/note.ts';
import { addressBook } from '../../network/book.ts';
import { type Asker, type Resolved, resolveAddress } from '../../network/resolve.ts';
import { nameOfReplica } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { deploymentsOf, nameOfLink, replicaAt } from '../../world.ts';
import { callerOf } from '../call.ts';
import { type Followed, hopOf, hostOfTarget, ruleOfTarget, type TestRequest } from '../probe.ts';
import { endUncounted, noteAnswer, refuseUnsent } from './ending.ts';
import { receiveCall, resolvedText } from './reception.ts';
import { isAnswering } from './service.ts';

const isInternal: { readonly [Kind in Resolved['kind']]: boolean } = {
  canonical: false,
  custom: false,
  location: false,
  replica: false,
  internal: true,
  internalReplica: true,
  local: true,
  container: true,
};

const unsent = because([], ['traffic.caller.absent']);
const unheard = because(['NET-9'], ['address.container', 'traffic.status.noReplica']);

export function sendProbe(sim: Sim, probe: TestRequest): void {
  const { world } = sim;
  const senders = sendersOf(sim, probe);
  if (senders === null) {
    const message = `not sent: ${probe.by?.gvc}/${probe.by?.name} has no running replica or execution in ${probe.from}`;
    const followed = { probe, host: nameOfTarget(probe) };
    refuseUnsent(sim, { called: nameOfTarget(probe), caller: probe, reason: unsent, message, followed, status: 0 });
    return;
  }
  const book = addressBook(world.control);
  const host = hostOf(sim, probe);
  if (typeof host !== 'string') {
    const reason = because([host.rule], ['traffic.status.unknownHost']);
    const followed = { probe, host: '' };
    refuseUnsent(sim, { called: nameOfTarget(probe), caller: probe, reason, message: host.message, followed });
    return;
  }
  const resolved = resolveAddress(book, { host, path: probe.path }, askerOf(sim, probe), world.assumptions);
  if (resolved.kind === 'none') {
    const { reason, message } = resolved;
    refuseUnsent(sim, { called: host, caller: probe, reason, message, followed: { probe, host } });
    return;
  }
  const { workload, ordinal, location, port } = resolved;
  const followed: Followed = { probe, host, resolved };
  if (resolved.kind === 'container' && world.assumptions['address.container'] === 'ownReplica') {
    askNeighbour(sim, followed, senders[0] ?? null);
    return;
  }
  const by = isInternal[resolved.kind] ? linkOfCaller(sim, probe) : null;
  receiveCall(
    sim,
    workload.link,
    { caller: callerOf({ name: probe.name, from: probe.from, by, ordinal, port }), number: sim.now },
    { location, followed },
  );
}

/** A replica that sends a probe. */
interface Sender {
  readonly name: string;
  readonly replica: Replica;
}

/**
 * Replicas of the sending workload that run in the sender's location; empty if the sender is outside, or is an
 * execution.
 *
 * @returns null if nothing of that workload runs there (`traffic.caller.absent`)
 */
function sendersOf(sim: Sim, { by, from }: TestRequest): readonly Sender[] | null {
  const { world } = sim;
  if (by === null) return [];
  const link = linkOf('workload', by.name, { org: world.setup.org, gvc: by.gvc });
  const deployment = deploymentsOf(world, link).find(({ location }) => location === from);
  const isSent = world.assumptions['traffic.caller.absent'] === 'sent';
  if (deployment === undefined) return isSent ? [] : null;
  catchUpDeferred(sim, deployment);
  const senders = deployment.replicas.flatMap((handle): Sender[] => {
    const replica = replicaAt(world, handle);
    const runs = replica.runningSince !== null && replica.node === null;
    return runs ? [{ name: nameOfReplica(deployment, replica), replica }] : [];
  });
  const isThere = senders.length > 0 || (deployment.cron?.active.length ?? 0) > 0;
  return isThere || isSent ? senders : null;
}

/**
 * Sends a probe to another container of the same replica: no part of the platform is between them, and no time passes
 * (NET-9, `address.container`).
 */
function askNeighbour(sim: Sim, followed: Followed, sender: Sender | null): void {
  const { now, world } = sim;
  const { probe, host, resolved } = followed;
  const answers = sender !== null && isAnswering(sender.replica, now);
  const status = answers ? 200 : world.assumptions['traffic.status.noReplica'];
  const reason = answers ? resolved.reason : unheard;
  const replica = sender?.name ?? null;
  const path = [
    hopOf(now, resolvedText(followed), resolved.reason),
    ...(replica === null ? [] : [hopOf(now, `stays within replica ${replica}`, resolved.reason)]),
    hopOf(now, answers ? 'answered 200' : `connection refused: ${status}`, reason),
  ];
  endUncounted(sim, { called: host, caller: probe, status, reason, replica, path, followed });
}

function hostOf(sim: Sim, probe: TestRequest): ReturnType<typeof hostOfTarget> {
  const { target } = probe;
  if (target.kind === 'host') return target.host;
  const { org } = sim.world.setup;
  const { assumptions, control } = sim.world;
  const workload = addressBook(control).workloads.get(linkOf('workload', target.name, { org, gvc: target.gvc }));
  if (workload === undefined)
    return { message: `workload ${target.gvc}/${target.name} does not exist`, rule: ruleOfTarget(target, probe.by) };
  return hostOfTarget(workload, target, probe, assumptions);
}

/** Link of the workload that sends it. */
function linkOfCaller({ world }: Sim, { by }: TestRequest): string | null {
  return by === null ? null : linkOf('workload', by.name, { org: world.setup.org, gvc: by.gvc });
}

function askerOf(sim: Sim, { by, from }: TestRequest): Asker {
  return by === null
    ? { kind: 'outside' }
    : { kind: 'workload', org: sim.world.setup.org, gvc: by.gvc, name: by.name, location: from ?? '' };
}

function nameOfTarget({ target }: TestRequest): string {
  return target.kind === 'host' ? target.host : nameOfLink(`${target.gvc}/workload/${target.name}`);
}

/**
 * At the end of the run: journals probes that have no answer yet, whatever they expect; a second call journals only new
 * ones.
 */
export function journalUnanswered(sim: Sim): void {
  for (const call of sim.world.calls.values()) {
    const { followed } = call;
    if (followed === null || followed.probe.answers === null || call.isTold) continue;
    call.isTold = true;
    noteAnswer(sim, followed, 0, null);
  }
}
