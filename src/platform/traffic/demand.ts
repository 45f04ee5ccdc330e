/**
 * Demand: the requests that the outside world, or another workload, sends to one workload.
 */
import type { Instant } from '../../engine/time.ts';
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
  /** Names the stream of its noise, which it shares with another demand; absent: its own name does. */
  readonly noiseOf?: string;
  /** When its single requests take over the backlog that amounts have left (`onDemandTurned`); absent: never. */
  readonly takesBacklogAt?: Instant;
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
  const { name, curve, jitter, noiseOf = name } = demand;
  return { curve, noise: jitter === null ? null : noiseFrom(jitter, seed, `demand/${noiseOf}/noise`) };
}

/**
 * A demand whose requests come as amounts before an instant, and one by one from then on: two demands, one for each
 * time, with the same rate and noise.
 *
 * @param single how they come one by one, if the demand itself does not say so
 */
export function turnedAt(demand: Demand, at: Instant, single: Arrivals): readonly [Demand, Demand] {
  const { name, curve, arrivals } = demand;
  const [always, never] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [
    {
      ...demand,
      name: `${name}/before`,
      curve: { kind: 'part', of: curve, from: always, until: at },
      arrivals: { kind: 'fluid' },
      noiseOf: name,
    },
    {
      ...demand,
      curve: { kind: 'part', of: curve, from: at, until: never },
      arrivals: arrivals.kind === 'fluid' ? single : arrivals,
      takesBacklogAt: at,
    },
  ];
}

/** The part of a demand's rate that comes from one origin; its noise is that of the whole demand. */
export function rateFrom(origin: DemandOrigin, rate: Rate): Rate {
  return origin.share === 1 ? rate : shareOf(rate, origin.share);
}
