/**
 * A call: one request to a workload, from its arrival to its answer. Only handlers change it.
 */
import { numberOf } from '../../engine/fingerprint.ts';
import type { Pool } from '../../engine/pool.ts';
import type { DrawItem } from '../../engine/random.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { CallTry } from '../facts.ts';
import type { CheckResult } from './guard.ts';
import type { Followed, Hop } from './probe.ts';

/**
 * The phase of a call: `checking` while its checks run, `waiting` for a replica that has room or for any replica,
 * `served` by a replica, `pausing` before a retry.
 */
export type CallPhase = 'checking' | 'waiting' | 'served' | 'pausing';

/**
 * Fixed shape; its lists are never changed, so a clone is a flat copy. An instant that will not come is Infinity, not
 * null: so the machine keeps all instants as plain doubles, in place.
 */
export interface Call {
  /** Handle in the pool of calls; set when it is added there. */
  handle: number;
  /** Handle of the target deployment. */
  deployment: number;
  caller: CallOrigin;
  /** Which call of that caller it is (`CallSource`). */
  number: number;
  arrivedAt: Instant;
  /** When it passed all checks; until then its arrival. */
  passedAt: Instant;
  phase: CallPhase;
  /** Number of checks it has reached. The result of the last check is kept while that check takes its time. */
  checks: number;
  pending: CheckResult | null;
  /** Number of tries: how often it was given to a replica. */
  tries: number;
  /** Since when it is, or was, at that replica, and how long it takes there alone; and its earlier tries. */
  triedAt: Instant;
  needed: Duration;
  failed: readonly CallTry[];
  /** Its current or last replica; null: none yet. */
  replica: ReplicaOf | null;
  /** Since when it waits now, and how long it waited before. */
  waitsSince: Instant;
  waited: Duration;
  /** Whether it found no replica at all and was held for one. */
  held: boolean;
  /** Until when it is held if no replica comes; -Infinity: it is not held. */
  heldUntil: Instant;
  /** When it times out, in any phase; Infinity: never. */
  givenUpAt: Instant;
  /** When its present phase ends by itself; Infinity: something else ends it. */
  dueAt: Instant;
  /** Remaining time at the replica without the processor; it passes however many other calls are there. */
  rest: Duration;
  /** Whether this try will fail. */
  fails: boolean;
  /** Journal number of the fault that makes this try or the last check slow or failing; null: none. */
  cause: number | null;
  /**
   * Processor time that it needs, in milliseconds of the whole processor, and since when; null: the call is not
   * followed, or needs none.
   */
  work: { readonly needed: number; readonly since: Instant } | null;
  /** Set if a probe follows the call; null: none does. */
  followed: Followed | null;
  /** Whether a followed call was already reported as unanswered at the end of the run. */
  isTold: boolean;
  /** The steps on its way, if it is followed. */
  path: readonly Hop[];
}

/** Who calls, and how. Immutable: calls of one caller share it. Make it with `callerOf`. */
export interface CallOrigin {
  /** Name of the demand, or of the timeline's entry. */
  readonly name: string;
  /** The location of the caller; null: it is equally near to all. */
  readonly from: string | null;
  /** Link of the calling workload, over an internal address; null: the caller is outside. */
  readonly by: string | null;
  /** The ordinal of the requested replica; null: any. */
  readonly ordinal: number | null;
  /** The requested port; null: the first of the workload. */
  readonly port: number | null;
  /** The numbers that stand for `name` and `from` in a fingerprint. */
  readonly nameNumber: number;
  readonly fromNumber: number;
}

export function callerOf(given: Omit<CallOrigin, 'nameNumber' | 'fromNumber'>): CallOrigin {
  return { ...given, nameNumber: numberOf(given.name), fromNumber: numberOf(given.from) };
}

/** One call of a caller. */
export interface CallSource {
  readonly caller: CallOrigin;
  /** The n-th call of the demand, or the instant of a call that the timeline sends. */
  readonly number: number;
}

