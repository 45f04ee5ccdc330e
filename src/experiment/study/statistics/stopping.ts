/**
 * Sequential stopping: when a study looks at its runs, and whether it may stop there.
 */
import { type Estimate, halfWidth } from './estimate.ts';

/** How many runs a study makes. */
export interface RunLimits {
  /** Before the first look. 20 keeps the coverage of 95 % intervals at 94 % or more; 10 does not. */
  readonly least: number;
  /** Included. */
  readonly most: number;
}

/** Runs before the first look, if a study does not say. */
export const firstLookRuns = 20;

/** How narrow an interval shall be. */
export interface WidthGoal {
  readonly estimate: Estimate;
  /** In the measure's unit, or as a share (0.05 is 5 %) of the base plan's mean. */
  readonly halfWidth: { readonly absolute: number } | { readonly share: number; readonly ofMean: number };
}

/** What a look says: stop and why, or how many runs there are at the next look. */
export type StoppingLook =
  | { readonly kind: 'stop'; readonly why: 'narrow' | 'decided' | 'most' }
  | { readonly kind: 'continue'; readonly runs: number; readonly unmet: readonly number[] };

/**
 * The numbers of runs at which a study looks: the least, then half as many again each time, rounded up, then the most.
 *
 * Few looks keep the coverage: one who stops at the first narrow interval prefers samples that happen to vary little.
 *
 *   least 20, most 400  -> 20, 30, 45, 68, 102, 153, 230, 345, 400
 *   least 20, most 10   -> 10
 *
 * @throws RangeError unless both are whole numbers of 1 or more
 */
export function lookSizes({ least, most }: RunLimits): number[] {
  if (!(Number.isInteger(least) && Number.isInteger(most) && least >= 1 && most >= 1))
    throw new RangeError(`runs are counted from 1: least ${least}, most ${most}`);
  const sizes: number[] = [];
  for (let size = least; size < most; size = Math.ceil((size * 3) / 2)) sizes.push(size);
  return [...sizes, most];
}

/**
 * Whether a study stops after so many runs of each plan.
 *
 * It stops if the question is decided, if all intervals are narrow enough, or at the most runs. An estimate without a
 * trusted interval never counts as narrow; an exact one always does. Between looks, and before the first, it continues.
 *
 *   30 runs, half-width 4 of at most 5  -> stop, narrow
 *   30 runs, half-width 6 of at most 5  -> continue to 45 runs
 *
 * @param goals none: nothing is asked of intervals, and only `isDecided` or the most runs stop the study
 */
export function stoppingLook({
  runs,
  limits,
  goals,
  isDecided,
}: {
  readonly runs: number;
  readonly limits: RunLimits;
  readonly goals: readonly WidthGoal[];
  /** Whether a race or a requirement has answered the question already. */
  readonly isDecided: boolean;
}): StoppingLook {
  const sizes = lookSizes(limits);
  const unmet = goals.flatMap((goal, index) => (isNarrow(goal) ? [] : [index]));
  const next = sizes.find((size) => size > runs);
  if (runs >= limits.most || next === undefined) return { kind: 'stop', why: whyAtMost(goals, unmet, isDecided) };
  if (!sizes.includes(runs)) return { kind: 'continue', runs: next, unmet };
  if (isDecided) return { kind: 'stop', why: 'decided' };
  if (goals.length > 0 && unmet.length === 0) return { kind: 'stop', why: 'narrow' };
  return { kind: 'continue', runs: next, unmet };
}

/** At the last look, too, the reason is the answer if there is one. */
function whyAtMost(
  goals: readonly WidthGoal[],
  unmet: readonly number[],
  isDecided: boolean,
): 'narrow' | 'decided' | 'most' {
  if (isDecided) return 'decided';
  return goals.length > 0 && unmet.length === 0 ? 'narrow' : 'most';
}

function isNarrow(goal: WidthGoal): boolean {
  const half = halfWidth(goal.estimate);
  const wanted = goal.halfWidth;
  const most = 'absolute' in wanted ? wanted.absolute : wanted.share * Math.abs(wanted.ofMean);
  return half !== null && half <= most;
}
