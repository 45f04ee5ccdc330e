/**
 * When a client retries after the API has told it to come back later (`api.throttle.retry`).
 */
import { type Duration, second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';

const first: Duration = second;
const longest: Duration = 20 * second;
const retriesMax = 10;

/**
 * How long a client waits before it asks again; null: it gives up.
 *
 *   clientBackoff, after 0, 1, 4, 5 and 9 retries -> 1, 2, 16, 20 and 20 s; after 10 -> null
 *
 * @param retries how often it has asked again already
 */
export function clientWait(retries: number, how: Assumptions['api.throttle.retry']): Duration | null {
  if (how === 'none' || retries >= retriesMax) return null;
  return Math.min(longest, first * (1 << retries));
}