/** Identifies a replica by data that outlives it; immutable. */
export interface ReplicaOf {
  readonly handle: number;
  readonly ordinal: number;
  readonly name: string;
  /** The number that stands for its name in a fingerprint. */
  readonly nameNumber: number;
}

const nowhere: readonly Hop[] = [];
const untried: readonly CallTry[] = [];
const nobody = callerOf({ name: '', from: null, by: null, ordinal: null, port: null });

/**
 * A record without a call. Handle and instants are doubles from the first on: code that is compiled for whole numbers
 * would have to be compiled again.
 */
function emptyCall(): Call {
  return {
    handle: Number.NaN,
    deployment: 0,
    caller: nobody,
    number: 0,
    arrivedAt: Number.POSITIVE_INFINITY,
    passedAt: Number.POSITIVE_INFINITY,
    phase: 'checking',
    checks: 0,
    pending: null,
    tries: 0,
    triedAt: Number.POSITIVE_INFINITY,
    needed: 0,
    failed: untried,
    replica: null,
    waitsSince: Number.POSITIVE_INFINITY,
    waited: 0,
    held: false,
    heldUntil: Number.NEGATIVE_INFINITY,
    givenUpAt: Number.POSITIVE_INFINITY,
    dueAt: Number.POSITIVE_INFINITY,
    rest: 0,
    fails: false,
    cause: null,
    work: null,
    followed: null,
    isTold: false,
    path: nowhere,
  };
}

/**
 * Records of calls that have ended, to be filled anew: most of what a call costs would else be its record. They belong
 * to no run, so any may take them.
 */
const unused: Call[] = [];
/** A run with more calls under way than these makes records anew. */
const unusedMax = 1_024;

/** Adds a call that has just arrived. */
export function addCall(
  calls: Pool<Call>,
  deployment: number,
  { caller, number }: CallSource,
  { arrivedAt, followed }: Pick<Call, 'arrivedAt' | 'followed'>,
): Call {
  const call = unused.pop() ?? emptyCall();
  call.deployment = deployment;
  call.caller = caller;
  call.number = number;
  call.arrivedAt = arrivedAt;
  call.passedAt = arrivedAt;
  call.phase = 'checking';
  call.checks = 0;
  call.pending = null;
  call.tries = 0;
  call.triedAt = arrivedAt;
  call.needed = 0;
  call.failed = untried;
  call.replica = null;
  call.waitsSince = arrivedAt;
  call.waited = 0;
  call.held = false;
  call.heldUntil = Number.NEGATIVE_INFINITY;
  call.givenUpAt = Number.POSITIVE_INFINITY;
  call.dueAt = Number.POSITIVE_INFINITY;
  call.rest = 0;
  call.fails = false;
  call.cause = null;
  call.work = null;
  call.followed = followed;
  call.isTold = false;
  call.path = nowhere;
  call.handle = calls.add(call);
  return call;
}

/** Removes a call that has ended; nothing may hold it from here on. */
export function removeCall(calls: Pool<Call>, call: Call): void {
  calls.remove(call.handle);
  if (unused.length < unusedMax) unused.push(call);
}

/** An independent copy. */
export function cloneCall(call: Call): Call {
  return { ...call };
}

/** The try that ends now, as the journal tells it. @param status 0: there was no answer */
export function lastTryOf(call: Call, now: Instant, status: number, pauseMs: Duration): CallTry {
  const { arrivedAt, triedAt, needed, replica } = call;
  return {
    fromMs: triedAt - arrivedAt,
    tookMs: now - triedAt,
    neededMs: needed,
    replica: replica?.name ?? '',
    status,
    pauseMs,
  };
}

/**
 * What draws of a call are about. Its location is not part of it, so a call has the same luck under a plan with other
 * locations.
 */
export function drawItemOfCall({ caller, number, tries }: Pick<Call, 'caller' | 'number' | 'tries'>): DrawItem {
  return { owner: caller.name, number: -1, item: number, turn: tries, part: 0 };
}
