/**
 * How high a flow goes, as far as that has been looked at: evaluations ask again and again whether what comes can be
 * answered.
 */
import { type Instant, minute } from '../../engine/time.ts';
import { type Flow, meanBounds } from './flow.ts';

/**
 * A flow goes, between two instants, both included, surely no higher, nor do its means over any part of that time.
 * Mutable.
 */
export interface Ceiling {
  flow: Flow;
  from: Instant;
  until: Instant;
  perSecond: number;
}

/** Nothing is known. */
export function newCeiling(flow: Flow): Ceiling {
  return { flow, from: 0, until: -1, perSecond: 0 };
}

/**
 * Whether a flow, and its means over any part of a stretch, surely stay at or below a rate between two instants, both
 * included.
 *
 * As `meanBounds` says it, but that a stretch which goes on where the one before ended is looked at from there on.
 */
export function staysBelow(ceiling: Ceiling, flow: Flow, perSecond: number, from: Instant, until: Instant): boolean {
  const isKnown = ceiling.perSecond <= perSecond && goesOn(ceiling, flow, from);
  if (isKnown && until <= ceiling.until) return true;
  const start = isKnown ? ceiling.until : from;
  for (const end of [until + beyond, until]) {
    const { greatest } = meanBounds(flow, start, end);
    if (greatest > perSecond) continue;
    if (isKnown) raise(ceiling, greatest, end);
    else replace(ceiling, flow, greatest, from, end);
    return true;
  }
  return false;
}

/** What is asked next is mostly a little later: it is looked at along with this. */
const beyond = 10 * minute;

/** A flow has been found to stay at or below a rate, as `staysBelow` would. */
export function noteBelow(ceiling: Ceiling, flow: Flow, perSecond: number, from: Instant, until: Instant): void {
  if (goesOn(ceiling, flow, from)) raise(ceiling, perSecond, until);
  else replace(ceiling, flow, perSecond, from, until);
}

/** Knows what another does. */
export function assumeCeiling(ceiling: Ceiling, { flow, from, until, perSecond }: Ceiling): void {
  replace(ceiling, flow, perSecond, from, until);
}

function goesOn(ceiling: Ceiling, flow: Flow, from: Instant): boolean {
  return ceiling.flow === flow && ceiling.from <= from && from <= ceiling.until;
}

function raise(ceiling: Ceiling, perSecond: number, until: Instant): void {
  if (until <= ceiling.until) return;
  ceiling.until = until;
  ceiling.perSecond = Math.max(ceiling.perSecond, perSecond);
}

function replace(ceiling: Ceiling, flow: Flow, perSecond: number, from: Instant, until: Instant): void {
  ceiling.flow = flow;
  ceiling.from = from;
  ceiling.until = until;
  ceiling.perSecond = perSecond;
}
