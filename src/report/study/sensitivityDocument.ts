/**
 * The result of a sensitivity study as one document, the same for the terminal, for files and for programs.
 */
import type { EstimateResult, FailedRun, MeasureResult } from './document.ts';

/** `svcsim sensitivity --json`. Numbers are in the unit that `expect` has for the measure; durations in ms. */
export interface SensitivityDocument {
  readonly schema: 'svcsim/sensitivity/1';
  readonly name: string;
  /** What matters most, and whether the verdict is the same under all changes. */
  readonly sentence: string;
  /** `none`: nothing is random, so each plan was run once and all values are exact. */
  readonly chance: 'none' | 'present';
  /** Replications of each plan. */
  readonly runs: number;
  /** That all intervals of effects together contain the truth, 0 to 1; and that each one does. */
  readonly confidence: number;
  readonly confidenceOfEach: number;
  /** By which share constants and named inputs were lowered and raised. */
  readonly change: number;
  /** The first measure. */
  readonly measure: string;
  /** All measures, with their values in the scenario as it is. */
  readonly measures: readonly MeasureResult[];
  /** Of the scenario as it is; null: it expects nothing. */
  readonly verdict: SensitivityVerdict | null;
  /** By measure; for each, by input, the one with the greatest mean effect first. */
  readonly effects: readonly SensitivityEffect[];
  /** Changes that the platform or the format of the scenario refuses. */
  readonly refused: readonly RefusedChange[];
  /** Inputs that affected the run and have no other value that can be tried. */
  readonly untried: readonly {
    readonly name: string;
    readonly kind: SensitivityEffect['kind'];
    readonly why: string;
  }[];
  /** Plans some of whose runs hit a defect of svcsim; those runs count nowhere. */
  readonly failed: readonly FailedChange[];
}

/** How the scenario's expectations came out. A verdict is that of more than half of the runs; else it is `fail`. */
export interface SensitivityVerdict {
  /** All expectations together, as the verdict of a run. */
  readonly verdict: 'pass' | 'fail';
  /** Runs in which all expectations hold. */
  readonly passes: number;
  readonly runs: number;
  /** In the order of the file. */
  readonly expectations: readonly {
    readonly expectation: string;
    readonly verdict: 'pass' | 'fail';
    readonly passes: number;
  }[];
}

/** One input with another value: how far that moves one measure, under the same luck. */
export interface SensitivityEffect {
  /** The assumption, the parameter, or the path of the input. */
  readonly name: string;
  readonly kind: 'assumption' | 'parameter' | 'input';
  /** The value of the scenario; `drawn`: a parameter that each replication draws. */
  readonly from: string;
  readonly to: string;
  /** The same change as an option of the command line. */
  readonly option: string;
  readonly measure: string;
  /** The mean difference from the scenario as it is; null: no run has a value. */
  readonly mean: number | null;
  /** Bounds of the interval of the mean; if none can be trusted (`isInterval`), the least and the greatest value. */
  readonly low: number | null;
  readonly high: number | null;
  readonly isInterval: boolean;
  readonly least: number | null;
  readonly greatest: number | null;
  /** Pairs of runs. */
  readonly runs: number;
  readonly seen?: NonNullable<EstimateResult['seen']>;
  /** Whether the change turns the verdict, or that of an expectation. */
  readonly flips: boolean;
  /** With the change; null: the scenario expects nothing, or no run has a result. */
  readonly verdict: Pick<SensitivityVerdict, 'verdict' | 'passes' | 'runs'> | null;
  /** Expectations whose verdict is another than in the scenario as it is. */
  readonly flipped: readonly {
    readonly expectation: string;
    readonly from: 'pass' | 'fail';
    readonly to: 'pass' | 'fail';
    readonly passes: number;
  }[];
}

export interface RefusedChange {
  readonly name: string;
  readonly kind: SensitivityEffect['kind'];
  readonly from: string;
  readonly to: string;
  /** The rule that refuses it; null: the format of the scenario does. */
  readonly rule: string | null;
  readonly message: string;
}

export interface FailedChange {
  /** As an option of the command line; empty: the scenario as it is. */
  readonly option: string;
  readonly runs: readonly FailedRun[];
}
