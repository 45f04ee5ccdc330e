/**
 * Requests beyond the capacity: they wait in a backlog, or are lost (`fluid.overflow`).
 */
import type { Instant } from '../../engine/time.ts';
import { type Flow, flowAt, flowBendsAfter, flowBetween } from './flow.ts';

/** A flow against a capacity over a stretch of time. */
export interface Pressed {
  readonly flow: Flow;
  readonly capacityPerSecond: number;
  readonly from: Instant;
  /** Excluded; at or after `from`. */
  readonly until: Instant;
}

/**
 * The backlog at the end of a stretch, from the backlog at its start: arrivals add to it, the capacity drains it. It is
 * never below 0 and never above the limit.
 *
 *   110/s against 100/s for 60 s, none waiting -> 600     90/s for the next 30 s -> 300, for the next 90 s -> 0
 *
 * @param waiting at most `most`
 */
export function backlogAfter(pressed: Pressed, waiting: number, most: number = Number.POSITIVE_INFINITY): number {
  const { flow, capacityPerSecond, until } = pressed;
  if (capacityPerSecond === Number.POSITIVE_INFINITY) return 0;
  const within = (requests: number): number => Math.min(most, Math.max(0, requests));
  let left = waiting;
  for (let at = pressed.from; at < until; ) {
    const next = Math.min(flowBendsAfter(flow, at) ?? until, until);
    const leftAt = (then: Instant): number =>
      left + flowBetween(flow, at, then) - (capacityPerSecond * (then - at)) / 1_000;
    const crossing = crossingIn(pressed, at, next);
    // Spare capacity is lost, and so are requests above the limit: at the end, or when the rate crosses the capacity.
    const beyond = crossing === null ? 0 : leftAt(crossing) - within(leftAt(crossing));
    left = within(leftAt(next) - beyond);
    at = next;
  }
  return left;
}

/**
 * Requests beyond the capacity in a stretch: those that are lost if none may wait.
 *
 *   80/s to 120/s in 60 s, straight, against 100/s -> 300
 */
export function excessBetween(pressed: Pressed): number {
  const { flow, capacityPerSecond, until } = pressed;
  let excess = 0;
  for (let at = pressed.from; at < until; ) {
    const next = Math.min(flowBendsAfter(flow, at) ?? until, until);
    const middle = crossingIn(pressed, at, next) ?? next;
    for (const [from, to] of [
      [at, middle],
      [middle, next],
    ] as const)
      excess += Math.max(0, flowBetween(flow, from, to) - (capacityPerSecond * (to - from)) / 1_000);
    at = next;
  }
  return excess;
}

/** The backlog at the end of a stretch in which no request may join it (`traffic.queue`). */
export function drainedAfter({ capacityPerSecond, from, until }: Omit<Pressed, 'flow'>, waiting: number): number {
  if (capacityPerSecond === Number.POSITIVE_INFINITY) return 0;
  return Math.max(0, waiting - (capacityPerSecond * (until - from)) / 1_000);
}

/** The instant at which a linear stretch crosses the capacity, to the millisecond; null if it stays on one side. */
export function crossingIn({ flow, capacityPerSecond }: Pressed, from: Instant, until: Instant): Instant | null {
  const first = flowAt(flow, from) - capacityPerSecond;
  const last = flowAt(flow, until - 1) - capacityPerSecond;
  if (first * last >= 0 || !Number.isFinite(first)) return null;
  return from + Math.round(((until - 1 - from) * first) / (first - last));
}
