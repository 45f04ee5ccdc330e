/**
 * Stretches of time that are looked at: larger, smaller, moved, always within the run.
 */
import { second } from '../../engine/time.ts';
import type { TimeRange } from './view.ts';

/** Nothing is to be seen in less. */
const leastWidth = 10 * second;

/**
 * A stretch as it may be shown: within the run, of a least width; null where it is the whole run.
 */
export function within(run: TimeRange, { from, until }: TimeRange): TimeRange | null {
  const whole = run.until - run.from;
  const width = Math.min(whole, Math.max(leastWidth, seconds(until - from)));
  const start = Math.min(run.until - width, Math.max(run.from, seconds(from)));
  return width >= whole ? null : { from: start, until: start + width };
}

/** Nobody points more exactly, and addresses stay short. */
function seconds(time: number): number {
  return Math.round(time / second) * second;
}

/** A stretch `factor` times as wide, about its middle. */
export function widened(run: TimeRange, { from, until }: TimeRange, factor: number): TimeRange | null {
  const middle = (from + until) / 2;
  const half = ((until - from) / 2) * factor;
  return within(run, { from: middle - half, until: middle + half });
}

/** A stretch moved by a part of its width: 0.5 by half of it into the future. */
export function moved(run: TimeRange, { from, until }: TimeRange, part: number): TimeRange | null {
  const by = (until - from) * part;
  return within(run, { from: from + by, until: until + by });
}
