/**
 * A study as a scenario file asks for it: plans, what is varied, what is measured, and what counts as an answer.
 */
import type { Comparison } from '../../../platform/expectation.ts';
import type { Margin } from '../../../scenario/read/comparison.ts';
import type { RunWindow } from '../../../scenario/read/window.ts';
import type { FilePlace } from '../../../scenario/text/problem.ts';
import type { Measure } from '../measure.ts';

export interface StudySpec {
  /** Names folders and runs: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** Where the file names it. */
  readonly place: FilePlace;
  /** In the order of the file, one or more; the first one is the base. */
  readonly plans: readonly StudyPlan[];
  /** In the order of the file; none: each plan is one point. */
  readonly axes: readonly StudyAxis[];
  /** Names of axes that go in step, two or more a group; an axis is in one group at most. */
  readonly together: readonly (readonly string[])[];
  /** A condition in CEL over the axes, which has been checked; null: every combination is a point. */
  readonly where: string | null;
  /** As written; none: the usual ones. */
  readonly measures: readonly Measure[];
  readonly requirements: readonly StudyRequirement[];
  /** Of all intervals together; above 0, below 1. */
  readonly confidence: number;
  /** None, one, or two for a Pareto set. */
  readonly objectives: readonly StudyObjective[];
  /** Null: every plan is run to the end. */
  readonly racing: StudyRacing | null;
  readonly runs: StudyRuns;
  /** The part of each run that is measured; null: the whole run, or the window of the scenario. */
  readonly window: RunWindow | null;
}

/** A measure of one value. */
export type MetricMeasure = Extract<Measure, { readonly kind: 'metric' }>;

/** A plan by name: the scenario with changes, which apply in the order of these keys. */
export interface StudyPlan {
  /** Letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly changes: PointChanges;
  readonly place: FilePlace;
}

/** Changes that make a plan, or a point of a study, of a scenario. */
export interface PointChanges {
  /** Another scenario file, relative to where the path of the study's own file is; null: the study's own. */
  readonly file: string | null;
  readonly variants: readonly string[];
  readonly assume: { readonly [name: string]: unknown };
  /** The file of a price book, relative like `file`; null: the scenario's. */
  readonly prices: string | null;
  /** By path, applied in this order; values are YAML, as `--set` takes them. */
  readonly set: readonly { readonly path: string; readonly value: string }[];
}

export type GridValue = number | string | boolean;

/** An axis: one path with its values. */
export interface StudyAxis {
  /** A name in CEL. */
  readonly name: string;
  readonly path: string;
  /** In the order of the file, each once, one or more. */
  readonly values: readonly GridValue[];
  /** What follows the number in each value of steps with a unit, such as `s`; '' of all other axes. */
  readonly unit: string;
  readonly place: FilePlace;
}

/** A requirement: what must hold in enough of the runs. */
export interface StudyRequirement {
  readonly measure: MetricMeasure;
  readonly comparison: Comparison;
  /** As written: `>= 99.9%`. */
  readonly is: string;
  /** `load.goodPercentage of shop/api >= 99.9%`. */
  readonly text: string;
  /** That it holds in a run; above 0, below 1. */
  readonly probability: number;
  /** Of the answer; above 0, below 1. */
  readonly confidence: number;
  readonly place: FilePlace;
}

export interface StudyObjective {
  readonly measure: MetricMeasure;
  readonly better: 'less' | 'more';
}

/** Plans that are surely worse by the one objective stop. */
export interface StudyRacing {
  /** A difference of the objective that does not matter, in its unit, above 0; null: every difference does. */
  readonly indifferent: number | null;
}

export interface StudyRuns {
  /** Of each plan, 1 <= `least` <= `most`. */
  readonly least: number;
  readonly most: number;
  /** Whether the file states `most`: then the study looks at its runs until they answer it. */
  readonly hasMost: boolean;
  /** Half-widths of differences at which the study stops; a share is of the base plan's mean. None: no such stop. */
  readonly until: readonly { readonly measure: MetricMeasure; readonly halfWidth: Margin }[];
}

/**
 * All measures that a study needs of a run, each once: those asked for, then those of requirements, objectives and
 * stops.
 */
export function measuresOf({ measures, requirements, objectives, runs }: StudySpec): readonly Measure[] {
  const all = [...measures, ...[...requirements, ...objectives, ...runs.until].map(({ measure }) => measure)];
  return [...new Map(all.map((measure) => [measure.name, measure])).values()];
}
