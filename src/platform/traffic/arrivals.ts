/**
 * How the requests of a demand come: as a flow, or one by one.
 */
import type { Distribution } from '../../engine/distribution.ts';
import type { Instant } from '../../engine/time.ts';
import { type Flow, flowAt, flowBendsAfter, flowBetween } from './flow.ts';

/**
 * `fluid`: amounts, without single requests. `single`: a renewal process run by the rate's own clock: after each
 * request the next one comes when the rate has brought `gap / meanGap` of a request more. Exponential gaps make it a
 * Poisson process, whatever the course of the rate.
 */
export type Arrivals =
  | { readonly kind: 'fluid' }
  | { readonly kind: 'single'; readonly gap: Distribution; readonly meanGap: number };

export const poisson: Arrivals = { kind: 'single', gap: { kind: 'exponential', mean: 1 }, meanGap: 1 };

/**
 * The first instant after `from` by which a rate has brought so many requests; null where that is not before `until`.
 *
 * With a gap drawn it is the next arrival. What it overshoots (`flowBetween(flow, from, at) - requests`) belongs to the
 * next gap: several requests may fall into one millisecond.
 *
 *   2/s, 3 requests -> 1,500 ms later
 *
 * @param requests above 0
 */
export function reachedAt(flow: Flow, from: Instant, until: Instant, requests: number): Instant | null {
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

/** The same in a straight stretch that is known to reach it. */
function within(flow: Flow, from: Instant, next: Instant, missing: number, until: Instant): Instant | null {
  const isReached = (at: Instant): boolean => flowBetween(flow, from, at) >= missing;
  let low = from;
  let high = next;
  const guess = from + Math.ceil(timeFor(flowAt(flow, from), flowAt(flow, next - 1), next - 1 - from, missing));
  // The guess is right but for rounding; halving finds the instant where it is not.
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

/** Milliseconds until a straight rate has brought an amount. */
function timeFor(first: number, last: number, duration: number, requests: number): number {
  const slope = duration <= 0 ? 0 : (last - first) / duration;
  const root = first * first + 2_000 * slope * requests;
  return (2_000 * requests) / (first + Math.sqrt(Math.max(0, root)));
}
