/**
 * A check by chance: many independent runs of a small scenario, whose mean must be what a closed form says.
 *
 * The form and the scenario get the same constants, each through an argument. So a test can give one of them a wrong
 * constant, and see that the check finds it.
 */

/** Named numbers that a form and its scenario are made of; each name ends in its unit, if it has one. */
export interface Constants {
  readonly [name: string]: number;
}

/** How much of each run counts. */
export interface Sampling {
  /** Independent runs. */
  readonly replications: number;
  /** What each run averages over: requests, executions or evaluations, whatever the check counts. */
  readonly counted: number;
  /** So many before them do not count, because a run begins empty. */
  readonly warmUp: number;
}

/** The value of one replication, counted from 0. */
export type Sampler = (replication: number) => number;

/** One form, and how runs are measured against it. */
export interface ChanceCheck<Named extends Constants = Constants> {
  /** Names the check, such as `erlang-b`. */
  readonly id: string;
  readonly chapter: Chapter;
  /** What is measured, as a phrase that a value follows. */
  readonly title: string;
  /** What the value is: a share of 1, milliseconds, or a plain number. */
  readonly unit: ValueUnit;
  /** The closed form, with the names that its source uses. */
  readonly formula: string;
  readonly source: string;
  readonly constants: Named;
  readonly sampling: Sampling;
  /**
   * Wrong constants that the check surely finds (tests prove it): by the name of a constant, the factors by which it is
   * wrong. Factors near 1 show how small an error is found.
   */
  readonly finds: { readonly [name in keyof Named]?: readonly number[] };
  theory(constants: Named): number;
  /** Throws if a run ends before enough was counted. */
  sampler(constants: Named, sampling: Sampling, seed: string): Sampler;
}

/** Chapters of the self-test, in their order. */
export const chapters = [
  'queues',
  'retries',
  'cold-starts',
  'executions',
  'autoscaling',
  'volumes',
  'engine',
  'rules',
] as const;

export type Chapter = (typeof chapters)[number];

export type ValueUnit = 'share' | 'ms' | 'number';
