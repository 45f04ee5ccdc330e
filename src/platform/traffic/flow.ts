/**
 * A flow: several rates that come to one place, taken together.
 */
import type { Instant } from '../../engine/time.ts';
import type { Bounds } from './pieces.ts';
import { breakpointAfter, leastAndGreatest, perSecondAt, type Rate, requestsBetween } from './rate.ts';

/** Immutable. Empty: nothing comes. */
export type Flow = readonly Rate[];

/** Requests per second at an instant. */
export function flowAt(flow: Flow, at: Instant): number {
  let perSecond = 0;
  for (let i = 0; i < flow.length; i += 1) perSecond += perSecondAt(flow[i]!, at);
  return perSecond;
}

/** Requests between two instants, the later one excluded, in whole 65,536ths. */
export function flowBetween(flow: Flow, from: Instant, until: Instant): number {
  let requests = 0;
  for (let i = 0; i < flow.length; i += 1) requests += requestsBetween(flow[i]!, from, until);
  return requests;
}

/** Bounds of the flow between two instants, both included; never too narrow. */
export function flowBounds(flow: Flow, from: Instant, until: Instant): Bounds {
  let least = 0;
  let greatest = 0;
  for (let i = 0; i < flow.length; i += 1) {
    const bounds = leastAndGreatest(flow[i]!, from, until);
    least += bounds.least;
    greatest += bounds.greatest;
  }
  return { least, greatest };
}

/**
 * Bounds of the mean of a flow over any part of a stretch. Counts are whole 65,536ths: the mean of them may lie beyond the bounds of the flow by
 * that much.
 */
export function meanBounds(flow: Flow, from: Instant, until: Instant): Bounds {
  const { least, greatest } = flowBounds(flow, from, until);
  return {
    least: Math.max(0, least * (1 - 1e-9) - 1e-4),
    greatest: greatest * (1 + 1e-9) + (greatest === 0 ? 0 : 1e-4),
  };
}

/** The next instant strictly after another at which the flow may bend or jump; null where it goes straight on for ever. */
export function flowBendsAfter(flow: Flow, after: Instant): Instant | null {
  let next: Instant | null = null;
  for (let i = 0; i < flow.length; i += 1) {
    const at = breakpointAfter(flow[i]!, after);
    if (at !== null && (next === null || at < next)) next = at;
  }
  return next;
}
