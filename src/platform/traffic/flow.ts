/**
 * A flow: the sum of several arrival rates at one place.
 */
import { type Duration, type Instant, second } from '../../engine/time.ts';
import { cutStraight, type Extremes, type StraightSlot } from './pieces.ts';
import { breakpointAfter, leastAndGreatest, perSecondAt, type Rate, requestsBetween, straightRate } from './rate.ts';

/** Immutable. Empty: no requests arrive. */
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
export function flowBounds(flow: Flow, from: Instant, until: Instant): Extremes {
  let least = 0;
  let greatest = 0;
  for (let i = 0; i < flow.length; i += 1) {
    const bounds = leastAndGreatest(flow[i]!, from, until);
    least += bounds.least;
    greatest += bounds.greatest;
  }
  return { least, greatest };
}

/** Bounds of the mean of a flow over any part of a stretch. */
export function meanBounds(flow: Flow, from: Instant, until: Instant): Extremes {
  const { least, greatest } = flowBounds(flow, from, until);
  return meansBetween(least, greatest);
}

/**
 * Counts are whole 65,536ths, which growth multiplies: the mean over a few seconds may lie slightly beyond the bounds
 * of the flow.
 */
const margin = 1e-3;

/** The length of a few seconds; over a longer time the rounding changes the rate less. */
const someSeconds = 6 * second;

function meansBetween(least: number, greatest: number, over: Duration = someSeconds): Extremes {
  const beyond = (margin * someSeconds) / Math.max(someSeconds, over);
  return {
    least: Math.max(0, least * (1 - 1e-9) - beyond),
    greatest: greatest * (1 + 1e-9) + (greatest === 0 ? 0 : beyond),
  };
}

/**
 * Bounds of a sliding mean over a window, for any instant of a stretch in which the mean is monotonic; null if that is
 * not certain.
 *
 * If the flow is linear from the first window to the last, the mean is the flow in the middle of the window. If the
 * flow bends or jumps once, within all windows, the mean rises while the rate that enters the window is above the rate
 * that leaves it.
 *
 * @param since the windows begin no earlier: near it they are shorter
 */
export function slidingBounds(
  flow: Flow,
  { window, since }: { readonly window: Duration; readonly since: Instant },
  from: Instant,
  until: Instant,
): Extremes | null {
  const bend = flowBendsAfter(flow, Math.max(since, from - window));
  if (bend === null || bend >= until) {
    const first = flowAt(flow, (Math.max(since, from - window) + from) / 2);
    const last = flowAt(flow, (Math.max(since, until - window) + until) / 2);
    return meansBetween(Math.min(first, last), Math.max(first, last), Math.min(window, from - since));
  }
  if (from - window < since || bend > from || bend <= until - window) return null;
  if ((flowBendsAfter(flow, bend) ?? Number.POSITIVE_INFINITY) <= until) return null;
  const gainAtFirst = flowAt(flow, from) - flowAt(flow, from - window);
  const gainAtLast = flowAt(flow, until) - flowAt(flow, until - window);
  if (gainAtFirst * gainAtLast < 0) return null;
  const first = (flowBetween(flow, from - window, from) * 1_000) / window;
  const last = (flowBetween(flow, until - window, until) * 1_000) / window;
  return meansBetween(Math.min(first, last), Math.max(first, last), window);
}

/** Only this many bends of a flow are followed; a later evaluation looks at the rest. */
const bendsMax = 64;

/**
 * Until when a flow, and its means over any part of that time, certainly stay in a range; at most until the end of the
 * search, or until the flow has bent many times.
 */
export function leavesAt(flow: Flow, range: Extremes, from: Instant, until: Instant): Instant {
  const least = range.least <= 0 ? 0 : range.least * (1 + 2e-9) + margin;
  const greatest = Math.max(0, range.greatest * (1 - 2e-9) - margin);
  const straight: StraightSlot = { first: 0, last: 0, until };
  let at = from;
  for (let bends = 0; bends < bendsMax && at < until; bends += 1) {
    straightFlow(flow, at, until, straight);
    const { first, last } = straight;
    if (first < least || first > greatest) return at;
    const limit = last > greatest ? greatest : least;
    if (last > greatest || last < least)
      return at + Math.floor((straight.until - at) * ((limit - first) / (last - first)));
    at = straight.until;
  }
  return at;
}

/** The flow from an instant on, as far as it is linear, but not beyond another instant. */
function straightFlow(flow: Flow, at: Instant, until: Instant, into: StraightSlot): void {
  if (flow.length === 0) {
    into.first = 0;
    into.last = 0;
    into.until = until;
    return;
  }
  straightRate(flow[0]!, at, into);
  cutStraight(into, at, until);
  for (let i = 1; i < flow.length; i += 1) {
    const more = { first: 0, last: 0, until: 0 };
    straightRate(flow[i]!, at, more);
    cutStraight(more, at, into.until);
    cutStraight(into, at, more.until);
    into.first += more.first;
    into.last += more.last;
  }
}

/** The next instant strictly after another at which the flow may bend or jump; null if it is linear for ever. */
export function flowBendsAfter(flow: Flow, after: Instant): Instant | null {
  let next: Instant | null = null;
  for (let i = 0; i < flow.length; i += 1) {
    const at = breakpointAfter(flow[i]!, after);
    if (at !== null && (next === null || at < next)) next = at;
  }
  return next;
}
