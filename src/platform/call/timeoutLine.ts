/**
 * The calls of a deployment in the order in which they time out. Nearly all end long before, and calls that came later
 * time out later: so only one of them is in the agenda at a time.
 */

import type { Pool } from '../../engine/pool.ts';
import type { Instant } from '../../engine/time.ts';
import type { Call } from './call.ts';

/** Mutable, plain data. */
export interface TimeoutLine {
  /** When each call times out, and its handle, in order of time, from `first` on. */
  timesOutAt: number[];
  calls: number[];
  first: number;
  /** The event that is in the agenda: its instant, and its call; Infinity: none. It may be of a call that has ended. */
  armedAt: Instant;
  armedFor: number;
}

export function newTimeoutLine(): TimeoutLine {
  return { timesOutAt: [], calls: [], first: 0, armedAt: Number.POSITIVE_INFINITY, armedFor: 0 };
}

/** An independent copy. */
export function cloneTimeoutLine(line: TimeoutLine): TimeoutLine {
  return { ...line, timesOutAt: line.timesOutAt.slice(), calls: line.calls.slice() };
}

/**
 * Adds a call at its end.
 *
 * @returns false if it times out before the last one there, because a timeout has become shorter: it is not added
 */
export function joinTimeouts(line: TimeoutLine, { handle, givenUpAt }: Call): boolean {
  const { timesOutAt, calls } = line;
  if (timesOutAt.length > line.first && timesOutAt[timesOutAt.length - 1]! > givenUpAt) return false;
  timesOutAt.push(givenUpAt);
  calls.push(handle);
  return true;
}

/** Removes calls at the front that have ended or now time out at another instant, but not more than a number. */
export function dropEnded(line: TimeoutLine, under: Pool<Call>, most = Number.POSITIVE_INFINITY): void {
  const { timesOutAt, calls } = line;
  const end = Math.min(calls.length, line.first + most);
  while (line.first < end && under.get(calls[line.first]!)?.givenUpAt !== timesOutAt[line.first]) line.first += 1;
  if (line.first < 64 || line.first * 2 < calls.length) return;
  line.timesOutAt = timesOutAt.slice(line.first);
  line.calls = calls.slice(line.first);
  line.first = 0;
}
