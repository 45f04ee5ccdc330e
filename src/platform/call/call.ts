/**
 * A call: one request to a workload, from its arrival to its answer, as it is. Changed by handlers only.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { CheckResult } from './guard.ts';
import type { Followed, Hop } from './probe.ts';

/**
 * Where a call is: `checking` while others look whether it may pass, `waiting` for a replica that has room, or for one
 * at all, `served` by a replica, `pausing` before it is tried again.
 */
export type CallPhase = 'checking' | 'waiting' | 'served' | 'pausing';

/** Fixed shape; no list of it is changed, so that a clone is a flat copy. */
export interface Call {
  /** Handle in the pool of calls; set when it is added there. */
  handle: number;
  /** Handle of the deployment that it was sent to. */
  readonly deployment: number;
  readonly caller: CallSource;
  readonly arrivedAt: Instant;
  /** When it had passed all checks; its arrival while it has not. */
  passedAt: Instant;
  phase: CallPhase;
  /** How many checks it has come to; what the last one said, while that takes its time. */
  checks: number;
  pending: CheckResult | null;
  /** Times that it was given to a replica. */
  tries: number;
  /** The replica that it is at, or was at last; null: none yet. */
  replica: ReplicaOf | null;
  /** Since when it waits, and how long it waited before. */
  waitsSince: Instant;
  waited: Duration;
  /** Whether it found no replica at all, and was kept for one. */
  held: boolean;
  /** Until when it is kept if no replica comes; null: it is not. */
  heldUntil: Instant | null;
  /** When it is given up, whatever it does then; null: nothing is due. */
  givenUpAt: Instant | null;
  /** When its present phase ends by itself; null: something else ends it. */
  dueAt: Instant | null;
  /** What the replica has yet to do beside using the processor: time that passes whoever else is there. */
  rest: Duration;
  /** Whether this try will fail. */
  fails: boolean;
  /** Journal number of the fault that makes this try, or the last check, slow or fail; null: none does. */
  cause: number | null;
  /**
   * What it needs of the processor, in milliseconds of the whole one, and since when; null: nobody follows it, or it
   * needs none.
   */
  work: { readonly needed: number; readonly since: Instant } | null;
  /** Who follows it; null: nobody does. */
  readonly followed: Followed | null;
  /** Whether it was told that the run ended before it had its answer. */
  isTold: boolean;
  /** What it met on its way, if it is followed. */
  path: readonly Hop[];
}

/** Who calls, and how. Immutable. */
export interface CallSource {
  /** Name of the demand, or of the timeline's entry. */
  readonly name: string;
  /** The location that it calls from; null: nearer to none than to another. */
  readonly from: string | null;
  /** Link of the workload that calls over an address inside the org; null: it comes from outside. */
  readonly by: string | null;
  /** The replica that it asks for by its index; null: any. */
  readonly ordinal: number | null;
  /** The port that it asks for; null: the first of the workload. */
  readonly port: number | null;
}

/** A replica by what outlasts it; immutable. */
export interface ReplicaOf {
  readonly handle: number;
  readonly ordinal: number;
  readonly name: string;
}

const nowhere: readonly Hop[] = [];

/** The record of a call that has just come. */
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

/** An independent copy. */
export function cloneCall(call: Call): Call {
  return { ...call };
}
