/**
 * The flow of requests to each location over a run, from the demand and the routing in the journal.
 */
import type { Instant } from '../../engine/time.ts';
import type { Routed } from '../../platform/facts.ts';
import { rateFrom } from '../../platform/traffic/demand.ts';
import { type Flow, flowAt, flowBendsAfter } from '../../platform/traffic/flow.ts';
import type { Rate } from '../../platform/traffic/rate.ts';
import type { ActiveDemand } from '../../platform/world.ts';

/** A flow from an instant on. */
export interface FlowSince {
  readonly at: Instant;
  readonly flow: Flow;
}

/** The greatest value, and when it was first reached. */
export interface Peak {
  readonly value: number;
  readonly at: Instant;
}

/** The greatest rate of a flow, per second; null if it has no requests. */
export function peakBetween(flow: Flow, from: Instant, until: Instant): Peak | null {
  let peak: Peak | null = null;
  for (let at: Instant | null = from; at !== null && at < until; ) {
    const next: Instant | null = flowBendsAfter(flow, at);
    for (const end of [at, Math.min(next ?? until, until) - 1]) {
      const value = flowAt(flow, end);
      if (value > (peak?.value ?? 0)) peak = { value, at: end };
    }
    at = next;
  }
  return peak;
}

/** The demand of one workload and where it goes: to each location, and to none. */
export class LoadFlows {
  private readonly asked: readonly ActiveDemand[];
  private readonly routings: readonly RoutingChange[];
  /** Shares of rates, each worked out once, by the demand's name and the share. */
  private readonly rates: Map<string, Rate> = new Map();

  /** @param routings in order of time, the first at the start of the run */
  constructor(asked: readonly ActiveDemand[], routings: readonly RoutingChange[]) {
    this.asked = asked;
    this.routings = routings;
  }

  /** All that was asked, wherever it went; a workload of which nothing is ready asks nobody. */
  get all(): readonly FlowSince[] {
    return this.flows(({ shares, unrouted }) => (unrouted > 0 || Object.keys(shares).length > 0 ? 1 : 0));
  }

  /** What came to a location. */
  to(location: string): readonly FlowSince[] {
    return this.flows(({ shares }) => shares[location] ?? 0);
  }

  /** What found no location. */
  get unrouted(): readonly FlowSince[] {
    return this.flows(({ unrouted }) => unrouted);
  }

  /** The part of it whose callers did not find the locations that answered, by an assumption. */
  undiscovered(why: string): readonly FlowSince[] {
    return this.flows(({ undiscovered }) => undiscovered?.[why] ?? 0);
  }

  private flows(shareOf: (demand: Routed) => number): readonly FlowSince[] {
    return this.routings.map(({ at, demands }) => ({
      at,
      flow: this.flowOf(new Map(demands.map((one) => [one.demand, shareOf(one) * (one.scale ?? 1)]))),
    }));
  }

  private flowOf(shares: ReadonlyMap<string, number>): Flow {
    return this.asked.flatMap(({ demand, rate }): Flow => {
      const share = shares.get(demand.name) ?? 0;
      if (share === 0) return [];
      const key = `${demand.name} ${share}`;
      const known = this.rates.get(key);
      if (known !== undefined) return [known];
      const part = rateFrom({ location: '', share }, rate);
      this.rates.set(key, part);
      return [part];
    });
  }
}

/** The routing of a workload's requests from an instant on. */
export interface RoutingChange {
  readonly at: Instant;
  readonly demands: readonly Routed[];
}
