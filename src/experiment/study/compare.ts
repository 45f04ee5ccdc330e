/**
 * Compares plans under the same luck: is one better than another, by how much, how surely?
 */
import type { PlanResult, StudyDocument } from '../../report/study/document.ts';
import { comparisonSentence } from '../../report/study/sentence.ts';
import { bridgesOf, pairsOf } from './bridge.ts';
import { type Condition, judgeCondition } from './condition.ts';
import { estimatePlans } from './estimates.ts';
import { exampleRuns } from './examples.ts';
import type { Measure } from './measure.ts';
import { type ComparedPlan, jobsOf, type PlanRuns, runsOf } from './planRuns.ts';
import { isRefused, type Runner, type RunResult } from './runner.ts';
import type { Chance } from './statistics/estimate.ts';
import type { StudyProgress } from './steps.ts';

export interface PlanComparison {
  readonly name: string;
  /** The first one that can be run is the base. Two or more. */
  readonly plans: readonly ComparedPlan[];
  /** One or more. */
  readonly measures: readonly Measure[];
  readonly conditions: readonly Condition[];
  /** Replications of each plan, one or more. */
  readonly runs: number;
  /** Of all intervals together; above 0, below 1. */
  readonly confidence: number;
  readonly currency: string;
}

/**
 * Runs a comparison. Yields its progress after each run; the document does not depend on the order in which runs end.
 *
 * Each plan first runs once. If nothing was drawn in any of them, that is all.
 */
export async function* compare(asked: PlanComparison, runner: Runner): AsyncGenerator<StudyProgress, StudyDocument> {
  const runnable = asked.plans.filter((plan) => !isRefused(plan.source));
  const results = new Map<string, RunResult>();
  const perform = async function* (from: number, until: number, of: number): AsyncGenerator<StudyProgress> {
    const jobs = runnable.flatMap((plan) => jobsOf(plan, asked.measures, { from, until }));
    for await (const result of runner.run(jobs)) {
      results.set(result.key, result);
      yield { done: results.size, of };
    }
  };
  yield* perform(0, 1, runnable.length * asked.runs);
  const chance: Chance = [...results.values()].some((one) => one.kind === 'measured' && one.isDrawn)
    ? 'present'
    : 'none';
  if (chance === 'present') yield* perform(1, asked.runs, runnable.length * asked.runs);
  const document = comparisonDocument(asked, results, chance);
  const all = asked.plans.map((plan) => runsOf(plan, chance === 'none' ? 1 : asked.runs, results));
  const bridges = asksBill(asked) ? await bridgesOf(pairsOf(all.flatMap(bridgedPlan)), runner) : [];
  const plans = document.plans.map((plan, index) => withExamples(plan, all[index], asked));
  return { ...document, plans, ...(bridges.length === 0 ? {} : { bridges }) };
}

function asksBill({ measures }: Pick<PlanComparison, 'measures'>): boolean {
  return measures.some(({ name }) => name === 'bill.total');
}

function bridgedPlan({ plan: { name, source }, values }: PlanRuns): Parameters<typeof pairsOf>[0][number][] {
  return isRefused(source) || values.every((one) => one === undefined) ? [] : [{ name, source, values }];
}

/** A plan with its median and its worst run by the first measure, of which less is better. */
function withExamples(plan: PlanResult, runs: PlanRuns | undefined, { measures }: PlanComparison): PlanResult {
  if (runs === undefined || runs.plan.isPast === true) return plan;
  const names = measures.flatMap((one) => (one.kind === 'metric' ? one.name : []));
  const examples = exampleRuns(runs, { objectives: [], requirements: [] }, names);
  return examples.length === 0 ? plan : { ...plan, examples };
}

/**
 * What the results of all runs come to.
 *
 * @param results by `resultKey`
 * @param chance `none`: nothing was drawn, so only replication 0 was run
 */
export function comparisonDocument(
  asked: PlanComparison,
  results: ReadonlyMap<string, RunResult>,
  chance: Chance,
): StudyDocument {
  const runs = chance === 'none' ? 1 : asked.runs;
  const all = asked.plans.map((plan) => runsOf(plan, runs, results));
  const { plans, differences, base, confidenceOfEach } = estimatePlans(all, { confidence: asked.confidence, chance });
  const means = new Map(plans.find(({ name }) => name === base)?.measures.map(({ measure, mean }) => [measure, mean]));
  const conditions = asked.conditions.flatMap((condition) =>
    differences
      .filter(({ measure }) => measure === condition.measure.name)
      .map((difference) =>
        judgeCondition(condition, difference, {
          baseMean: means.get(difference.measure) ?? null,
          currency: asked.currency,
        }),
      ),
  );
  const document = {
    schema: 'svcsim/study/1',
    name: asked.name,
    chance,
    confidence: asked.confidence,
    confidenceOfEach,
    plans,
    differences,
    conditions,
  } as const;
  return { ...document, sentence: comparisonSentence(document, asked.currency) };
}
