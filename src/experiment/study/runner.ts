/**
 * Who performs the runs of a study: this thread, several threads, or other machines. All give the same results.
 */

import type { Scenario } from '../../scenario/scenario.ts';
import { renderProblems } from '../../scenario/text/frame.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import { type FutureResult, type Futures, measureFutures } from './forkedRun.ts';
import { stepChanges } from './futureSteps.ts';
import type { Measure } from './measure.ts';
import { beginMeasuring, isRatedAlike, type MeasuredRun, measureRun } from './measuredRun.ts';
import { changedPlan, type PlanText, parsePlan } from './planText.ts';

/** One run that a study asks for, as plain data. */
export interface RunJob {
  /** Names the run: equal keys are the same run, whichever study asks for it. */
  readonly key: string;
  readonly plan: PlanText;
  /** Counted from 0. */
  readonly replication: number;
  readonly measures: readonly Measure[];
  /** What else might happen in this run; absent: nothing. */
  readonly futures?: Futures;
  /** Plans that differ from this one in prices alone: the run is rated for each; absent: none. */
  readonly rated?: readonly RatedPlan[];
}

/** A plan for which a run is rated once more. */
export interface RatedPlan {
  readonly key: string;
  readonly plan: PlanText;
}

/** What came of a job. */
export type RunResult =
  | ({
      readonly kind: 'measured';
      readonly key: string;
      /** In the order of the job's futures; absent: it has none. */
      readonly futures?: readonly FutureResult[];
      /** In the order of the job's rated plans; absent: it has none. */
      readonly rated?: readonly RunResult[];
    } & MeasuredRun)
  /** The platform or the scenario format refuses the plan: it cannot be run. */
  | { readonly kind: 'refused'; readonly key: string; readonly refusal: PlanRefusal }
  /** A defect of svcsim, or a run that cannot go on; other runs do. */
  | { readonly kind: 'failed'; readonly key: string; readonly message: string };

/** Why a plan cannot be run. */
export interface PlanRefusal {
  /** The rule that refuses it; null: the format of the scenario does. */
  readonly rule: string | null;
  readonly message: string;
  /** All errors with their places, as `svcsim check` prints them. */
  readonly text: string;
}

/** Performs jobs in any order. Results come as they are ready, one for each job. */
export interface Runner {
  run(jobs: readonly RunJob[]): AsyncIterable<RunResult>;
  /** How many runs it performs at a time. */
  readonly width: number;
  /** Performs one job beside all others as soon as it can; it never rejects. Absent: jobs are run in batches alone. */
  readonly perform?: (job: RunJob) => Promise<RunResult>;
}

/** Whether a plan cannot be run. */
export function isRefused(source: PlanText | PlanRefusal): source is PlanRefusal {
  return 'message' in source;
}

/** Why a plan with these problems cannot be run: its first error. */
export function refusalOf(problems: readonly Problem[], texts: ReadonlyMap<string, string>): PlanRefusal {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  return {
    rule: first?.rule ?? null,
    message: first?.message ?? '',
    text: renderProblems(errors, (file) => texts.get(file)),
  };
}

/** Performs one job in this thread. Keep one for many jobs: it remembers the scenario that it read last. */
export class JobPerformer {
  private plan: PlanText | null = null;
  private scenario: Scenario | PlanRefusal | null = null;
  private futures: Futures['all'] | null = null;
  private all: Scenario | PlanRefusal | null = null;

  perform(job: RunJob): RunResult {
    const { key, plan, replication, measures, futures, rated = [] } = job;
    try {
      const scenario = this.read(plan, replication);
      if ('message' in scenario) return { kind: 'refused', key, refusal: scenario };
      if (rated.length > 0) return performRated(job, rated, scenario);
      if (futures === undefined) return { kind: 'measured', key, ...measureRun(scenario, replication, measures) };
      const all = this.readAll(plan, replication, futures);
      if ('message' in all) return { kind: 'refused', key, refusal: all };
      return { kind: 'measured', key, ...measureFutures({ scenario, all, futures, replication, measures }) };
    } catch (error) {
      return { kind: 'failed', key, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The scenario with the steps of all futures, for the entries that these steps mean. */
  private readAll(plan: PlanText, replication: number, { all }: Futures): Scenario | PlanRefusal {
    if (this.futures !== all || this.all === null || !isFor(this.all, replication)) {
      this.futures = all;
      const steps = all.flatMap((future) => future.steps);
      this.all = scenarioOf(changedPlan(plan, stepChanges(steps)), replication);
    }
    return this.all;
  }

  private read(plan: PlanText, replication: number): Scenario | PlanRefusal {
    if (this.plan !== plan || this.scenario === null || !isFor(this.scenario, replication)) {
      this.plan = plan;
      this.scenario = scenarioOf(plan, replication);
    }
    return this.scenario;
  }
}

/** One run, rated for several plans. A plan whose prices need another ledger has a run of its own. */
function performRated(
  { key, replication, measures }: RunJob,
  rated: readonly RatedPlan[],
  scenario: Scenario,
): RunResult {
  const read = rated.map((one) => ({ key: one.key, found: scenarioOf(one.plan, replication) }));
  const alike = read.flatMap(({ found }) => ('message' in found || !isRatedAlike(found, scenario) ? [] : [found]));
  const [own, ...others] = beginMeasuring(scenario, replication, measures).finishRated([scenario, ...alike]);
  if (own === undefined) throw new Error('a run without a result');
  const results = read.map(({ key: name, found }): RunResult => {
    if ('message' in found) return { kind: 'refused', key: name, refusal: found };
    const measured = alike.includes(found) ? others[alike.indexOf(found)] : measureRun(found, replication, measures);
    if (measured === undefined) throw new Error('a rated run without a result');
    return { kind: 'measured', key: name, ...measured };
  });
  return { kind: 'measured', key, ...own, rated: results };
}

function scenarioOf(plan: PlanText, replication: number): Scenario | PlanRefusal {
  const { scenario, problems, texts } = parsePlan(plan, replication);
  return scenario ?? refusalOf(problems, texts);
}

/** Whether what was read serves a replication: parameters are drawn while a plan is read, and may make it refused. */
function isFor(read: Scenario | PlanRefusal, replication: number): boolean {
  if ('message' in read) return false;
  return read.replication === replication || read.parameters.every(({ isDrawn }) => !isDrawn);
}

/** Performs all jobs in this thread, in their order. */
export function inThisThread(): Runner {
  const performer = new JobPerformer();
  return {
    width: 1,
    async *run(jobs) {
      for (const job of jobs) yield performer.perform(job);
    },
  };
}
