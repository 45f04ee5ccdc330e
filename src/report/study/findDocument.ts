/**
 * The break-even of a condition as one document, the same for the terminal and for programs.
 */
import type { FailedRun } from './document.ts';

/** `svcsim find --json`. Values are numbers without the unit of the path; measures are in the unit of `expect`. */
export interface FindDocument {
  readonly schema: 'svcsim/find/1';
  readonly name: string;
  /** The answer in words. */
  readonly sentence: string;
  /** `found`: exactly one step lies between the two sides; `none`: both ends of the range agree. */
  readonly answer: 'found' | 'none' | 'undecided';
  readonly path: string;
  /** What follows each value at the path, such as `%/week`. */
  readonly unit: string;
  readonly measure: string;
  /** The condition as asked. */
  readonly until: string;
  /** The nearest value at which the condition surely holds, and the nearest at which it surely does not. */
  readonly holdsAt: number | null;
  readonly failsAt: number | null;
  /** The same two in order: the break-even lies between them. Null: no two sides are known. */
  readonly low: number | null;
  readonly high: number | null;
  /** How far neighbouring values of the range are apart. */
  readonly within: number;
  /** Runs of all values together. */
  readonly runs: number;
  /** `none`: no run drew anything, so each value was run once and is exact. */
  readonly chance: 'none' | 'present';
  /** The share of all runs in which the condition must hold, to hold at a value; 0 to 1. */
  readonly probability: number;
  /** That all verdicts together are true, 0 to 1; and that the verdict about one value is. */
  readonly confidence: number;
  readonly confidenceOfEach: number;
  /** Whether at most one change of side is seen among all values that were tried. */
  readonly isMonotone: boolean;
  /** Every value that was tried, from the low end to the high end. */
  readonly values: readonly TriedValue[];
}

/** What is known about one value. */
export interface TriedValue {
  readonly value: number;
  /** As it was written at the path. */
  readonly text: string;
  /** Whether the condition holds there, in as large a share of runs as asked. */
  readonly verdict: 'holds' | 'does not hold' | 'undecided' | 'refused';
  /** Whether nothing was drawn: one run is every run. */
  readonly isExact: boolean;
  /** Runs in which the condition held, of those that have a value. */
  readonly held: number;
  readonly runs: number;
  /** Bounds of the share of all runs in which it holds, 0 to 1; null: exact, or not run. */
  readonly low: number | null;
  readonly high: number | null;
  /** Of the measure. Null: no run has a value. */
  readonly mean: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
  /** Why the platform refuses the value. */
  readonly refused?: { readonly rule: string | null; readonly message: string };
  /** Runs that hit a defect of svcsim; they count nowhere. */
  readonly failed?: readonly FailedRun[];
}
