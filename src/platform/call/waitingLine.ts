/**
 * The waiting line of a deployment: calls that have passed its checks and are at no replica, in order, and metrics of
 * all that passed.
 */
import { type Holding, hold, newHolding } from '../../engine/holding.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import { cloneGauge, type Gauge, isForgotten, newGauge } from './gauge.ts';

/** Mutable, plain data. */
export interface WaitingLine {
  readonly gauge: Gauge;
  /** Handles of waiting calls, in order, from `first` on; calls that have left since are still in it. */
  waiting: number[];
  first: number;
  /** Number of waiting calls (`stepLine`). */
  count: number;
  /** While any call waits, up to `steppedAt`. */
  readonly lined: Holding;
  steppedAt: Instant;
  /** Ordinal of the replica that got the last call (`traffic.route.replica`). */
  last: number;
}

/** @param span how far back a metric looks, at most */
export function newWaitingLine(now: Instant, span: Duration): WaitingLine {
  return { gauge: newGauge(now, span), waiting: [], first: 0, count: 0, lined: newHolding(), steppedAt: now, last: -1 };
}

/** An independent copy. */
export function cloneWaitingLine(waitingLine: WaitingLine): WaitingLine {
  return {
    ...waitingLine,
    gauge: cloneGauge(waitingLine.gauge),
    waiting: waitingLine.waiting.slice(),
    lined: { ...waitingLine.lined },
  };
}

/**
 * The waiting line, if its calls can still affect a metric; null: no call came, or the last one ended longer ago than
 * any metric looks back.
 */
export function calledLately(waitingLine: WaitingLine | null, now: Instant): WaitingLine | null {
  return waitingLine === null || isForgotten(waitingLine.gauge, now) ? null : waitingLine;
}

/** Counts one more or one fewer waiting call. */
export function stepLine(waitingLine: WaitingLine, now: Instant, change: 1 | -1): void {
  waitingLine.steppedAt = settledLine(waitingLine, now);
  waitingLine.count += change;
}

/** Counts the time with waiting calls up to now. @returns now */
function settledLine({ lined, count, steppedAt }: WaitingLine, now: Instant): Instant {
  if (count > 0) hold(lined, steppedAt, now - steppedAt);
  return now;
}

/** The time with waiting calls, up to now. */
export function linedBy(waitingLine: WaitingLine, now: Instant): Holding {
  const lined = { ...waitingLine.lined };
  settledLine({ ...waitingLine, lined }, now);
  return lined;
}

/** Removes the first call of the line. */
export function dropFirst(waitingLine: WaitingLine): void {
  waitingLine.first += 1;
  if (waitingLine.first < 64 || waitingLine.first * 2 < waitingLine.waiting.length) return;
  waitingLine.waiting = waitingLine.waiting.slice(waitingLine.first);
  waitingLine.first = 0;
}
