/**
 * A probe is sent: its address is looked up, and it goes the way of all calls.
 */
import { type Followed, hostOfTarget, type Probe, ruleOfTarget } from '../../call/probe.ts';
import { linkOf } from '../../control/link.ts';
import { addressBook } from '../../network/book.ts';
import { type Asker, type Resolved, resolveAddress } from '../../network/resolve.ts';
import { because } from '../../rules/reason.ts';
import { deploymentsOf, nameOfLink, replicaAt } from '../../world.ts';
import type { Sim } from '../note.ts';
import { settleQuiet } from '../quiet.ts';
import { noteAnswer, refuseUnsent } from './ending.ts';
import { receiveCall } from './reception.ts';

const isInternal: { readonly [Kind in Resolved['kind']]: boolean } = {
  canonical: false,
  custom: false,
  location: false,
  replica: false,
  internal: true,
  internalReplica: true,
  local: true,
};

const unsent = because([], ['traffic.caller.absent']);

export function sendProbe(sim: Sim, probe: Probe): void {
  const { world } = sim;
  if (!isSender(sim, probe)) {
    const message = `not sent: nothing of ${probe.by?.gvc}/${probe.by?.name} runs in ${probe.from}`;
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
  const by = isInternal[resolved.kind] ? callerOf(sim, probe) : null;
  receiveCall(sim, workload.link, { name: probe.name, from: probe.from, by, ordinal, port }, { location, followed });
}

/** Whether the workload that is to send it has something there that runs (`traffic.caller.absent`). */
function isSender(sim: Sim, { by, from }: Probe): boolean {
  const { world } = sim;
  if (by === null || world.assumptions['traffic.caller.absent'] === 'sent') return true;
  const link = linkOf('workload', by.name, { org: world.setup.org, gvc: by.gvc });
  return deploymentsOf(world, link).some((deployment) => {
    if (deployment.location !== from) return false;
    settleQuiet(sim, deployment);
    return (
      (deployment.cron?.active.length ?? 0) > 0 ||
      deployment.replicas.some((handle) => {
        const { runningSince, node } = replicaAt(world, handle);
        return runningSince !== null && node === null;
      })
    );
  });
}

function hostOf(sim: Sim, probe: Probe): ReturnType<typeof hostOfTarget> {
  const { target } = probe;
  if (target.kind === 'host') return target.host;
  const { org } = sim.world.setup;
  const { assumptions, control } = sim.world;
  const workload = addressBook(control).workloads.get(linkOf('workload', target.name, { org, gvc: target.gvc }));
  if (workload === undefined)
    return { message: `there is no workload ${target.gvc}/${target.name}`, rule: ruleOfTarget(target, probe.by) };
  return hostOfTarget(workload, target, probe, assumptions);
}

/** Link of the workload that sends it. */
function callerOf({ world }: Sim, { by }: Probe): string | null {
  return by === null ? null : linkOf('workload', by.name, { org: world.setup.org, gvc: by.gvc });
}

function askerOf(sim: Sim, { by, from }: Probe): Asker {
  return by === null
    ? { kind: 'outside' }
    : { kind: 'workload', org: sim.world.setup.org, gvc: by.gvc, name: by.name, location: from ?? '' };
}

function nameOfTarget({ target }: Probe): string {
  return target.kind === 'host' ? target.host : nameOfLink(`${target.gvc}/workload/${target.name}`);
}

/** The run is over: tells of probes that have no answer yet, whatever was expected; asked again, of those it has not told of. */
export function tellUnanswered(sim: Sim): void {
  for (const call of sim.world.calls.values()) {
    const { followed } = call;
    if (followed === null || followed.probe.answers === null || call.isTold) continue;
    call.isTold = true;
    noteAnswer(sim, followed, 0, null);
  }
}
