/**
 * The arrival rate of a demand: a curve with noise. It answers how high the rate is, until when it is linear, how many
 * requests arrive, and which bounds hold.
 */
import type { Instant } from '../../engine/time.ts';
import { bendAfter, countAt, curveAt, curveBounds, type RateCurve, scaledCurve, straightAt } from './curve.ts';
import { factorBounds, factorOf, type Noise } from './noise.ts';
import { cutStraight, type Extremes, noBounds, type StraightSlot, wholeGrains } from './pieces.ts';

/** Requests per second over time: linear between breakpoints. Immutable, so forks share it. */
export interface Rate {
  readonly curve: RateCurve;
  readonly noise: Noise | null;
}

/** Requests per second at an instant. */
export function perSecondAt({ curve, noise }: Rate, at: Instant): number {
  const perSecond = curveAt(curve, at);
  return noise === null ? perSecond : perSecond * factorOf(noise, Math.floor(at / noise.every));
}

/** The next instant strictly after another at which the rate may bend or jump; null if it is linear for ever. */
export function breakpointAfter({ curve, noise }: Rate, after: Instant): Instant | null {
  const bend = bendAfter(curve, after);
  if (noise === null) return bend;
  const period = (Math.floor(after / noise.every) + 1) * noise.every;
  return bend === null ? period : Math.min(bend, period);
}

/** The rate from an instant on, as far as it is linear. */
export function straightRate({ curve, noise }: Rate, at: Instant, into: StraightSlot): void {
  straightAt(curve, at, into);
  if (noise === null) return;
  const period = Math.floor(at / noise.every);
  const factor = factorOf(noise, period);
  cutStraight(into, at, (period + 1) * noise.every);
  into.first *= factor;
  into.last *= factor;
}

/**
 * Requests between two instants, the later one excluded: the integral of the rate, in whole 65,536ths of a request.
 * Below 1.3e11 requests, the parts of a stretch add up to the whole exactly: each is the difference of two counts from
 * a fixed origin, and the counts are rounded, not the parts. The cost is the logarithm of the number of pieces; with
 * noise, for each period.
 *
 *   0.3/s over 10 s -> 3; over its first and second half 1.5 each
 *
 * @param until at or after `from`
 */
export function requestsBetween(rate: Rate, from: Instant, until: Instant): number {
  const { curve, noise } = rate;
  if (noise === null) return countAt(curve, until) - countAt(curve, from);
  let requests = 0;
  let period = Math.floor(from / noise.every);
  let base = countAt(curve, period * noise.every);
  for (; period * noise.every < until; period += 1) {
    const start = period * noise.every;
    const factor = factorOf(noise, period);
    const count = countAt(curve, Math.min(until, start + noise.every));
    requests += wholeGrains(factor * (count - base));
    if (from > start) requests -= wholeGrains(factor * (countAt(curve, from) - base));
    base = count;
  }
  return requests;
}

/** Over more periods, the extremes of the curve and of the noise are assumed to coincide. */
const periodsMax = 32;

/**
 * Bounds of the rate between two instants (both included): never too narrow, wider than needed over more than 32
 * periods of noise.
 */
export function leastAndGreatest({ curve, noise }: Rate, from: Instant, until: Instant): Extremes {
  const bounds = noBounds();
  if (noise === null) {
    curveBounds(curve, from, until, 1, bounds);
    return bounds;
  }
  const first = Math.floor(from / noise.every);
  const last = Math.floor(until / noise.every);
  if (last - first >= periodsMax) {
    const { least, greatest } = factorBounds(noise, from, until);
    curveBounds(curve, from, until, least, bounds);
    curveBounds(curve, from, until, greatest, bounds);
    return bounds;
  }
  for (let period = first; period <= last; period += 1) {
    const start = period * noise.every;
    // The curve may jump at the end of the period. The value there belongs to the next period, so the bounds are only
    // slightly wider.
    const end = Math.min(until, start + noise.every);
    curveBounds(curve, Math.max(from, start), end, factorOf(noise, period), bounds);
  }
  return bounds;
}

/** A share of a rate, with the same noise: the part of one origin or of one location. */
export function shareOf({ curve, noise }: Rate, share: number): Rate {
  return { curve: scaledCurve(curve, share), noise };
}
