/**
 * Demand: the requests that the outside world, or another workload, sends to one workload.
 */
import type { Arrivals } from './arrivals.ts';
import type { RateCurve } from './curve.ts';
import { type Jitter, noiseFrom } from './noise.ts';
import { type Rate, shareOf } from './rate.ts';

/** One entry of a scenario's `demand:`. Entries with the same target add up. */
export interface Demand {
  /**
   * The target's key and a number from 1: unique in the scenario, and independent of demands for other workloads. It
   * names the demand's streams.
   */
  readonly name: string;
  /** `shop/workload/api`. */
  readonly to: string;
  readonly caller: DemandCaller;
  readonly curve: RateCurve;
  /** null: no noise. */
  readonly jitter: Jitter | null;
  readonly arrivals: Arrivals;
}

/**
 * The callers of a demand.
 * `world`: callers outside, by the shares of their locations, which sum to 1. The list is empty if the scenario gives
 * none; then the callers are equally near to all locations.
 * `workload`: the replicas of another workload (`shop/workload/web`), over the internal address.
 */
export type DemandCaller =
  | { readonly kind: 'world'; readonly origins: readonly DemandOrigin[] }
  | { readonly kind: 'workload'; readonly by: string };

export interface DemandOrigin {
  readonly location: string;
  /** Above 0, up to 1. */
  readonly share: number;
}

/** The arrival rate of a demand in one run: its curve with the noise of the run's seed. */
export function rateOf(demand: Demand, seed: string): Rate {
  const { name, curve, jitter } = demand;
  return { curve, noise: jitter === null ? null : noiseFrom(jitter, seed, `demand/${name}/noise`) };
}

/** The part of a demand's rate that comes from one origin; its noise is that of the whole demand. */
export function rateFrom(origin: DemandOrigin, rate: Rate): Rate {
  return origin.share === 1 ? rate : shareOf(rate, origin.share);
}
