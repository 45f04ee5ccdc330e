/**
 * What the outside world, or another workload, asks of one workload.
 */
import type { Arrivals } from './arrivals.ts';
import type { RateCurve } from './curve.ts';
import { type Jitter, noiseFrom } from './noise.ts';
import { type Rate, shareOf } from './rate.ts';

/** One entry of a scenario's `demand:`. Entries with one target add up. */
export interface Demand {
  /**
   * Unique in the scenario, and unmoved by demands for other workloads: the target's key and a number from 1. Names the
   * demand's streams.
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
 * Who calls. `world`: from outside, by the shares of the locations that callers are at, which sum to 1; none where the
 * scenario does not say, which is nearer to no location than to another. `workload`: the replicas of another workload
 * (`shop/workload/web`), over the internal address.
 */
export type DemandCaller =
  | { readonly kind: 'world'; readonly origins: readonly DemandOrigin[] }
  | { readonly kind: 'workload'; readonly by: string };

export interface DemandOrigin {
  readonly location: string;
  /** Above 0, up to 1. */
  readonly share: number;
}

/** A demand's rate in one run: its course, with the noise of the run's seed. */
export function rateOf(demand: Demand, seed: string): Rate {
  const { name, curve, jitter } = demand;
  return { curve, noise: jitter === null ? null : noiseFrom(jitter, seed, `demand/${name}/noise`) };
}

/** The rate of what comes from one origin; its noise is that of the whole demand. */
export function rateFrom(origin: DemandOrigin, rate: Rate): Rate {
  return origin.share === 1 ? rate : shareOf(rate, origin.share);
}
