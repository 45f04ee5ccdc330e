/**
 * How a call ends: with an answer or without one, once.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import type { FactData } from '../../facts.ts';
import { type About, note, type Sim } from '../../handlers/note.ts';
import { countCall } from '../../metering/handlers/requestMeter.ts';
import { debugHeaders, type HeaderSet, type Headers } from '../../network/headers.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { subjectOf } from '../../world.ts';
import type { Call, CallSource } from '../call.ts';
import { type Followed, type Hop, hopOf } from '../probe.ts';
import { leaveWaitingLine } from './entrance.ts';

const scripted = because([], ['order.ranks']);

/** Adds a step to the path of a call that somebody follows. */
export function trace(call: Call, at: Instant, what: string, reason: Reason): void {
  if (call.followed !== null) call.path = [...call.path, hopOf(at, what, reason)];
}

interface Ending {
  readonly status: number;
  readonly reason: Reason;
  readonly cause: number | null;
  /** Whether the replica itself gave the answer; absent: it did not. */
  readonly isOfReplica?: true;
}

/** The caller has its answer, or knows that there will be none; the call is gone. */
export function endCall(
  sim: Sim,
  deployment: Deployment,
  call: Call,
  { status, reason, cause, isOfReplica }: Ending,
): void {
  const { now, world } = sim;
  const { caller, arrivedAt, replica, tries, waited, held, followed } = call;
  const latency = now - arrivedAt;
  if (call.phase !== 'checking') leaveWaitingLine(sim, deployment, call);
  trace(call, now, `answered ${status}`, reason);
  const headers = isOfReplica === true ? answerHeaders(sim, deployment, call) : null;
  if (headers !== null) trace(call, now, headersText(headers.headers), headers.reason);
  const about = { subject: deployment.subject, ordinal: replica?.ordinal ?? null, reason, cause };
  const facts: FactData['call.ended'] = {
    caller: caller.name,
    from: caller.from,
    status,
    tries,
    latencyMs: latency,
    waitedMs: waited + (call.phase === 'waiting' ? now - call.waitsSince : 0),
    held,
    replica: replica?.name ?? null,
    ...(followed === null ? {} : { headers: headers?.headers ?? {} }),
  };
  const seq = noteEnd(sim, about, facts, followed === null ? null : call.path);
  if (status !== 0) countCall(sim, deployment);
  world.calls.remove(call.handle);
  if (followed !== null) noteAnswer(sim, followed, status, seq);
}

/** A call that reaches no workload. */
interface Unsent {
  /** Name of what was called. */
  readonly called: string;
  readonly caller: Pick<CallSource, 'name' | 'from'>;
  readonly reason: Reason;
  readonly message: string;
  /** null: nobody follows it. */
  readonly followed: Pick<Followed, 'probe' | 'host'> | null;
  /** 0: nobody has sent it; absent: what the caller of an unknown host gets. */
  readonly status?: 0;
}

/** The caller hears that nobody is called that. */
export function refuseUnsent(sim: Sim, unsent: Unsent): void {
  const { reason, message, followed } = unsent;
  const status = unsent.status ?? sim.world.assumptions['traffic.status.unknownHost'];
  const path = followed === null ? null : [hopOf(sim.now, message, reason)];
  endUncounted(sim, { ...unsent, status, replica: null, path });
}

interface Uncounted extends Pick<Unsent, 'called' | 'caller' | 'reason' | 'followed'> {
  readonly status: number;
  /** Name of the replica that it was in; null: in none. */
  readonly replica: string | null;
  readonly path: readonly Hop[] | null;
}

/**
 * A call ends that no workload was asked: its subject is the name that was called, so that it is in nobody's figures.
 */
export function endUncounted(sim: Sim, ended: Uncounted): void {
  const { called, caller, status, reason, replica, path, followed } = ended;
  const about = { subject: subjectOf(called), reason, cause: null };
  const { name, from } = caller;
  const facts = { caller: name, from, status, tries: 0, latencyMs: 0, waitedMs: 0, held: false, replica };
  const seq = noteEnd(sim, about, facts, path);
  if (followed !== null) noteAnswer(sim, followed, status, seq);
}

/** Its path tells why, so that the fingerprint leaves it out: two ways of telling are the same run. */
function noteEnd(sim: Sim, about: About, facts: FactData['call.ended'], path: readonly Hop[] | null): number {
  return note(sim, 'call.ended', about, path === null ? facts : { ...facts, path }, facts);
}

/**
 * Tells where the answer is not the one that was expected.
 *
 * @param status 0: there was none
 */
export function noteAnswer(
  sim: Sim,
  { probe, host }: Pick<Followed, 'probe' | 'host'>,
  status: number,
  cause: number | null,
): void {
  if (probe.answers === null || probe.answers === status) return;
  const path = `${host}${probe.path}`;
  note(
    sim,
    'request.unexpected',
    { subject: subjectOf(path), reason: scripted, cause },
    { path, status, expected: probe.answers },
  );
}

/** What an answer of a replica says of where it comes from (NET-12). */
function answerHeaders(sim: Sim, deployment: Deployment, { replica, followed }: Call): HeaderSet | null {
  if (replica === null || followed === null) return null;
  const { location, options } = deployment;
  const { probe, resolved } = followed;
  const answered = {
    kind: resolved.kind,
    request: probe.headers,
    debug: options.debug,
    location,
    replica: replica.name,
  };
  return debugHeaders(answered, sim.world.setup.prefix, sim.world.assumptions);
}

/** Headers as one line. */
export function headersText(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
