/**
 * Who performs the runs of a study: this thread, several threads, or other machines. All give the same results.
 */

import type { Scenario } from '../../scenario/scenario.ts';
import { renderProblems } from '../../scenario/text/frame.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import type { Measure } from './measure.ts';
import { type MeasuredRun, measureRun } from './measuredRun.ts';
import { type PlanText, parsePlan } from './planText.ts';

/** One run that a study asks for, as plain data. */
export interface RunJob {
  /** Names the run: equal keys are the same run, whichever study asks for it. */
  readonly key: string;
  readonly plan: PlanText;
  /** Counted from 0. */
  readonly replication: number;
  readonly measures: readonly Measure[];
}

/** What came of a job. */
export type RunResult =
  | ({ readonly kind: 'measured'; readonly key: string } & MeasuredRun)
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

  perform({ key, plan, replication, measures }: RunJob): RunResult {
    try {
      const scenario = this.read(plan, replication);
      if ('message' in scenario) return { kind: 'refused', key, refusal: scenario };
      return { kind: 'measured', key, ...measureRun(scenario, replication, measures) };
    } catch (error) {
      return { kind: 'failed', key, message: error instanceof Error ? error.message : String(error) };
    }
  }

  private read(plan: PlanText, replication: number): Scenario | PlanRefusal {
    if (this.plan !== plan || this.scenario === null || !isFor(this.scenario, replication)) {
      const { scenario, problems, texts } = parsePlan(plan, replication);
      this.plan = plan;
      this.scenario = scenario ?? refusalOf(problems, texts);
    }
    return this.scenario;
  }
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
