/**
 * One past, several futures: what each change at an instant of a run comes to, and where the futures first differ.
 */
import type { Instant } from '../../engine/time.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { FirstDifference, ForkDocument, RefusedChangeAt } from '../../report/study/forkDocument.ts';
import { forkSentence } from '../../report/study/forkSentence.ts';
import { comparisonDocument, type PlanComparison, type StudyProgress } from './compare.ts';
import type { Future, FutureResult } from './forkedRun.ts';
import { type StepTemplates, stepTexts } from './futureSteps.ts';
import type { Measure } from './measure.ts';
import { resultKey } from './planRuns.ts';
import type { PlanText } from './planText.ts';
import type { RunJob, Runner, RunResult } from './runner.ts';
import type { Chance } from './statistics/estimate.ts';

/** What a plan changes at an instant. */
export interface ForkPlan {
  /** Unique, and not the name of the base. */
  readonly name: string;
  /** What makes it, for the reader. */
  readonly changes: readonly string[];
  readonly steps: StepTemplates;
}

export interface ForkQuestion {
  readonly name: string;
  /** The plan that goes on as it is. */
  readonly base: PlanText;
  /** How many entries the base's timeline has as it is written. */
  readonly entries: number;
  /** One or more. */
  readonly plans: readonly ForkPlan[];
  /** From the start of the run, included, to its end, excluded. */
  readonly at: Instant;
  /** One or more. */
  readonly measures: readonly Measure[];
  /** Replications, one or more. */
  readonly runs: number;
  /** Of all intervals together; above 0, below 1. */
  readonly confidence: number;
  readonly currency: string;
}

/**
 * Runs the past of each replication once, and from the instant on the base and each plan. Yields its progress after
 * each replication; the document does not depend on the order in which they end.
 *
 * Replication 0 comes first: if nothing was drawn in any of its futures, that is all.
 */
export async function* fork(asked: ForkQuestion, runner: Runner): AsyncGenerator<StudyProgress, ForkDocument> {
  const results = new Map<number, RunResult>();
  const perform = async function* (from: number, until: number): AsyncGenerator<StudyProgress> {
    const jobs = Array.from({ length: Math.max(0, until - from) }, (_, index) => jobOf(asked, from + index));
    for await (const result of runner.run(jobs)) {
      results.set(Number(result.key), result);
      yield { done: results.size, of: asked.runs };
    }
  };
  yield* perform(0, 1);
  const chance = isDrawn(results.get(0)) ? 'present' : 'none';
  if (chance === 'present') yield* perform(1, asked.runs);
  return documentOf(asked, results, chance);
}

function jobOf({ base, entries, plans, at, measures }: ForkQuestion, replication: number): RunJob {
  const all = plans.map(
    ({ name, steps }): Future => ({ key: name, at, steps: stepTexts(steps, at), isCompared: replication === 0 }),
  );
  return { key: String(replication), plan: base, replication, measures, futures: { entries, all } };
}

/** Whether chance decides anything in a run or in one of its futures. */
function isDrawn(result: RunResult | undefined): boolean {
  if (result?.kind !== 'measured') return false;
  return result.isDrawn || (result.futures ?? []).some((future) => future.kind === 'measured' && future.isDrawn);
}

function documentOf(asked: ForkQuestion, results: ReadonlyMap<number, RunResult>, chance: Chance): ForkDocument {
  const { name, base, plans, at, measures, runs, confidence, currency } = asked;
  const byPlan = new Map<string, RunResult>();
  for (const [replication, result] of results) {
    byPlan.set(resultKey(name, replication), result);
    for (const plan of plans) byPlan.set(resultKey(plan.name, replication), resultOf(plan, result));
  }
  const refusals = plans.flatMap((plan) => refusalOf(plan, results));
  for (const { plan, refused, runs: of, rule, message } of refusals)
    if (refused === of)
      for (const replication of results.keys())
        byPlan.set(resultKey(plan, replication), {
          kind: 'refused',
          key: plan,
          refusal: { rule, message, text: message },
        });
  const comparison: PlanComparison = {
    name,
    plans: [
      { name, changes: [], source: base },
      ...plans.map((plan) => ({ name: plan.name, changes: plan.changes, source: base })),
    ],
    measures,
    conditions: [],
    runs,
    confidence,
    currency,
  };
  const { sentence: _, schema: __, conditions: ___, ...compared } = comparisonDocument(comparison, byPlan, chance);
  const document: ForkDocument = {
    ...compared,
    schema: 'svcsim/fork/1',
    sentence: '',
    at: isoFromInstant(at),
    firstDifference: plans.map((plan) => firstOf(plan, results.get(0))),
    refusals,
  };
  return { ...document, sentence: forkSentence(document, currency) };
}

function futureOf({ name }: ForkPlan, result: RunResult | undefined): FutureResult | undefined {
  return result?.kind === 'measured' ? result.futures?.find(({ key }) => key === name) : undefined;
}

/** The result of a plan in a replication: that of its future, or why the whole replication has none. */
function resultOf(plan: ForkPlan, result: RunResult): RunResult {
  if (result.kind !== 'measured') return result;
  const future = futureOf(plan, result);
  if (future === undefined) throw new Error(`the run ${result.key} has no future ${plan.name}`);
  return future;
}

function firstOf(plan: ForkPlan, result: RunResult | undefined): FirstDifference {
  const future = futureOf(plan, result);
  return { plan: plan.name, entry: future?.kind === 'measured' ? future.first : null };
}

/** In how many replications the platform refused a request of the plan; none: in none. */
function refusalOf(plan: ForkPlan, results: ReadonlyMap<number, RunResult>): RefusedChangeAt[] {
  const measured = [...results.values()].flatMap((result) => {
    const future = futureOf(plan, result);
    return future?.kind === 'measured' ? [future] : [];
  });
  const refused = measured.flatMap((future) => (future.refused === null ? [] : [future.refused]));
  const [first] = refused;
  return first === undefined
    ? []
    : [{ plan: plan.name, refused: refused.length, runs: measured.length, rule: first.rule, message: first.message }];
}
