/**
 * The requests that arrive at the replicas of a workload in one location, as an amount.
 */
import { type Duration, day, type Instant } from '../../engine/time.ts';
import type { WorkloadBehaviour } from '../behaviour.ts';
import type { RetrySettings } from '../call/retry.ts';
import type { ContainerSettings, LocationOptions } from '../workload/settings.ts';
import { type Ceiling, newCeiling, noteBelow, staysBelow } from './ceiling.ts';
import { type Flow, flowBetween, leavesAt, meanBounds, slidingBounds } from './flow.ts';
import type { Extremes } from './pieces.ts';
import type { Serving } from './serving.ts';
import type { WaitCourse } from './waits.ts';

/** Mutable; the flow is replaced, never changed. An independent copy is `cloneInflow`. */
export interface Inflow {
  flow: Flow;
  /** Since when this flow has been arriving. */
  flowSince: Instant;
  /** Earlier flows, oldest first, as far back as `since` and `remembered` reach; replaced, never changed. */
  past: readonly PastFlow[];
  /** Since when arrivals count for metrics. */
  since: Instant;
  /** Backlog: requests that wait, at `countedTo` (`fluid.overflow`). */
  waiting: number;
  /**
   * Since when at least one whole request waits and no replica is ready; null: there is no such request, or a replica
   * is ready.
   */
  heldSince: Instant | null;
  /**
   * When the last request was answered that waited while the backlog was at least one; null: there was no such backlog.
   */
  waitedTo: Instant | null;
  /** The backlog of the last minutes. */
  readonly waits: WaitCourse;
  /** The instant up to which requests are counted. */
  countedTo: Instant;
  /**
   * The instant up to which requests are metered, the fraction of a request left over, and the mark of the next
   * metering; null: none is due.
   */
  meteredTo: Instant;
  unmetered: number;
  countAt: Instant | null;
  /** The known upper bound of the flow. */
  readonly ceiling: Ceiling;
  /** The station that was computed last; null: none was. */
  station: ReplicaStation | null;
  /**
   * What a replica did for a request while requests arrived: each with its start, oldest first, as far back as
   * `turnServing` keeps it.
   */
  readonly servings: ServingSince[];
  /** When the serving last changed; null: never. */
  servingChangedAt: Instant | null;
}

