/**
 * Many plans at once: the risk is shared among the statements, so that all of them hold together.
 */
import type { Chance, Estimate } from './estimate.ts';
import { pairedDifference } from './paired.ts';
import { checkConfidence } from './share.ts';

/**
 * The confidence that each of several statements needs, so that all hold together with this confidence (Bonferroni).
 *
 *   95 % for 9 plans  -> 99.44 % each
 *
 * @param statements a whole number of 1 or more
 */
export function sharedConfidence(confidence: number, statements: number): number {
  checkConfidence(confidence);
  if (!(Number.isInteger(statements) && statements >= 1))
    throw new RangeError(`a confidence is shared by one statement or more: ${statements}`);
  return 1 - (1 - confidence) / statements;
}

/** Which values of a measure are preferred: `less` where a study minimises it, `more` where it maximises it. */
export type Preference = 'less' | 'more';

/** What comparison with the best says about a plan. */
export interface BestComparison {
  /**
   * The interval of the plan's mean less that of the best other plan, in the measure's unit. It always contains or
   * touches 0. Null stands for a side without a bound, if a difference has no interval that can be trusted.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** `best`: no other plan is better; `not best`: another one is at least as good; else `undecided`. */
  readonly verdict: 'best' | 'not best' | 'undecided';
}

/** The procedure, for the report that prints the intervals. */
export const bestComparisonMethod =
  'multiple comparisons with the best (Hsu 1984) with shares of the risk by Bonferroni (Yang and Nelson 1991)';

/**
 * How far each plan is from the best of the others, all statements together with this confidence.
 *
 * Hsu's argument needs only one-sided comparisons with the plan that is truly the best: k - 1 of them. The runs share
 * their luck, so the comparisons depend on each other, and each takes the share risk / (k - 1), as Bonferroni says.
 *
 *   less is better; plan A is surely less than B  -> A: best, from -(b - a) to 0; B: not best, from 0 to b - a
 *
 * @param plans values of each plan, one a run; the same index has the same luck; at least two plans
 */
export function comparisonWithBest(
  plans: readonly (readonly number[])[],
  { better, confidence, chance }: { readonly better: Preference; readonly confidence: number; readonly chance: Chance },
): BestComparison[] {
  if (plans.length < 2) throw new RangeError('a comparison with the best needs two plans or more');
  const twoSided = oneSidedConfidence(confidence, plans.length - 1);
  const sign = better === 'less' ? 1 : -1;
  return plans.map((values, index) => {
    // How much worse the plan is than each other one, so that the best other one is the greatest.
    const others = plans.filter((_, other) => other !== index);
    const worse = others.map((other) => {
      const { estimate } = pairedDifference(values, other, { confidence: twoSided, chance });
      return boundsOf(estimate, sign);
    });
    const low = Math.min(0, Math.max(...worse.map((bounds) => bounds.low)));
    const high = Math.max(0, ...worse.map((bounds) => bounds.high));
    const verdict = high === 0 ? 'best' : low === 0 ? 'not best' : 'undecided';
    const [first, last] = sign === 1 ? [low, high] : [-high, -low];
    return { low: finiteOrNull(first), high: finiteOrNull(last), verdict };
  });
}

/**
 * The confidence of two-sided intervals of which only one side counts, so that several such statements hold together.
 *
 *   95 % for one statement -> 90 %; for eight of them -> 98.75 %
 */
export function oneSidedConfidence(confidence: number, statements: number): number {
  return 2 * sharedConfidence(confidence, statements) - 1;
}

function boundsOf(estimate: Estimate, sign: 1 | -1): { readonly low: number; readonly high: number } {
  if (estimate.kind === 'seen') return { low: -Infinity, high: Infinity };
  const { low, high } = estimate;
  return sign === 1 ? { low, high } : { low: -high, high: -low };
}

/** A bound that is none becomes null; -0 becomes 0. */
function finiteOrNull(bound: number): number | null {
  return Number.isFinite(bound) ? bound + 0 : null;
}
