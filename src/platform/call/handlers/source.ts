/**
 * The clock of a source of single requests: what its rate has brought, and when the next request is due.
 */
import { draw } from '../../../engine/distribution.ts';
import { day } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import { type Arrivals, reachedAt } from '../../traffic/arrivals.ts';
import { flowBetween } from '../../traffic/flow.ts';
import type { ArrivalState } from '../source.ts';

type Single = Extract<Arrivals, { kind: 'single' }>;

/** The span in which the next call is searched at once: a rate may stay at zero for ever. */
const search = 30 * day;

/** Draws the requests that the rate brings from the n-th call to the next. */
export function drawGap({ streams }: Sim, name: string, { gap, meanGap }: Single, number: number): number {
  return Math.max(0, draw(gap, streams.keyOf(streams.openFor(name, 'gap'), number))) / meanGap;
}

/** Takes the next call, whose number is then `count`, if the rate has brought it. Several may come in a millisecond. */
export function takeCall(sim: Sim, source: ArrivalState, name: string, arrivals: Single): boolean {
  if (source.missing > 0) return false;
  source.count += 1;
  source.missing += drawGap(sim, name, arrivals, source.count);
  return true;
}

/** Counts what the rate has brought up to now. */
export function settleSource({ now }: Sim, source: ArrivalState): void {
  source.missing -= flowBetween(source.flow, source.since, now);
  source.since = now;
}

/** Sets when the next call is due, or the end of a search that found none. */
export function findNext({ now }: Sim, source: ArrivalState): void {
  const until = now + search;
  const at =
    source.missing <= 0 ? source.since : (reachedAt(source.flow, source.since, until, source.missing) ?? until);
  source.dueAt = Math.max(at, now);
}
