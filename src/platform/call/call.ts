/**
 * A call: one request to a workload, from its arrival to its answer. Only handlers change it.
 */
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

/** Fixed shape; its lists are never changed, so a clone is a flat copy. */
export interface Call {
  /** Handle in the pool of calls; set when it is added there. */
  handle: number;
  /** Handle of the target deployment. */
  readonly deployment: number;
  readonly caller: CallSource;
  readonly arrivedAt: Instant;
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
  /** Until when it is held if no replica comes; null: it is not held. */
  heldUntil: Instant | null;
  /** When it times out, in any phase; null: never. */
  givenUpAt: Instant | null;
  /** When its present phase ends by itself; null: something else ends it. */
  dueAt: Instant | null;
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
  readonly followed: Followed | null;
  /** Whether a followed call was already reported as unanswered at the end of the run. */
  isTold: boolean;
  /** The steps on its way, if it is followed. */
  path: readonly Hop[];
}

/** The caller, and how it calls. Immutable. */
export interface CallSource {
  /** Name of the demand, or of the timeline's entry. */
  readonly name: string;
  /** Which call of that name it is: the n-th of the demand, or the instant of a call that the timeline sends. */
  readonly number: number;
  /** The location of the caller; null: it is equally near to all. */
  readonly from: string | null;
  /** Link of the calling workload, over an internal address; null: the caller is outside. */
  readonly by: string | null;
  /** The ordinal of the requested replica; null: any. */
  readonly ordinal: number | null;
  /** The requested port; null: the first of the workload. */
  readonly port: number | null;
}

/** Identifies a replica by data that outlives it; immutable. */
export interface ReplicaOf {
  readonly handle: number;
  readonly ordinal: number;
  readonly name: string;
}

const nowhere: readonly Hop[] = [];
const untried: readonly CallTry[] = [];

/** Makes the record of a call that has just arrived. */
export function newCall(deployment: number, caller: CallSource, arrivedAt: Instant, followed: Followed | null): Call {
  return {
    handle: 0,
    deployment,
    caller,
    arrivedAt,
    passedAt: arrivedAt,
    phase: 'checking',
    checks: 0,
    pending: null,
    tries: 0,
    triedAt: arrivedAt,
    needed: 0,
    failed: untried,
    replica: null,
    waitsSince: arrivedAt,
    waited: 0,
    held: false,
    heldUntil: null,
    givenUpAt: null,
    dueAt: null,
    rest: 0,
    fails: false,
    cause: null,
    work: null,
    followed,
    isTold: false,
    path: nowhere,
  };
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
export function drawItemOfCall({ caller, tries }: Pick<Call, 'caller' | 'tries'>): DrawItem {
  return { owner: caller.name, number: -1, item: caller.number, turn: tries, part: 0 };
}

/** An independent copy. */
export function cloneCall(call: Call): Call {
  return { ...call };
}
