/**
 * Runs one scenario with changes, in batches. The same change in the same replication runs once, however often it is
 * asked for.
 */
import { inputOf, keyOf, type Setting } from '../recommend/setting.ts';
import type { Measure, Values } from './measure.ts';
import { changedPlan, type PlanText } from './planText.ts';
import type { RunJob, Runner, RunResult } from './runner.ts';
import type { StudyProgress } from './steps.ts';

/** A run that is asked for. */
export interface BatchRun {
  readonly settings: readonly Setting[];
  readonly replication: number;
  readonly measure: Measure;
}

/** What came of it; null: the platform refuses the change. */
export type BatchValues = Values | null;

export class Batches {
  /** Runs that are known to come, beside those that were performed. */
  expected = 0;
  private readonly plan: PlanText;
  private readonly runner: Runner;
  private readonly plans: Map<string, PlanText> = new Map();
  private readonly results: Map<string, RunResult> = new Map();
  private performed = 0;

  constructor(plan: PlanText, runner: Runner) {
    this.plan = plan;
    this.runner = runner;
  }

  /** Runs that were performed so far. */
  get runs(): number {
    return this.performed;
  }

  /**
   * Performs a batch. The values come in the order of the runs, whatever the order is in which they end.
   *
   * @throws Error if a run hits a defect
   */
  async *perform(runs: readonly BatchRun[]): AsyncGenerator<StudyProgress, readonly BatchValues[]> {
    const keys = runs.map(keyOfRun);
    const jobs = new Map<string, RunJob>();
    for (const [index, run] of runs.entries()) {
      const key = keys[index] ?? '';
      if (this.results.has(key)) continue;
      jobs.set(key, { key, plan: this.planOf(run.settings), replication: run.replication, measures: [run.measure] });
    }
    this.expected = Math.max(this.expected, jobs.size);
    for await (const result of this.runner.run([...jobs.values()])) {
      if (result.kind === 'failed') throw new Error(result.message);
      this.results.set(result.key, result);
      this.performed += 1;
      this.expected = Math.max(0, this.expected - 1);
      yield { done: this.performed, of: this.performed + this.expected };
    }
    const values = keys.map((key): BatchValues => {
      const result = this.results.get(key);
      return result?.kind === 'measured' ? result.values : null;
    });
    return values;
  }

  /** Whether a run that was performed drew a number: if not, it is the same in every replication. */
  isDrawn(run: BatchRun): boolean {
    const result = this.results.get(keyOfRun(run));
    return result?.kind === 'measured' && result.isDrawn;
  }

  /** Equal changes share one plan, so that a thread reads it once. */
  private planOf(settings: readonly Setting[]): PlanText {
    const key = keyOf(settings);
    const known = this.plans.get(key);
    if (known !== undefined) return known;
    const plan = settings.length === 0 ? this.plan : changedPlan(this.plan, { set: settings.map(inputOf) });
    this.plans.set(key, plan);
    return plan;
  }
}

function keyOfRun({ settings, replication, measure }: BatchRun): string {
  return `${measure.name}\n${replication}\n${keyOf(settings)}`;
}

/** The scenario's own replication first, then the first ones of the others. */
export function replicationsFrom(own: number, count: number): number[] {
  const others = Array.from({ length: count }, (_, index) => index).filter((one) => one !== own);
  return [own, ...others].slice(0, count);
}
