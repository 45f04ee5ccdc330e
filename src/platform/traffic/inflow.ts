/**
 * What comes to the replicas of a workload in one location, as an amount.
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
  /** Since when this flow comes here. */
  flowSince: Instant;
  /** What came before it, oldest first, as far back as `since` and `remembered` reach; replaced, never changed. */
  past: readonly PastFlow[];
  /** Since when what comes here counts for what is measured. */
  since: Instant;
  /** Requests that wait, as of `countedTo` (`fluid.overflow`). */
  waiting: number;
  /** Since when a whole request waits and no replica is ready; null: none does, or one is. */
  heldSince: Instant | null;
  /** When the last one was answered that waited while a whole request did; null: none has waited so. */
  waitedTo: Instant | null;
  /** What waited over the last minutes. */
  readonly waits: WaitCourse;
  /** Up to when requests have been counted. */
  countedTo: Instant;
  /**
   * Up to when requests have been metered, what part of one was left over, and the mark at which they are again; null:
   * none is due.
   */
  meteredTo: Instant;
  unmetered: number;
  countAt: Instant | null;
  /** How high the flow goes. */
  readonly ceiling: Ceiling;
  /** What was worked out last of what a replica does; null: nothing was. */
  station: ReplicaStation | null;
  /**
   * What a replica did for a request, while requests came: since when each, oldest first, as far back as `turnServing`
   * keeps it.
   */
  readonly servings: ServingSince[];
  /** When that became something else; null: it never has. */
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
  /** The only version that requests come to; null: they come to each. */
  readonly version: number | null;
  /** How many answer, where that is not how many are ready (13.4); else null. */
  readonly unready: number | null;
}

/** What one replica does for requests, and what it was worked out from. Immutable. */
export interface ReplicaStation {
  readonly behaviour: WorkloadBehaviour;
  readonly options: LocationOptions;
  readonly containers: readonly ContainerSettings[];
  /** Versions that answer, each with its count, where replicas differ in what they may use; empty: they do not. */
  readonly mix: readonly number[];
  readonly retry: RetrySettings;
  readonly serving: Serving;
}

const nothing: readonly never[] = [];

/** Nothing comes, from an instant on. */
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

/** Longer than any window or delay looks back. */
const remembered = day;

/**
 * From when on it may have been idle: nothing counts before, or the last request that waited has just been answered.
 */
export function awakeFrom({ since, waitedTo }: Inflow): Instant {
  return waitedTo === null ? since : Math.max(since, waitedTo);
}

/** Whether nothing waits. */
export function isAtEase({ waiting, heldSince, waits }: Inflow): boolean {
  return waiting === 0 && heldSince === null && (waits.at(-1)?.waiting ?? 0) === 0;
}

/** From now on another flow comes; what came before is still measured. */
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
 * From now on a replica does something else for a request, or others do it.
 *
 * @param isQuiet nobody will count the load of the whole run: what is a day old is forgotten
 */
export function turnServing({ servings }: Inflow, next: ServingSince, isQuiet: boolean): void {
  servings.push(next);
  // The one that held at that time stays.
  while (isQuiet && servings.length > 1 && servings[1]!.since <= next.since - remembered) servings.shift();
}

/** What came before now no longer counts. */
export function forgetPast(inflow: Inflow, now: Instant): void {
  inflow.past = nothing;
  inflow.flowSince = now;
  inflow.since = now;
}

/** Whether a replica did for each request that came since an instant what it does now. */
export function servesAlikeSince({ servingChangedAt }: Inflow, since: Instant): boolean {
  return servingChangedAt === null || servingChangedAt <= since;
}

/** Requests of a stretch, and what a replica did for each. */
export interface Served {
  readonly serving: Serving;
  readonly requests: number;
  readonly length: Duration;
}

/**
 * What came between two instants, apart by what a replica did for it, the latest first; `serving` is what it does now.
 */
export function servedBetween(inflow: Inflow, serving: Serving, from: Instant, until: Instant): Served[] {
  const { servings } = inflow;
  const parts: Served[] = [];
  let end = until;
  for (let at = servings.length - 1; end > from; at -= 1) {
    // What it did first, it did before that, too.
    const start = at <= 0 ? from : Math.max(from, servings[at]!.since);
    if (start >= end) continue;
    const did = at === servings.length - 1 ? serving : (servings[at]?.serving ?? serving);
    parts.push({ serving: did, requests: inflowBetween(inflow, start, end), length: end - start });
    end = start;
  }
  return parts;
}

/** Requests that came between two instants, the later one excluded and none before `since`. */
export function inflowBetween({ flow, flowSince, past }: Inflow, from: Instant, until: Instant): number {
  let requests = until <= flowSince ? 0 : flowBetween(flow, Math.max(from, flowSince), until);
  if (from >= flowSince) return requests;
  for (const one of past) {
    const [start, end] = [Math.max(from, one.from), Math.min(until, one.until)];
    if (start < end) requests += flowBetween(one.flow, start, end);
  }
  return requests;
}

/** Bounds of the mean of what came over any part of a stretch that ends after now (`meanBounds`). */
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
 * Whether what comes, and its mean over any part of a stretch that ends after now, surely stay at or below a rate; both
 * ends included.
 */
export function inflowStaysBelow(inflow: Inflow, perSecond: number, from: Instant, until: Instant): boolean {
  return from < inflow.flowSince
    ? inflowBounds(inflow, from, until).greatest <= perSecond
    : staysBelow(inflow.ceiling, inflow.flow, perSecond, from, until);
}

/** Up to when what comes surely stays in a range (`leavesAt`), from an instant on that is not before this flow. */
export function inflowLeavesAt({ flow, ceiling }: Inflow, range: Extremes, from: Instant, until: Instant): Instant {
  const at = leavesAt(flow, range, from, until);
  // It may have jumped by then.
  if (at > from) noteBelow(ceiling, flow, range.greatest, from, at - 1);
  return at;
}

/**
 * Bounds of the mean over a window that slides (`slidingBounds`); null where they are not known better than
 * `inflowBounds` has them.
 */
export function slidingInflow(
  { flow, flowSince, since }: Inflow,
  window: Duration,
  from: Instant,
  until: Instant,
): Extremes | null {
  return flowSince > since && from - window < flowSince ? null : slidingBounds(flow, { window, since }, from, until);
}
