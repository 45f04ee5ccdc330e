/**
 * A straight line of what comes to replicas, cut where what becomes of it changes.
 */
import type { Instant } from '../engine/time.ts';
import type { Flow } from '../platform/traffic/flow.ts';
import type { Serving } from '../platform/traffic/serving.ts';
import type { ReplicaReserve } from './readyTime.ts';

/** A while in which the same replicas answer the same flow. */
export interface Stretch {
  readonly flow: Flow;
  /** Replicas that answer. */
  readonly ready: number;
  /** Others that are ready, and get no requests. */
  readonly resting: number;
  /** What each of them does for a request; null: not known, as none ever comes. */
  readonly serving: Serving | null;
  /** What each that is ready reserves. */
  readonly reserve: ReplicaReserve;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/** A straight line of the flow, from `first` a second to `last`, against what answers it. */
export interface Line extends Omit<Stretch, 'serving'> {
  readonly serving: Serving;
  readonly capacityPerSecond: number;
  readonly first: number;
  readonly last: number;
}

/** Parts of a line in which something waits: what waits bends, as the rate does not. */
const waitingParts = 16;
const partsMax = 256;

/** The same line in a part of its time. */
function partOf(line: Line, from: Instant, until: Instant): Line {
  const { flow, ready, resting, serving, reserve, capacityPerSecond } = line;
  // Field by field: there are so many parts that copying whole lines takes much of the time of a report.
  return {
    flow,
    ready,
    resting,
    serving,
    reserve,
    from,
    until,
    capacityPerSecond,
    first: perSecondAt(line, from),
    last: perSecondAt(line, until),
  };
}

function perSecondAt({ from, until, first, last }: Line, at: Instant): number {
  return at === until ? last : first + ((last - first) / (until - from)) * (at - from);
}

/** A line in one part or two: up to where it passes the capacity, and from there. */
export function cutAtCapacity(line: Line): readonly Line[] {
  const { from, until, first, last, capacityPerSecond } = line;
  const crossing = from + Math.round(((until - from) * (capacityPerSecond - first)) / (last - first));
  return crossing > from && crossing < until ? cutAt(line, crossing) : [line];
}

/** A line that stays on one side of the capacity, in one part or two: up to where the last of those that wait is answered, and from there. */
export function cutWhereEmpty(line: Line, waiting: number): readonly Line[] {
  const { from, until, first, capacityPerSecond } = line;
  const left = (at: Instant): number => {
    const mean = (first + partOf(line, from, at).last) / 2;
    return waiting + ((mean - capacityPerSecond) * (at - from)) / 1_000;
  };
  if (waiting === 0 || left(until) >= 0) return [line];
  let low = from;
  let high = until;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (left(middle) > 0) low = middle;
    else high = middle;
  }
  // A millisecond more, so that no crumb of a request is left by rounding.
  return high + 1 < until ? cutAt(line, high + 1) : [line];
}

/** A line in one part or two: up to where the last of those that wait is answered while nobody else may join them, and from there. */
export function cutWhereDrained(line: Line, waiting: number): readonly Line[] {
  const at = line.from + Math.ceil((waiting * 1_000) / line.capacityPerSecond);
  return at > line.from && at < line.until ? cutAt(line, at) : [line];
}

function cutAt(line: Line, at: Instant): readonly Line[] {
  return [partOf(line, line.from, at), partOf(line, at, line.until)];
}

/** A line so finely cut that nothing moves far within a part. */
export function partsOf(line: Line, isWaiting: boolean): readonly Line[] {
  const { from, until, first, last, capacityPerSecond } = line;
  const isCurved = isWaiting || Math.max(first, last) > capacityPerSecond;
  const moves = Math.ceil((100 * Math.abs(last - first)) / capacityPerSecond);
  const count = Math.min(partsMax, until - from, Math.max(moves, isCurved ? waitingParts : 1));
  if (count === 1) return [line];
  const parts: Line[] = [];
  for (let part = 1, at = from; part <= count; part += 1) {
    const next = from + Math.round(((until - from) * part) / count);
    parts.push(partOf(line, at, next));
    at = next;
  }
  return parts;
}
