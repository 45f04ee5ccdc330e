/**
 * Checks of a call before it gets a replica, in this order: the external authorization, whether the workload exists,
 * the firewall, the rate limit (13.2).
 */

import { uniformOf } from '../../../engine/random.ts';
import { addedLatency, faultOfService, shareAnswered } from '../../fault/handlers/service.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type Call, drawItemOfCall } from '../call.ts';
import {
  type CheckResult,
  newAllowance,
  passedBy,
  planAuthorization,
  planLimit,
  type ServiceAnswer,
  seesPort,
  takeAllowance,
} from '../guard.ts';
import { endCall, trace } from './ending.ts';
import { joinLine, turnAway } from './line.ts';
import { isOpen, shutOutBy } from './openness.ts';

/** Runs the remaining checks of a call. */
export function checkCall(sim: Sim, deployment: Deployment, call: Call): void {
  const { pending } = call;
  call.pending = null;
  if (pending?.status != null) {
    endCall(sim, deployment, call, { status: pending.status, reason: pending.reason, cause: call.cause });
    return;
  }
  for (; call.checks < 2; ) {
    call.checks += 1;
    if (call.checks === 2 && isTurnedAway(sim, deployment, call)) return;
    const verdict = call.checks === 1 ? authorization(sim, deployment, call) : limit(sim, deployment, call);
    if (verdict === null) continue;
    trace(call, sim.now, `${call.checks === 1 ? 'authorization' : 'rate limit'}: ${textOf(verdict)}`, verdict.reason);
    call.pending = verdict;
    const service = call.checks === 1 ? 'authorization' : 'rateLimit';
    call.cause = verdict.service === 'answered' ? null : faultOfService(sim.world, deployment, service);
    if (verdict.after > 0) {
      call.dueAt = sim.now + verdict.after;
      sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, call.handle);
      return;
    }
    checkCall(sim, deployment, call);
    return;
  }
  joinLine(sim, deployment, call);
}

function textOf({ after, status, service }: CheckResult): string {
  const took = after > 0 ? ` after ${after} ms` : '';
  if (service === 'answered') return `${status === null ? 'passed' : `refused with ${status}`}${took}`;
  const trouble = service === 'late' ? `no response within ${after} ms` : `the service failed${took}`;
  return `${trouble}; ${status === null ? 'let through anyway' : `refused with ${status}`}`;
}

/** Refuses a call that no replica is meant to answer, or whose caller may not enter. @returns whether it did */
function isTurnedAway(sim: Sim, deployment: Deployment, call: Call): boolean {
  const { assumptions } = sim.world;
  if (!isOpen(deployment)) {
    turnAway(sim, deployment, call);
    return true;
  }
  const reason = shutOutBy(sim.world, deployment, call.caller.by);
  if (reason === null) return false;
  endCall(sim, deployment, call, { status: assumptions['traffic.status.firewall'], reason, cause: null });
  return true;
}

function authorization(sim: Sim, deployment: Deployment, call: Call): CheckResult | null {
  const { authorization: settings, ports } = deployment.settings.requests;
  if (settings === null) return null;
  if (!seesPort(settings, call.caller.port ?? ports[0] ?? null)) {
    trace(call, sim.now, `authorization: applies only to port ${settings.listenPort}`, passedBy);
    return null;
  }
  const behaviour = deployment.behaviour.authorization ?? {};
  const found = find(sim, deployment, call, 'authorization');
  const denies = isDrawn(sim, call, 'authorization.denied', behaviour.denied ?? 0);
  return planAuthorization(settings, { ...found, denies }, sim.world.assumptions);
}

function limit(sim: Sim, deployment: Deployment, call: Call): CheckResult | null {
  if (!deployment.settings.requests.isLimited) return null;
  const { world, now } = sim;
  const behaviour = deployment.behaviour.rateLimit ?? {};
  const found = find(sim, deployment, call, 'rateLimit');
  let allowance = world.allowances.get(deployment.workload);
  if (allowance === undefined) {
    allowance = newAllowance(behaviour, now);
    world.allowances.set(deployment.workload, allowance);
  }
  const denies = !found.fails && !takeAllowance(allowance, behaviour, now);
  return planLimit({ ...found, denies }, world.assumptions);
}

/** Draws the response time of a service and whether it fails, by its behaviour and by active faults. */
function find(
  sim: Sim,
  deployment: Deployment,
  call: Call,
  service: 'authorization' | 'rateLimit',
): Pick<ServiceAnswer, 'latency' | 'fails'> {
  const { latency, failure = 0 } = deployment.behaviour[service] ?? {};
  const after = latency === undefined ? 0 : drawDuration(sim, latency, drawItemOfCall(call), `${service}.latency`);
  const failing = 1 - shareAnswered(sim.world, deployment, service, failure);
  return {
    latency: after + addedLatency(sim.world, deployment, service),
    fails: isDrawn(sim, call, `${service}.failure`, failing),
  };
}

function isDrawn({ streams }: Sim, call: Call, purpose: string, share: number): boolean {
  if (share <= 0) return false;
  return share >= 1 || uniformOf(streams.keyFor(drawItemOfCall(call), purpose)) < share;
}
