/**
 * The end of a call: with or without an answer, once.
 */
import { numberOf } from '../../../engine/fingerprint.ts';
import type { Reason } from '../../../engine/journal.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import type { CallTry, FactData } from '../../facts.ts';
import { type About, isHeard, note, type Sim } from '../../handlers/note.ts';
import { countCall } from '../../metering/handlers/requestMeter.ts';
import { debugHeaders, type HeaderSet, type Headers } from '../../network/headers.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { subjectOf } from '../../world.ts';
import { type Call, type CallOrigin, lastTryOf, removeCall } from '../call.ts';
import { type Followed, type Hop, hopOf } from '../probe.ts';
import { leaveWaitingLine } from './entrance.ts';

const scripted = because([], ['order.ranks']);

/** Adds a step to the path of a followed call. */
export function trace(call: Call, at: Instant, what: string, reason: Reason): void {
  if (call.followed !== null) call.path = [...call.path, hopOf(at, what, reason)];
}

interface Ending {
  readonly status: number;
  readonly reason: Reason;
  readonly cause: number | null;
  /** Whether the replica itself answered; absent: it did not. */
  readonly isOfReplica?: true;
}

/** Ends a call: the caller gets the answer, or learns that there is none, and the call is removed. */
export function endCall(sim: Sim, deployment: Deployment, call: Call, ending: Ending): void {
  if (call.phase !== 'checking') leaveWaitingLine(sim, deployment, call);
  const { followed } = call;
  const seq =
    followed === null && !isHeard(sim)
      ? noteUnheardEnd(sim, deployment, call, ending)
      : noteHeardEnd(sim, deployment, call, ending);
  if (ending.status !== 0) countCall(sim, deployment);
  removeCall(sim.world.calls, call);
  if (followed !== null) noteAnswer(sim, followed, ending.status, seq);
}

/** Time in the waiting line, up to now. */
function waitedBy({ waited, phase, waitsSince }: Call, now: Instant): Duration {
  return waited + (phase === 'waiting' ? now - waitsSince : 0);
}

function noteHeardEnd(sim: Sim, deployment: Deployment, call: Call, ending: Ending): number {
  const { status, reason, cause, isOfReplica } = ending;
  const { now } = sim;
  const { caller, arrivedAt, replica, tries, held, followed } = call;
  trace(call, now, `answered ${status}`, reason);
  const headers = isOfReplica === true ? answerHeaders(sim, deployment, call) : null;
  if (headers !== null) trace(call, now, headersText(headers.headers), headers.reason);
  const about = { subject: deployment.subject, ordinal: replica?.ordinal ?? null, reason, cause };
  const facts: FactData['call.ended'] = {
    caller: caller.name,
    from: caller.from,
    status,
    tries,
    latencyMs: now - arrivedAt,
    waitedMs: waitedBy(call, now),
    held,
    replica: replica?.name ?? null,
    ...(followed === null ? {} : { headers: headers?.headers ?? {} }),
  };
  return noteEnd(sim, about, facts, {
    path: followed === null ? null : call.path,
    each: triesOf(call, now, ending),
  });
}

/** What stands for the ordinal and the data of `call.ended` in the fingerprint; filled anew for each call. */
const endValues = new Float64Array(9);
const [noReplica, isHeld, isNotHeld] = [numberOf(null), numberOf(true), numberOf(false)];

/** Notes the end of a call without making an entry: the call is not followed, and no sink receives entries. */
function noteUnheardEnd(sim: Sim, { subject }: Deployment, call: Call, { status, reason }: Ending): number {
  const { caller, replica } = call;
  endValues[0] = replica === null ? noReplica : replica.ordinal;
  endValues[1] = caller.nameNumber;
  endValues[2] = caller.fromNumber;
  endValues[3] = status;
  endValues[4] = call.tries;
  endValues[5] = sim.now - call.arrivedAt;
  endValues[6] = waitedBy(call, sim.now);
  endValues[7] = call.held ? isHeld : isNotHeld;
  endValues[8] = replica === null ? noReplica : replica.nameNumber;
  return sim.journal.noteNumbers(sim.now, 'call.ended', subject, reason, endValues);
}

/** A call that reaches no workload. */
interface Unsent {
  /** The name that was called. */
  readonly called: string;
  readonly caller: Pick<CallOrigin, 'name' | 'from'>;
  readonly reason: Reason;
  readonly message: string;
  /** null: it is not followed. */
  readonly followed: Pick<Followed, 'probe' | 'host'> | null;
  /** 0: no caller sent it; absent: the status for an unknown host. */
  readonly status?: number;
  /** Journal number of what led to it; absent: null. */
  readonly cause?: number | null;
}

/** Refuses a call to a name that no workload has. */
export function refuseUnsent(sim: Sim, unsent: Unsent): void {
  const { reason, message, followed } = unsent;
  const status = unsent.status ?? sim.world.assumptions['traffic.status.unknownHost'];
  const path = followed === null ? null : [hopOf(sim.now, message, reason)];
  endUncounted(sim, { ...unsent, status, replica: null, path });
}

interface Uncounted extends Pick<Unsent, 'called' | 'caller' | 'reason' | 'followed' | 'cause'> {
  readonly status: number;
  /** Name of the replica in which it was; null: none. */
  readonly replica: string | null;
  readonly path: readonly Hop[] | null;
}

/** Ends a call that no workload received: its subject is the name that was called, so it counts for no workload. */
export function endUncounted(sim: Sim, ended: Uncounted): void {
  const { called, caller, status, reason, replica, path, followed, cause = null } = ended;
  const about = { subject: subjectOf(called), reason, cause };
  const { name, from } = caller;
  const facts = { caller: name, from, status, tries: 0, latencyMs: 0, waitedMs: 0, held: false, replica };
  const seq = noteEnd(sim, about, facts, { path, each: null });
  if (followed !== null) noteAnswer(sim, followed, status, seq);
}

/** What the journal adds about a call for its readers. It is not part of the fingerprint. */
interface Told {
  readonly path: readonly Hop[] | null;
  readonly each: readonly CallTry[] | null;
}

function noteEnd(sim: Sim, about: About, facts: FactData['call.ended'], { path, each }: Told): number {
  if (path === null && each === null) return note(sim, 'call.ended', about, facts);
  const told = { ...facts, ...(path === null ? {} : { path }), ...(each === null ? {} : { each }) };
  return note(sim, 'call.ended', about, told, facts);
}

/** The tries of a call that ends now; null: it was tried once at most, and took no longer than it needs. */
function triesOf(call: Call, now: Instant, { status, isOfReplica }: Ending): readonly CallTry[] | null {
  const { failed, tries, triedAt, needed } = call;
  if (failed.length === 0 && (tries === 0 || now - triedAt <= needed)) return null;
  if (failed.length === tries) return failed;
  return [...failed, lastTryOf(call, now, isOfReplica === true ? status : 0, 0)];
}

/**
 * Journals an answer that differs from the expected one.
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

/** The headers by which the answer of a replica names its origin (NET-12). */
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
