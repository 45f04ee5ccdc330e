/**
 * A distribution as a list of shares, each uniform between two values.
 */
import { type Distribution, meanOf } from '../../engine/distribution.ts';
import { quantileOf } from './quantile.ts';

/** A share of all values, uniform between two. */
export interface ValueShare {
  /** Above 0; all of a list add up to 1. */
  readonly share: number;
  readonly from: number;
  /** At or above `from`. */
  readonly to: number;
}

/** Where a distribution is cut, as shares of its values: finer in the tail, which decides high percentiles. */
const cuts = [
  0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.84, 0.88, 0.91, 0.94,
  0.96, 0.975, 0.985, 0.99, 0.994, 0.997, 0.999, 0.9996, 1,
];
const coarseCuts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.88, 0.94, 0.97, 0.99, 0.997, 1];
/** Used as the upper end of a distribution that has none. */
const nearlyAll = 0.99998;
/** An empirical distribution with more values is cut like any other distribution. */
const valuesMax = 64;

/**
 * The shares of a distribution in the order of their values, as multiples of its mean; values below 0 count as 0.
 *
 *   a constant -> all of it at 1     0 for a mean of 0 -> all of it at 0
 *
 * @param isCoarse half as many shares
 */
export function valueShares(distribution: Distribution, isCoarse = false): readonly ValueShare[] {
  const known = isCoarse ? coarseByDistribution : byDistribution;
  let shares = known.get(distribution);
  if (shares === undefined) {
    shares = cutAt(distribution, isCoarse ? coarseCuts : cuts);
    known.set(distribution, shares);
  }
  return shares;
}

const byDistribution = new WeakMap<Distribution, readonly ValueShare[]>();
const coarseByDistribution = new WeakMap<Distribution, readonly ValueShare[]>();

function cutAt(distribution: Distribution, at: readonly number[]): readonly ValueShare[] {
  const mean = meanOf(distribution);
  if (!(mean > 0) || distribution.kind === 'constant') {
    const value = mean > 0 ? 1 : 0;
    return [{ share: 1, from: value, to: value }];
  }
  if (distribution.kind === 'empirical' && distribution.values.length <= valuesMax)
    return valuesOf(distribution.values, mean);
  const ends = at.map((share) => Math.max(0, quantileOf(distribution, Math.min(share, nearlyAll))) / mean);
  return ends.slice(1).map((to, index) => ({ share: at[index + 1]! - at[index]!, from: ends[index]!, to }));
}

function valuesOf(values: readonly number[], mean: number): readonly ValueShare[] {
  const share = 1 / values.length;
  return [...values]
    .sort((a, b) => a - b)
    .map((value) => ({ share, from: Math.max(0, value) / mean, to: Math.max(0, value) / mean }));
}

/** The mean of a power of the values: 2 or 3. */
export function meanPower(shares: readonly ValueShare[], power: 2 | 3): number {
  let sum = 0;
  for (const { share, from, to } of shares) {
    const square = (from * from + from * to + to * to) / 3;
    sum += share * (power === 2 ? square : ((from + to) * (from * from + to * to)) / 4);
  }
  return sum;
}
