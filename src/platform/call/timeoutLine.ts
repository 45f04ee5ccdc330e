/**
 * The calls of a deployment in the order in which they time out. Nearly all end long before, and calls that came later
 * time out later: so only one of them is in the agenda at a time.
 */

import type { Pool } from '../../engine/pool.ts';
import type { Instant } from '../../engine/time.ts';
import type { Call } from './call.ts';

/** Mutable, plain data. */
export interface TimeoutLine {
  /** When each call times out, its handle, and the place that its event has in the agenda; in order of time. */
  timesOutAt: number[];
  calls: number[];
  places: number[];
  /** Those before it are over. */
  first: number;
  /** The event that is in the agenda: its instant, and its call; Infinity: none. It may be of a call that has ended. */
  armedAt: Instant;
  armedFor: number;
}

export function newTimeoutLine(): TimeoutLine {
  return { timesOutAt: [], calls: [], places: [], first: 0, armedAt: Number.POSITIVE_INFINITY, armedFor: 0 };
}

/** An independent copy. */
export function cloneTimeoutLine(line: TimeoutLine): TimeoutLine {
  return { ...line, timesOutAt: line.timesOutAt.slice(), calls: line.calls.slice(), places: line.places.slice() };
}

/** Whether a call that joins times out no earlier than the last one there; not so if a timeout has become shorter. */
export function isInOrder({ timesOutAt, first }: TimeoutLine, { givenUpAt }: Call): boolean {
  return timesOutAt.length === first || timesOutAt[timesOutAt.length - 1]! <= givenUpAt;
}

/** Adds a call at its end. @param place kept for its event (`Agenda.keepPlace`) */
export function joinTimeouts(line: TimeoutLine, { handle, givenUpAt }: Call, place: number): void {
  line.timesOutAt.push(givenUpAt);
  line.calls.push(handle);
  line.places.push(place);
}

/** Removes calls at the front that have ended or now time out at another instant, but not more than a number. */
export function dropEnded(line: TimeoutLine, under: Pool<Call>, most = Number.POSITIVE_INFINITY): void {
  const { timesOutAt, calls } = line;
  const end = Math.min(calls.length, line.first + most);
  while (line.first < end && under.get(calls[line.first]!)?.givenUpAt !== timesOutAt[line.first]) line.first += 1;
  if (line.first < 64 || line.first * 2 < calls.length) return;
  line.timesOutAt = timesOutAt.slice(line.first);
  line.calls = calls.slice(line.first);
  line.places = line.places.slice(line.first);
  line.first = 0;
}
