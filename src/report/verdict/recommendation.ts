/**
 * What should be changed, as reports have it: each proposal with what it brings, found by running the scenario again
 * with it.
 */

import type { EstimateResult } from '../study/document.ts';

/** A problem of the run, counted: what a proposal makes of it. */
export interface ProblemChange {
  /** `shop/workload/api: failed requests`. */
  readonly problem: string;
  /** What `before` and `after` are in; times of several volumes, replicas or locations are added up. */
  readonly unit: 'count' | 'ms' | 'bytes' | 'Core-Hours' | 'GiB-Hours';
  readonly before: string;
  readonly after: string;
  /**
   * In how many cases it might have come up, where that is not the same in both runs: executions that started, ticks,
   * requests that came, or hours of replicas. Then shares are compared.
   */
  readonly cases?: { readonly before: string; readonly after: string };
}

/** What a change brings: the difference of two runs with the same streams. */
export interface Effect {
  /** Of the usage of the whole run, before credits, tax and rounding; negative: it is cheaper. */
  readonly cost: string;
  /** The same for thirty days, rounded to six places. */
  readonly costPerMonth: string;
  /** Problems that grow or shrink, in the order of their names. */
  readonly problems: readonly ProblemChange[];
}

/** How a problem changes over several runs: as a share of the cases in which it might come up, if these are counted. */
export interface ProblemRuns {
  /** As in `ProblemChange`. */
  readonly problem: string;
  readonly unit: ProblemChange['unit'] | 'share';
  /** Means of all runs; a share is 0 to 1. */
  readonly before: number;
  readonly after: number;
  /** After less before, run by run. */
  readonly change: EstimateResult;
}

/** What a change brings over several runs, each with other random numbers; both plans of a pair have the same ones. */
export interface ChangeRuns {
  /** The difference in cost in thirty days, run by run. */
  readonly costPerMonth: EstimateResult;
  /** Problems that differ in any run, in the order of their names. */
  readonly problems: readonly ProblemRuns[];
}

/** What was proposed and not taken. */
export interface RejectedAlternative {
  readonly proposed: string;
  /**
   * `rule`: the platform refuses it; `expectation`: one that held would break; `problem`: something is refused, lost,
   * failed or skipped that was not; `slower`: answers take much longer; `gain`: nothing clear is gained; `dearer`:
   * another alternative does the same for less; `together`: with the others it breaks what it does not break alone;
   * `untried`: there were too many.
   */
  readonly stoppedBy: 'rule' | 'expectation' | 'problem' | 'slower' | 'gain' | 'dearer' | 'together' | 'untried';
  /** In a sentence, with numbers. */
  readonly why: string;
  /** What it would bring; null: it was not run. */
  readonly effect: Effect | null;
}

/** A dearer change in place of a proposal: what the rest of a problem would cost. */
export interface NextStep {
  /** With its field: `cpu 2000m`. */
  readonly proposed: string;
  /** What it brings beyond the proposal, each alone, in the scenario's own replication. */
  readonly effect: Effect;
  /** The same over several replications; absent: nothing is random. */
  readonly runs?: ChangeRuns;
  /** The change instead of the proposal, and what it brings beyond it. */
  readonly sentence: string;
  /** As `--set` takes them, one each. */
  readonly set: readonly string[];
}

/** What a proposal is about. */
export interface AdviceSubject {
  readonly kind: 'reserve' | 'scale' | 'volume' | 'cron' | 'location' | 'idle';
  /** `shop/workload/api`; of several, joined by commas. */
  readonly target: string;
  /** null: wherever the target is. */
  readonly location: string | null;
  readonly field: string;
  readonly now: string;
}

/** One change that is worth while. */
export interface Recommendation extends AdviceSubject {
  readonly proposed: string;
  /** In sentences, with the numbers of the run that led to it. */
  readonly reason: string;
  /** The time that the numbers are of. */
  readonly window: { readonly start: string; readonly end: string };
  /**
   * `error`: data or requests come to nothing; `warning`: something is refused, skipped or late; `info`: it saves
   * money.
   */
  readonly severity: 'error' | 'warning' | 'info';
  /** Of this change alone, in the scenario's own replication. */
  readonly effect: Effect;
  /** The same over several replications; absent: nothing is random, so one run says it. */
  readonly runs?: ChangeRuns;
  /** The change and its effect, over all runs. */
  readonly sentence: string;
  /** As `--set` takes them, one each. */
  readonly set: readonly string[];
  /** The same as YAML, to be pasted into a scenario. */
  readonly patch: string;
  /**
   * The cheapest dearer change that leaves at most half of the requests that the proposal leaves unserved; absent: none
   * was found.
   */
  readonly next?: NextStep;
  readonly rejected: readonly RejectedAlternative[];
}

/** What was looked at, and should stay as it is. */
export interface Unchanged extends AdviceSubject {
  readonly reason: string;
  readonly rejected: readonly RejectedAlternative[];
}

/** What holds for all recommendations together, and what was left as it is. Amounts are decimals as text. */
export interface AdviceWhole {
  /** Of the usage of the run as it is. */
  readonly cost: string;
  readonly costPerMonth: string;
  readonly unchanged: readonly Unchanged[];
  /** All recommendations together, in one run. */
  readonly total: Effect & {
    /** The effects of each alone, added up. */
    readonly singles: string;
    /** `cost` less `singles`: what is counted twice where it is above 0. */
    readonly overlap: string;
    /** Over several replications; absent: nothing is random, or nothing is recommended. */
    readonly runs?: ChangeRuns;
  };
  /** Runs of the scenario and of each proposal, each with other random numbers; 1: nothing is random. */
  readonly replications: number;
  /** That all intervals together contain the truth, 0 to 1. */
  readonly confidence: number;
  /** The replication from which the proposals were derived: the one with the worst problems. */
  readonly searchedReplication: number;
  /** All of it as `--set` takes it, one each. */
  readonly set: readonly string[];
  /** All of it as YAML, to be pasted into a scenario; '' where nothing is recommended. */
  readonly patch: string;
  /**
   * Times that the set was applied and derived anew, and how often something was run, the scenario as it is included.
   */
  readonly rounds: number;
  readonly runs: number;
  /** Alternatives that would have taken more runs than are allowed. */
  readonly untried: number;
}

/** `svcsim/recommend/1`. */
export interface Advice extends AdviceWhole {
  readonly schema: 'svcsim/recommend/1';
  readonly name: string;
  readonly seed: string;
  /** The scenario's own replication. */
  readonly replication: number;
  readonly horizon: { readonly start: string; readonly end: string };
  readonly currency: string;
  /** The worst problem first, then the greatest saving. */
  readonly recommendations: readonly Recommendation[];
}

/** Advice without what stands beside it in a report. */
export function wholeOf(advice: Advice): AdviceWhole {
  const { cost, costPerMonth, unchanged, total, replications, confidence, searchedReplication } = advice;
  const { set, patch, rounds, runs, untried } = advice;
  const many = { replications, confidence, searchedReplication };
  return { cost, costPerMonth, unchanged, total, ...many, set, patch, rounds, runs, untried };
}
