/**
 * How many runs a study makes of each plan: a number that is fixed before, or looks until the question is answered.
 */
import { neededRuns, statementsOf } from './requirements.ts';
import type { StudySpec } from './spec/studySpec.ts';
import { lookSizes } from './statistics/stopping.ts';

/** When a study looks at its runs. */
export type RunSchedule =
  /** Once, after so many runs of each plan. */
  | { readonly kind: 'planned'; readonly runs: number; readonly needed: readonly NeededRuns[] }
  /** After each of these numbers of runs, rising; it may stop at each. */
  | { readonly kind: 'looks'; readonly sizes: readonly number[]; readonly needed: readonly NeededRuns[] };

/** How many runs of each plan show that a requirement is met, if it holds in all of them. */
export interface NeededRuns {
  /** `load.goodPercentage of shop/api >= 99.9%`. */
  readonly requirement: string;
  readonly runs: number;
  /** Whether so many are allowed. */
  readonly isAllowed: boolean;
}

/** Kim and Nelson compare plans after 10 runs for the first time. */
const raceRunsLeast = 10;

/**
 * When a study looks at its runs.
 *
 * It looks again and again if it has widths to reach (`until`), a race, or a requirement and a stated `most`. Otherwise
 * the number of runs is fixed before: `least`, or as many as show that each requirement is met if it holds in all runs.
 *
 *   nothing asked                        -> 20 runs
 *   a requirement of 95 % at 95 %, 9 plans -> 102 runs
 *   the same, runs: { most: 400 }        -> looks after 20, 30, 45, 68, 102, 153, 230, 345, 400 runs
 *
 * @param plans that can be run; they share the confidence of the requirements
 */
export function scheduleOf(spec: StudySpec, plans: number): RunSchedule {
  const { requirements, racing, runs } = spec;
  const { least, most, hasMost, until } = runs;
  const isLooking = until.length > 0 || racing !== null || (requirements.length > 0 && hasMost && least < most);
  const needed = requirements.map((one): NeededRuns => {
    const count = neededRuns(one, statementsOf(spec, plans), isLooking ? 'looks' : 'planned');
    return { requirement: one.text, runs: count, isAllowed: count <= most };
  });
  if (isLooking) {
    const first = racing?.indifferent == null ? least : Math.min(most, Math.max(least, raceRunsLeast));
    return { kind: 'looks', sizes: lookSizes({ least: first, most }), needed };
  }
  return { kind: 'planned', runs: Math.min(most, Math.max(least, ...needed.map((one) => one.runs))), needed };
}
