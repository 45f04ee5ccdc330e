/**
 * Two plans under the same luck: the difference of each pair of runs, and what the common luck saved.
 */
import { sampleVariance } from 'simple-statistics';
import { type Estimate, type EstimateOptions, meanInterval, roundingShare } from './estimate.ts';

/** How far a plan is from another one in a measure. */
export interface PairedDifference {
  /** The mean of plan less base. A `differs` in it counts the runs in which the plans differ. */
  readonly estimate: Estimate;
  /**
   * How many times fewer runs the common luck needs for the same width than independent luck would:
   * (var plan + var base) / var of the difference. Below 1 it cost runs. Infinity if plans vary and their difference
   * does not (JSON has no such number: write null). Null if neither plan varies, or after fewer than two runs.
   */
  readonly reduction: number | null;
}

/**
 * The difference of two plans over pairs of runs with the same luck, as `meanInterval` judges it.
 *
 *   plan 11, 22, 33, 44 and base 10, 20, 30, 40  -> 2.5 (0.446 to 4.554), reduction 221
 *   plan 15, 25, 35 and base 10, 20, 30          -> seen, equal: 5 in all three runs; reduction Infinity
 *
 * Differences below 1e-12 of the greatest amount are rounding and count as 0.
 *
 * @param plan values of one plan, one a run
 * @param base values of the other plan; the same index has the same luck
 */
export function pairedDifference(
  plan: readonly number[],
  base: readonly number[],
  options: Pick<EstimateOptions, 'confidence' | 'chance'>,
): PairedDifference {
  if (plan.length !== base.length)
    throw new RangeError(`pairs of runs need as many of one plan as of the other: ${plan.length} and ${base.length}`);
  let greatest = 0;
  for (const values of [plan, base]) for (const value of values) greatest = Math.max(greatest, Math.abs(value));
  const rounding = roundingShare * greatest;
  const differences = plan.map((value, index) => {
    const difference = value - (base[index] ?? Number.NaN);
    return Math.abs(difference) <= rounding ? 0 : difference;
  });
  const estimate = meanInterval(differences, { ...options, usual: 0, rounding });
  return { estimate, reduction: reductionOf(plan, base, estimate, differences) };
}

function reductionOf(
  plan: readonly number[],
  base: readonly number[],
  estimate: Estimate,
  differences: readonly number[],
): number | null {
  if (plan.length < 2) return null;
  const apart = sampleVariance([...plan]) + sampleVariance([...base]);
  if (apart === 0) return null;
  const isEqual = estimate.kind === 'exact' || (estimate.kind === 'seen' && estimate.why === 'equal');
  return isEqual ? Infinity : apart / sampleVariance([...differences]);
}
