/**
 * How far a loop looks back: a count that it sets so soon after requests were routed elsewhere follows from that.
 */
import type { Duration } from '../../engine/time.ts';
import type { AutoscalingSettings } from './settings.ts';

/**
 * The longest time from a change of the requests to a count that a loop sets because of it, this time included. Fewer
 * replicas come later than more: an HPA holds the highest proposal of its window, a KPA that of a panic, and idleness
 * lasts before zero. 0: this loop measures no requests.
 */
export function lookBackOf(settings: AutoscalingSettings, { from, to }: { from: number; to: number }): Duration {
  if (settings.loop === 'hpa') {
    const { metrics, sync } = settings;
    const measuring = Math.max(...metrics.map(({ interval, window }) => interval + window));
    return measuring + sync.period + (to < from ? sync.downWindow : 0);
  }
  if (settings.loop !== 'kpa') return 0;
  const { window, tick, idleDelay } = settings;
  return window + tick + (to < from ? window : 0) + (to === 0 ? idleDelay : 0);
}
