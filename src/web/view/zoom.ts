/**
 * Zoom ranges: enlarged, reduced or moved, always within the run.
 */
import { second } from '../../engine/time.ts';
import type { TimeRange } from './view.ts';

/** The narrowest range that can be shown. */
const leastWidth = 10 * second;

/**
 * A range limited to the run and to the minimum width; null if it is the whole run.
 */
export function within(run: TimeRange, { from, until }: TimeRange): TimeRange | null {
  const whole = run.until - run.from;
  const width = Math.min(whole, Math.max(leastWidth, seconds(until - from)));
  const start = Math.min(run.until - width, Math.max(run.from, seconds(from)));
  return width >= whole ? null : { from: start, until: start + width };
}

/** Rounds to seconds: finer zoom is not needed, and links stay short. */
function seconds(time: number): number {
  return Math.round(time / second) * second;
}

/** A range `factor` times as wide, with the same middle. */
export function widened(run: TimeRange, { from, until }: TimeRange, factor: number): TimeRange | null {
  const middle = (from + until) / 2;
  const half = ((until - from) / 2) * factor;
  return within(run, { from: middle - half, until: middle + half });
}

/** A range moved by a part of its width: 0.5 is half the width later. */
export function moved(run: TimeRange, { from, until }: TimeRange, part: number): TimeRange | null {
  const by = (until - from) * part;
  return within(run, { from: from + by, until: until + by });
}
