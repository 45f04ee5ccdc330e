/**
 * The futures of a run as one document, the same for the terminal and for programs.
 */
import type { ComparedPlans } from './document.ts';

/**
 * `svcsim fork --json`. Numbers are in the unit that `expect` has for the measure; durations in ms. The base is the run
 * that goes on as it is. Means and differences are over the whole run, the common past included.
 */
export interface ForkDocument extends ComparedPlans {
  readonly schema: 'svcsim/fork/1';
  readonly name: string;
  /** The answer in words. */
  readonly sentence: string;
  /** When the plans take effect: up to here, excluded, all futures are one run. */
  readonly at: string;
  /** By plan, in the first replication. */
  readonly firstDifference: readonly FirstDifference[];
  /** Plans that the platform's API refused in some or all runs. */
  readonly refusals: readonly RefusedChangeAt[];
  /** What is to be prevented, as asked; absent: nobody asked. */
  readonly until?: string;
  /** A plan is in time at an instant if it prevents that in at least this share of runs, 0 to 1. */
  readonly probability?: number;
  /** How often it happens if nobody acts. */
  readonly unacted?: BadEndShare;
  /** How often it happens if a plan takes effect at each instant: by plan, then in order of time. */
  readonly instants?: readonly BadEndAt[];
  /** By plan: until when one can still act. */
  readonly deadlines?: readonly ActDeadline[];
}

/** How often a run ends badly. */
export interface BadEndShare {
  /** Runs that ended so, of those that have a value. */
  readonly bad: number;
  readonly runs: number;
  /** Their share, 0 to 1, with its bounds by Clopper and Pearson; null: no run has a value. */
  readonly probability: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface BadEndAt extends BadEndShare {
  readonly plan: string;
  readonly at: string;
}

/** The last instant at which a plan is in time. */
export interface ActDeadline {
  readonly plan: string;
  /**
   * `found`: between the two instants given; `always`: at all instants that were tried; `never`: not even at the first;
   * `turns`: in some runs a later instant is in time and an earlier one is not, so the two are only the first change;
   * `unknown`: no run has a value.
   */
  readonly answer: 'found' | 'always' | 'never' | 'turns' | 'unknown';
  /** The last instant known to be in time, and the first one after it known to be too late. */
  readonly lastAt: string | null;
  readonly tooLateAt: string | null;
  /** Runs in which it is too late at the second one. */
  readonly tooLate: number | null;
  readonly runs: number;
  /** Runs in which a later instant is in time although an earlier one is not. */
  readonly turnsBack: number;
}

/** Where the future of a plan first leaves the run that goes on as it is. */
export interface FirstDifference {
  readonly plan: string;
  /** The first journal entry that only the plan has, besides the requests of the plan itself; null: it has none. */
  readonly entry: DifferingEntry | null;
}

/** A journal entry, with its instant and in words. */
export interface DifferingEntry {
  readonly at: string;
  /** Such as `replica.created`. */
  readonly type: string;
  readonly subject: string;
  readonly sentence: string;
}

/** How often the platform's API refused a change. In such a run all goes on without it. */
export interface RefusedChangeAt {
  readonly plan: string;
  /** Runs in which it was refused, of so many. */
  readonly refused: number;
  readonly runs: number;
  /** The rule or assumption that decided; null: none is named. */
  readonly rule: string | null;
  readonly message: string;
}
