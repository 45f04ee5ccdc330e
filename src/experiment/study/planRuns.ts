/**
 * The plans of a study and their runs: which jobs a plan takes, and what they came to.
 */
import type { FailedRun } from '../../report/study/document.ts';
import type { Measure, Values } from './measure.ts';
import type { PlanText } from './planText.ts';
import { runCommand } from './runCommand.ts';
import { isRefused, type PlanRefusal, type RunJob, type RunResult } from './runner.ts';

/** A plan of a study: what it is called, what makes it, and what it is read from or why it cannot be. */
export interface ComparedPlan {
  /** Unique in the study. */
  readonly name: string;
  readonly changes: readonly string[];
  readonly source: PlanText | PlanRefusal;
  /**
   * Whether no command runs it again: its file is no longer on disk as it was read, the run is finished already, or it
   * is a future of another run; default: false.
   */
  readonly isPast?: boolean;
}

/** The jobs of a plan, for the replications `from` (included) until `until` (excluded); none if it is refused. */
export function jobsOf(
  { name, source }: ComparedPlan,
  measures: readonly Measure[],
  { from, until }: { readonly from: number; readonly until: number },
): RunJob[] {
  if (isRefused(source)) return [];
  return Array.from({ length: Math.max(0, until - from) }, (_, index) => ({
    key: resultKey(name, from + index),
    plan: source,
    replication: from + index,
    measures,
  }));
}

/** The key under which a study finds the result of a run. */
export function resultKey(plan: string, replication: number): string {
  return `${plan} ${replication}`;
}

/** The results of one plan. */
export interface PlanRuns<Plan extends ComparedPlan = ComparedPlan> {
  readonly plan: Plan;
  /** By replication. Undefined: the run failed. */
  readonly values: readonly (Values | undefined)[];
  /** By replication, of the runs that have values. */
  readonly fingerprints: readonly (string | undefined)[];
  readonly refusal: PlanRefusal | null;
  readonly failed: readonly FailedRun[];
}

/** What the first runs of a plan came to. @param results by `resultKey` */
export function runsOf<Plan extends ComparedPlan>(
  plan: Plan,
  runs: number,
  results: ReadonlyMap<string, RunResult>,
): PlanRuns<Plan> {
  const values: (Values | undefined)[] = [];
  const fingerprints: (string | undefined)[] = [];
  const failed: FailedRun[] = [];
  let refusal = isRefused(plan.source) ? plan.source : null;
  for (let replication = 0; replication < runs; replication += 1) {
    const result = results.get(resultKey(plan.name, replication));
    const measured = result?.kind === 'measured' ? result : undefined;
    values.push(measured?.values);
    fingerprints.push(measured?.fingerprint);
    if (result?.kind === 'refused') refusal ??= result.refusal;
    if (result?.kind === 'failed') failed.push({ replication, message: result.message, ...againOf(plan, replication) });
  }
  return { plan, values, fingerprints, refusal, failed };
}

/** The command that makes a run again, if there is one. */
function againOf({ source, isPast }: ComparedPlan, replication: number): Pick<FailedRun, 'command'> {
  return isRefused(source) || isPast === true ? {} : { command: runCommand(source, replication) };
}

/** How many runs of a plan have values. */
export function measuredCount({ values }: Pick<PlanRuns, 'values'>): number {
  return values.filter((one) => one !== undefined).length;
}
