/**
 * The peak arrival rate of a workload.
 */
import { meanOf } from '../../engine/distribution.ts';
import type { Instant } from '../../engine/time.ts';
import type { RateCurve } from './curve.ts';
import { leastAndGreatest } from './rate.ts';
import type { RequestBehaviour } from './serving.ts';

/**
 * A rate in requests per second that the sum of several curves certainly reaches at some instant between two (both
 * included): the greatest rate of one curve plus the least rates of the others. The true peak may be higher; noise is
 * ignored.
 *
 *   always 40 and always 30                   -> 70
 *   from 5 to 60 over a day, and always 30    -> 90
 *   two that rise from 0 to 50                -> 50, though they may rise together
 */
export function certainPeak(curves: readonly RateCurve[], from: Instant, until: Instant): number {
  const bounds = curves.map((curve) => leastAndGreatest({ curve, noise: null }, from, until));
  const least = bounds.reduce((sum, one) => sum + one.least, 0);
  return Math.max(0, ...bounds.map((one) => least - one.least + one.greatest));
}

/** Millicores that an arrival rate keeps busy; 0 if the processor time of a request is not given. */
export function millicoresOf(perSecond: number, request: RequestBehaviour): number {
  const cpuTime = request.cpu === undefined ? 0 : Math.max(0, meanOf(request.cpu));
  return Number.isFinite(cpuTime) ? perSecond * cpuTime : 0;
}
