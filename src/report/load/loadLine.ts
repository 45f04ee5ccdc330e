/**
 * A straight line of the flow to replicas, cut where the outcome of requests changes.
 */
import type { Instant } from '../../engine/time.ts';
import { type Flow, flowBetween } from '../../platform/traffic/flow.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import type { ReplicaReserve } from './readyTime.ts';

/** A period in which the same replicas answer the same flow. */
export interface LoadStretch {
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

/** A straight line of the flow, from `first` to `last` requests per second, with the capacity that answers it. */
export interface LoadLine extends Omit<LoadStretch, 'serving'> {
  readonly serving: Serving;
  readonly capacityPerSecond: number;
  readonly first: number;
  readonly last: number;
  /** Requests that come in it: counted once, as every figure of the line asks for them. */
  readonly came: number;
}

/** Of a line in which what waits bends. */
const bentPartsMax = 16;
/** Within a part what waits is no further from a straight line than this, of the most that wait in it. */
const bentMost = 0.01;
const partsMax = 256;

/** The same line in a part of its time. @param came requests in it, if they are known */
function partOf(line: LoadLine, from: Instant, until: Instant, came = flowBetween(line.flow, from, until)): LoadLine {
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
    came,
  };
}

function perSecondAt({ from, until, first, last }: LoadLine, at: Instant): number {
  return at === until ? last : first + ((last - first) / (until - from)) * (at - from);
}

/** Cuts a line in one part or two: up to the instant at which it passes the capacity, and from there. */
export function cutAtCapacity(line: LoadLine): readonly LoadLine[] {
  const { from, until, first, last, capacityPerSecond } = line;
  const crossing = from + Math.round(((until - from) * (capacityPerSecond - first)) / (last - first));
  return cutFrom(line, crossing);
}

/**
 * Cuts a line that stays on one side of the capacity in one part or two: up to the instant at which the last waiting
 * request is answered, and from there.
 */
export function cutWhereEmpty(line: LoadLine, waiting: number): readonly LoadLine[] {
  if (waiting === 0 || leftAt(line, line.until, waiting) >= 0) return [line];
  // A millisecond more, so that no crumb of a request is left by rounding.
  return cutFrom(line, firstWhere(line, (at) => leftAt(line, at, waiting) <= 0) + 1);
}

/** The same, up to the instant at which the queue is full. */
export function cutWhereFull(line: LoadLine, waiting: number, most: number): readonly LoadLine[] {
  if (waiting >= most || leftAt(line, line.until, waiting) <= most) return [line];
  return cutFrom(
    line,
    firstWhere(line, (at) => leftAt(line, at, waiting) >= most),
  );
}

/** Requests that wait at an instant of a line, as if they could be less than none. */
function leftAt(line: LoadLine, at: Instant, waiting: number): number {
  const mean = (line.first + perSecondAt(line, at)) / 2;
  return waiting + ((mean - line.capacityPerSecond) * (at - line.from)) / 1_000;
}

/** From which instant of a line on something holds that holds at its end. */
function firstWhere({ from, until }: LoadLine, holds: (at: Instant) => boolean): Instant {
  let low = from;
  let high = until;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Cuts a line in one part or two: up to the instant at which the last waiting request is answered while no other may
 * join the queue, and from there.
 */
export function cutWhereDrained(line: LoadLine, waiting: number): readonly LoadLine[] {
  const at = line.from + Math.ceil((waiting * 1_000) / line.capacityPerSecond);
  return cutFrom(line, at);
}

/** In two parts at an instant inside it, else as it is. */
function cutFrom(line: LoadLine, at: Instant): readonly LoadLine[] {
  const isInside = at > line.from && at < line.until;
  if (!isInside) return [line];
  const before = partOf(line, line.from, at);
  // Requests of parts add up to those of the whole exactly (`requestsBetween`).
  return [before, partOf(line, at, line.until, line.came - before.came)];
}

/**
 * Cuts a line so finely that utilisation hardly moves within a part, with the capacity of the replicas in each part.
 */
export function partsOf(line: LoadLine): readonly LoadLine[] {
  const { first, last, capacityPerSecond } = line;
  return partsIn(line, Math.min(partsMax, movesOf(first, last, capacityPerSecond)));
}

/**
 * Cuts a line with waiting requests so finely that their number moves nearly straight in each part; it bends as the
 * rate rises or falls.
 */
export function bentParts(line: LoadLine, waiting: number): readonly LoadLine[] {
  const { from, until, first, last, capacityPerSecond } = line;
  const most = Math.max(waiting, leftAt(line, until, waiting));
  const bend = (Math.abs(last - first) * (until - from)) / 8_000;
  const count = bend === 0 ? 1 : Math.ceil(Math.sqrt(bend / (bentMost * Math.max(1, most))));
  // What is given up hangs on how much more comes than can be answered.
  return partsIn(line, Math.min(bentPartsMax, Math.max(count, movesOf(first, last, 4 * capacityPerSecond))));
}

/** Hundredths of the capacity. */
function movesOf(first: number, last: number, capacityPerSecond: number): number {
  return Math.ceil((100 * Math.abs(last - first)) / capacityPerSecond);
}

/** In equal parts, as far as there are milliseconds; 1 at least. */
function partsIn(line: LoadLine, wanted: number): readonly LoadLine[] {
  const { from, until } = line;
  const count = Math.min(until - from, Math.max(1, wanted));
  if (count === 1) return [line];
  const parts: LoadLine[] = [];
  let at = from;
  let left = line.came;
  for (let index = 1; index < count; index += 1) {
    const part = partOf(line, at, from + Math.round(((until - from) * index) / count));
    parts.push(part);
    at = part.until;
    left -= part.came;
  }
  parts.push(partOf(line, at, until, left));
  return parts;
}
