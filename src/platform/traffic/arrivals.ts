/**
 * How the requests of a demand arrive: as a flow (amounts), or one by one.
 */
import type { Distribution } from '../../engine/distribution.ts';
import type { Instant } from '../../engine/time.ts';
import { type Flow, flowAt, flowBendsAfter, flowBetween } from './flow.ts';
import { steadyCount } from './pieces.ts';

/**
 * The arrival process of a demand.
 * `fluid`: amounts, without single requests.
 * `single`: a renewal process on the clock of the rate. After each request, the next one arrives when the rate has
 * brought another `gap / meanGap` of a request. Exponential gaps make it a Poisson process, however the rate changes.
 */
export type Arrivals =
  | { readonly kind: 'fluid' }
  | { readonly kind: 'single'; readonly gap: Distribution; readonly meanGap: number };

export const poisson: Arrivals = { kind: 'single', gap: { kind: 'exponential', mean: 1 }, meanGap: 1 };

/**
 * The first instant after `from` by which a rate has brought a number of requests; null if that is not before `until`.
 * With a drawn gap as the number, it is the next arrival. The overshoot (`flowBetween(flow, from, at) - requests`)
 * belongs to the next gap: several requests may fall into one millisecond.
 *
 *   2/s, 3 requests -> 1,500 ms later
 *
 * @param requests above 0
 */
export function reachedAt(flow: Flow, from: Instant, until: Instant, requests: number): Instant | null {
  const guess = steadilyReachedAt(flow, from, requests);
  if (guess < until) return guess;
  let missing = requests;
  for (let at = from; at < until; ) {
    const next = Math.min(flowBendsAfter(flow, at) ?? until, until);
    const count = flowBetween(flow, at, next);
    if (count >= missing) return next <= until ? within(flow, at, next, missing, until) : null;
    missing -= count;
    at = next;
  }
  return null;
}

/**
 * Does the same for a rate that never changes, as most. Infinity for any other flow, or where rounding makes the first
 * guess wrong: then the general way finds the instant.
 */
function steadilyReachedAt(flow: Flow, from: Instant, requests: number): Instant {
  const only = flow.length === 1 ? flow[0]! : null;
  if (only === null || only.noise !== null || only.curve.kind !== 'steady') return Number.POSITIVE_INFINITY;
  const { perSecond, anchorAt } = only.curve;
  const at = Math.max(from + 1, from + Math.ceil((1_000 * requests) / perSecond));
  const before = steadyCount(perSecond, from - anchorAt);
  const isReached = steadyCount(perSecond, at - anchorAt) - before >= requests;
  const wasReached = at > from + 1 && steadyCount(perSecond, at - 1 - anchorAt) - before >= requests;
  return isReached && !wasReached ? at : Number.POSITIVE_INFINITY;
}

/** Does the same within a straight stretch in which the number is known to be reached. */
function within(flow: Flow, from: Instant, next: Instant, missing: number, until: Instant): Instant | null {
  const isReached = (at: Instant): boolean => flowBetween(flow, from, at) >= missing;
  let low = from;
  let high = next;
  const guess = from + Math.ceil(timeFor(flowAt(flow, from), flowAt(flow, next - 1), next - 1 - from, missing));
  // The guess is right except for rounding. If it is not, halving finds the instant.
  for (const at of [guess, guess - 1]) {
    if (at <= low || at >= high) continue;
    if (isReached(at)) high = at;
    else low = at;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high < until ? high : null;
}

/** Milliseconds until a rate that changes linearly has brought an amount. */
function timeFor(first: number, last: number, duration: number, requests: number): number {
  const slope = duration <= 0 ? 0 : (last - first) / duration;
  const root = first * first + 2_000 * slope * requests;
  return (2_000 * requests) / (first + Math.sqrt(Math.max(0, root)));
}
