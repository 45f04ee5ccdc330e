/**
 * The futures of a run as one document, the same for the terminal and for programs.
 */
import type { PlanResult, StudyDifference } from './document.ts';

/** `svcsim fork --json`. Numbers are in the unit that `expect` has for the measure; durations in ms. */
export interface ForkDocument {
  readonly schema: 'svcsim/fork/1';
  readonly name: string;
  /** The answer in words. */
  readonly sentence: string;
  /** When the plans take effect: up to here, excluded, all futures are one run. */
  readonly at: string;
  /** `none`: nothing in these futures is random, so each was run once and all values are exact. */
  readonly chance: 'none' | 'present';
  /** That all intervals together contain the truth, 0 to 1; and that each one does. */
  readonly confidence: number;
  readonly confidenceOfEach: number;
  /** The run that goes on as it is, then the plans in the order given. */
  readonly plans: readonly PlanResult[];
  /** By plan, in the first replication. */
  readonly firstDifference: readonly FirstDifference[];
  /** Plans that the platform's API refused in some or all runs. */
  readonly refusals: readonly RefusedChangeAt[];
  /** By plan, then by measure: over the whole run, the common past included. */
  readonly differences: readonly StudyDifference[];
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
