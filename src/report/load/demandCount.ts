/**
 * The requests for one workload by demands that are amounts, in all locations together, and how many reached no
 * location.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { reachedAt } from '../../platform/traffic/arrivals.ts';
import { type Undiscovery, undiscoveries } from '../../platform/traffic/discovery.ts';
import { flowBetween } from '../../platform/traffic/flow.ts';
import { type FlowSince, type LoadFlows, type Peak, peakBetween } from './loadFlow.ts';

export interface CountedDemand {
  readonly offered: number;
  readonly unrouted: number;
  /** The part of these whose callers did not find the locations that answered, by the assumption that decided. */
  readonly undiscovered: ReadonlyMap<Undiscovery, number>;
  /** Time in which some demand found no location. */
  readonly unroutedMs: Duration;
  readonly unroutedFrom: Instant | null;
  /** When a whole request had found no location. */
  readonly firstUnrouted: Instant | null;
  readonly peak: Peak | null;
}

export const noDemand: CountedDemand = {
  offered: 0,
  unrouted: 0,
  undiscovered: new Map(),
  unroutedMs: 0,
  unroutedFrom: null,
  firstUnrouted: null,
  peak: null,
};

/** Up to an instant, from what has been counted before the first of these flows; undefined: nothing has. */
export function countDemand(before: CountedDemand | undefined, flows: LoadFlows, until: Instant): CountedDemand {
  let { offered, unrouted, unroutedMs, unroutedFrom, firstUnrouted, peak } = before ?? noDemand;
  for (const { flow, at, end } of stretchesOf(flows.all, until)) {
    offered += flowBetween(flow, at, end);
    const one = peakBetween(flow, at, end);
    if (one !== null && one.value > (peak?.value ?? 0)) peak = one;
  }
  for (const { flow, at, end } of stretchesOf(flows.unrouted, until)) {
    if (flow.length === 0) continue;
    firstUnrouted ??= reachedAt(flow, at, end, 1 - unrouted);
    unrouted += flowBetween(flow, at, end);
    if (unrouted >= 1) firstUnrouted ??= end;
    unroutedMs += end - at;
    unroutedFrom ??= at;
  }
  const undiscovered = new Map(before?.undiscovered);
  if (unrouted > 0)
    for (const why of undiscoveries)
      for (const { flow, at, end } of stretchesOf(flows.undiscovered(why), until))
        if (flow.length > 0) undiscovered.set(why, (undiscovered.get(why) ?? 0) + flowBetween(flow, at, end));
  return { offered, unrouted, undiscovered, unroutedMs, unroutedFrom, firstUnrouted, peak };
}

/** Each flow with its end; those that hold for no time are left out. */
function stretchesOf(flows: readonly FlowSince[], until: Instant): readonly (FlowSince & { readonly end: Instant })[] {
  return flows
    .map((one, index) => ({ ...one, end: Math.min(flows[index + 1]?.at ?? until, until) }))
    .filter(({ at, end }) => end > at);
}
