/**
 * A known upper bound of a flow over a stretch of time. Evaluations often ask whether capacity covers the arrival rate;
 * the bound avoids looking again.
 */
import { type Instant, minute } from '../../engine/time.ts';
import { type Flow, meanBounds } from './flow.ts';

/**
 * Between two instants (both included) a flow stays at or below a rate, and so do its means over any part of that time.
 * Mutable.
 */
export interface Ceiling {
  flow: Flow;
  from: Instant;
  until: Instant;
  perSecond: number;
}

/** A ceiling that knows nothing yet. */
export function newCeiling(flow: Flow): Ceiling {
  return { flow, from: 0, until: -1, perSecond: 0 };
}

/**
 * Whether a flow, and its means over any part of a stretch, certainly stay at or below a rate between two instants
 * (both included).
 *
 * The answer is that of `meanBounds`. If the stretch continues the one before, only the new part is examined.
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

/** The next question is usually about a slightly later time, so that time is examined in the same pass. */
const beyond = 10 * minute;

/** Records that a flow stays at or below a rate, as `staysBelow` would find. */
export function noteBelow(ceiling: Ceiling, flow: Flow, perSecond: number, from: Instant, until: Instant): void {
  if (goesOn(ceiling, flow, from)) raise(ceiling, perSecond, until);
  else replace(ceiling, flow, perSecond, from, until);
}

/** Copies what another ceiling knows. */
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
