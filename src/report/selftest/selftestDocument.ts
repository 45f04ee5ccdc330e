/**
 * The answer of a self-test as one document, the same for the terminal, for pages and for programs.
 */

/** `svcsim selftest --json`. */
export interface SelftestDocument {
  readonly schema: 'svcsim/selftest/1';
  /** The answer in words. */
  readonly sentence: string;
  /** `fail`: at least one check failed. */
  readonly verdict: 'pass' | 'fail';
  readonly seed: string;
  /** With which probability a right build fails in any of its checks, over all seeds; 0 to 1. */
  readonly falseAlarm: number;
  /** A check by chance fails if its score is farther from 0 than this. */
  readonly criticalScore: number;
  /** Of each interval, 0 to 1. */
  readonly confidence: number;
  /** Closed forms against the means of independent runs. */
  readonly chance: readonly ChanceResult[];
  /** Answers that must be equal. */
  readonly exact: readonly ExactResult[];
}

/** What a check is about. */
export interface SelftestSubject {
  /** Names the check; `--only` takes it. */
  readonly id: string;
  readonly chapter: string;
  /** What is measured or compared. */
  readonly title: string;
  readonly formula: string;
  /** Where the formula, or the statement, comes from. */
  readonly source: string;
  /** The numbers that the formula and the scenario were given, by name; each name ends in its unit, if it has one. */
  readonly constants: { readonly [name: string]: number };
  readonly holds: boolean;
  /** A run of the check ended with this error. Absent: none did. */
  readonly failed?: string;
}

/** One closed form, and what runs found. */
export interface ChanceResult extends SelftestSubject {
  /** `share`: 0 to 1; `ms`: milliseconds; `number`: as its title says. */
  readonly unit: 'share' | 'ms' | 'number';
  /** Independent runs; the value is the mean of theirs. */
  readonly replications: number;
  /** What each run averages over, after a warm-up of so many. */
  readonly counted: number;
  readonly warmUp: number;
  readonly theory: number;
  /** Null, with all that follows: a run failed. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly standardError: number | null;
  /** The z-score: Student's t of the difference, as a score of the standard normal distribution; -37 to 37. */
  readonly score: number | null;
  /** An error of the theory by this share of it would be found with a probability of 99 %. */
  readonly findsShare: number | null;
}

/** One answer that must be exact. */
export interface ExactResult extends SelftestSubject {
  readonly expected: string;
  /** Null: the check failed with an error. */
  readonly found: string | null;
}