interface PastFlow {
  readonly flow: Flow;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

export interface ServingSince {
  readonly since: Instant;
  readonly serving: Serving;
  /** The only version that gets requests; null: every version does. */
  readonly version: number | null;
  /** Number of replicas that answer, if it differs from the number of ready ones (13.4); else null. */
  readonly unready: number | null;
}

/** What one replica does for requests, and the inputs of that computation. Immutable. */
export interface ReplicaStation {
  readonly behaviour: WorkloadBehaviour;
  readonly options: LocationOptions;
  readonly containers: readonly ContainerSettings[];
  /** The answering versions, each with its count, if replicas differ in their limits; empty: they do not. */
  readonly mix: readonly number[];
  readonly retry: RetrySettings;
  readonly serving: Serving;
}

const nothing: readonly never[] = [];

/** An inflow without requests, from an instant on. */
export function newInflow(since: Instant): Inflow {
  return {
    flow: nothing,
    flowSince: since,
    past: nothing,
    since,
    waiting: 0,
    heldSince: null,
    waitedTo: null,
    waits: [],
    countedTo: since,
    meteredTo: since,
    unmetered: 0,
    countAt: null,
    ceiling: newCeiling(nothing),
    station: null,
    servings: [],
    servingChangedAt: null,
  };
}

/** An independent copy; immutable parts are shared. */
export function cloneInflow(inflow: Inflow): Inflow {
  const { waits, ceiling, servings } = inflow;
  return { ...inflow, waits: waits.slice(), ceiling: { ...ceiling }, servings: servings.slice() };
}

/** Longer than any window or delay of a metric. */
const remembered = day;

/**
 * The earliest instant from which it may have been idle: before it nothing counts, or the last waiting request has just
 * been answered.
 */
export function awakeFrom({ since, waitedTo }: Inflow): Instant {
  return waitedTo === null ? since : Math.max(since, waitedTo);
}

/** Whether the backlog is empty. */
export function isAtEase({ waiting, heldSince, waits }: Inflow): boolean {
  return waiting === 0 && heldSince === null && (waits.at(-1)?.waiting ?? 0) === 0;
}

/** Replaces the flow from now on; earlier arrivals stay in the metrics. */
export function turnInflow(inflow: Inflow, flow: Flow, now: Instant): void {
  const { flow: before, flowSince, past } = inflow;
  if (flowSince < now) {
    const kept = past.filter(({ until }) => until > now - remembered);
    inflow.past = [...kept, { flow: before, from: flowSince, until: now }];
  }
  inflow.flow = flow;
  inflow.flowSince = now;
}

/**
 * Replaces what a replica does for a request, or the replicas that do it, from now on.
 *
 * @param isQuiet the load of the whole run is not counted: data older than a day is dropped
 */
export function turnServing({ servings }: Inflow, next: ServingSince, isQuiet: boolean): void {
  servings.push(next);
  // The entry that was valid at that time stays.
  while (isQuiet && servings.length > 1 && servings[1]!.since <= next.since - remembered) servings.shift();
}

/** Forgets all arrivals before now. */
export function forgetPast(inflow: Inflow, now: Instant): void {
  inflow.past = nothing;
  inflow.flowSince = now;
  inflow.since = now;
}

/** Whether the serving has not changed since an instant. */
export function servesAlikeSince({ servingChangedAt }: Inflow, since: Instant): boolean {
  return servingChangedAt === null || servingChangedAt <= since;
}

/** Requests of a stretch, and what a replica did for each of them. */
export interface Served {
  readonly serving: Serving;
  readonly requests: number;
  readonly length: Duration;
}

/**
 * Requests that arrived between two instants, grouped by the serving of the time, the latest first; `serving` is the
 * present one.
 */
export function servedBetween(inflow: Inflow, serving: Serving, from: Instant, until: Instant): Served[] {
  const { servings } = inflow;
  const parts: Served[] = [];
  let end = until;
  for (let at = servings.length - 1; end > from; at -= 1) {
    // The first known serving also applies to the time before it.
    const start = at <= 0 ? from : Math.max(from, servings[at]!.since);
    if (start >= end) continue;
    const did = at === servings.length - 1 ? serving : (servings[at]?.serving ?? serving);
    parts.push({ serving: did, requests: inflowBetween(inflow, start, end), length: end - start });
    end = start;
  }
  return parts;
}

/** Requests that arrived between two instants; the later one is excluded, and nothing before `since` counts. */
export function inflowBetween({ flow, flowSince, past }: Inflow, from: Instant, until: Instant): number {
  let requests = until <= flowSince ? 0 : flowBetween(flow, Math.max(from, flowSince), until);
  if (from >= flowSince) return requests;
  for (const one of past) {
    const [start, end] = [Math.max(from, one.from), Math.min(until, one.until)];
    if (start < end) requests += flowBetween(one.flow, start, end);
  }
  return requests;
}

/** Bounds of the mean arrival rate over any part of a stretch that ends after now (`meanBounds`). */
export function inflowBounds({ flow, flowSince, past }: Inflow, from: Instant, until: Instant): Extremes {
  let { least, greatest } = meanBounds(flow, Math.max(from, flowSince), until);
  if (from >= flowSince) return { least, greatest };
  for (const one of past) {
    if (one.until <= from) continue;
    const bounds = meanBounds(one.flow, Math.max(from, one.from), one.until);
    least = Math.min(least, bounds.least);
    greatest = Math.max(greatest, bounds.greatest);
  }
  return { least, greatest };
}

/**
 * Whether the arrival rate, and its mean over any part of a stretch that ends after now, certainly stay at or below a
 * rate; both ends included.
 */
export function inflowStaysBelow(inflow: Inflow, perSecond: number, from: Instant, until: Instant): boolean {
  return from < inflow.flowSince
    ? inflowBounds(inflow, from, until).greatest <= perSecond
    : staysBelow(inflow.ceiling, inflow.flow, perSecond, from, until);
}

/**
 * Until when the arrival rate certainly stays in a range (`leavesAt`), from an instant that is not before the present
 * flow.
 */
export function inflowLeavesAt({ flow, ceiling }: Inflow, range: Extremes, from: Instant, until: Instant): Instant {
  const at = leavesAt(flow, range, from, until);
  // At that instant it may already have jumped.
  if (at > from) noteBelow(ceiling, flow, range.greatest, from, at - 1);
  return at;
}

/**
 * Bounds of the mean over a sliding window (`slidingBounds`); null if they are no better than those of `inflowBounds`.
 */
export function slidingInflow(
  { flow, flowSince, since }: Inflow,
  window: Duration,
  from: Instant,
  until: Instant,
): Extremes | null {
  return flowSince > since && from - window < flowSince ? null : slidingBounds(flow, { window, since }, from, until);
}
