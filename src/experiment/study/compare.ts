/**
 * Compares plans under the same luck: is one better than another, by how much, how surely?
 */
import type {
  EstimateResult,
  FailedRun,
  MeasureResult,
  PlanResult,
  StudyDifference,
  StudyDocument,
} from '../../report/study/document.ts';
import { comparisonSentence } from '../../report/study/sentence.ts';
import { type BridgePair, bridgesOf, pairsOf } from './bridge.ts';
import { type Condition, judgeCondition } from './condition.ts';
import type { Measure, Values } from './measure.ts';
import type { PlanText } from './planText.ts';
import { isRefused, type PlanRefusal, type RunJob, type Runner, type RunResult } from './runner.ts';
import { type Chance, type Estimate, meanInterval } from './statistics/estimate.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import { pairedDifference } from './statistics/paired.ts';

/** A plan of a comparison: what it is called, what makes it, and what it is read from or why it cannot be. */
export interface ComparedPlan {
  /** Unique in the comparison. */
  readonly name: string;
  readonly changes: readonly string[];
  readonly source: PlanText | PlanRefusal;
}

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

/** How far a study is. */
export interface StudyProgress {
  readonly done: number;
  /** As many as are known to come. */
  readonly of: number;
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
    const jobs = runnable.flatMap((plan) => jobsOf(plan, asked.measures, from, until));
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
  const bridges = await bridgesOf(bridgePairs(asked, results, chance), runner);
  return bridges.length === 0 ? document : { ...document, bridges };
}

/** The pairs of runs whose bills are compared part by part; none if nobody asks for the bill. */
function bridgePairs(
  { plans, measures, runs }: PlanComparison,
  results: ReadonlyMap<string, RunResult>,
  chance: Chance,
): BridgePair[] {
  if (measures.every(({ name }) => name !== 'bill.total')) return [];
  const ran = plans.flatMap(({ name, source }) => {
    if (isRefused(source)) return [];
    const { values } = runsOf({ name, changes: [], source }, chance === 'none' ? 1 : runs, results);
    return values.some((one) => one !== undefined) ? [{ name, source, values }] : [];
  });
  return pairsOf(ran);
}

function jobsOf(plan: ComparedPlan, measures: readonly Measure[], from: number, until: number): RunJob[] {
  if (isRefused(plan.source)) return [];
  const { source } = plan;
  return Array.from({ length: Math.max(0, until - from) }, (_, index) => ({
    key: resultKey(plan.name, from + index),
    plan: source,
    replication: from + index,
    measures,
  }));
}

/** The key under which a comparison finds the result of a run. */
export function resultKey(plan: string, replication: number): string {
  return `${plan} ${replication}`;
}

/** The results of one plan, by replication. */
interface PlanRuns {
  readonly plan: ComparedPlan;
  /** Undefined: the run failed. */
  readonly values: readonly (Values | undefined)[];
  readonly refusal: PlanRefusal | null;
  readonly failed: readonly FailedRun[];
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
  const names = valueNames(all.flatMap(({ values }) => values));
  const ran = all.filter(({ values }) => values.some((one) => one !== undefined));
  const [base, ...others] = ran;
  const confidenceOfEach = sharedConfidence(asked.confidence, Math.max(1, others.length * names.length));
  const options = { confidence: confidenceOfEach, chance };
  const plans = all.map((one): PlanResult => {
    const measures = names.map(
      (measure): MeasureResult => ({
        measure,
        ...meanResult(one.values, measure, options),
      }),
    );
    return {
      name: one.plan.name,
      changes: one.plan.changes,
      runs: one.values.filter((values) => values !== undefined).length,
      ...(one.refusal === null ? {} : { refused: { rule: one.refusal.rule, message: one.refusal.message } }),
      ...(one.failed.length === 0 ? {} : { failed: one.failed }),
      measures: one.refusal === null ? measures : [],
    };
  });
  const differences =
    base === undefined
      ? []
      : others.flatMap((one) => names.map((measure) => differenceOf(one, base, measure, options)));
  const basePlan = plans.find(({ name }) => name === base?.plan.name);
  const means = new Map(basePlan?.measures.map(({ measure, mean }) => [measure, mean]));
  const conditions = asked.conditions.flatMap((condition) =>
    differences
      .filter(({ measure }) => measure === condition.measure.name)
      .map((difference) => judgeCondition(condition, difference, means.get(difference.measure) ?? null)),
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

function runsOf(plan: ComparedPlan, runs: number, results: ReadonlyMap<string, RunResult>): PlanRuns {
  const values: (Values | undefined)[] = [];
  const failed: FailedRun[] = [];
  let refusal = isRefused(plan.source) ? plan.source : null;
  for (let replication = 0; replication < runs; replication += 1) {
    const result = results.get(resultKey(plan.name, replication));
    values.push(result?.kind === 'measured' ? result.values : undefined);
    if (result?.kind === 'refused') refusal ??= result.refusal;
    if (result?.kind === 'failed') failed.push({ replication, message: result.message });
  }
  return { plan, values, refusal, failed };
}

/** All names of values of some runs, in the order in which they first come. */
export function valueNames(runs: readonly (Values | undefined)[]): string[] {
  return [...new Set(runs.flatMap((one) => Object.keys(one ?? {})))];
}

/** The value of a run. What the bill of a run does not name, it does not charge. */
function valueFor(measure: string): (values: Values | undefined) => number | null {
  const absent = measure.startsWith('bill.total ') ? 0 : null;
  return (values) => (values === undefined ? null : values[measure] === undefined ? absent : values[measure]);
}

/** How sure an estimate is to be, and whether chance can change it. */
export interface EstimateInput {
  readonly confidence: number;
  readonly chance: Chance;
}

function meanOf(values: readonly (number | null)[], options: EstimateInput): Estimate | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : meanInterval(known, options);
}

function differenceOf(one: PlanRuns, base: PlanRuns, measure: string, options: EstimateInput): StudyDifference {
  const names = { plan: one.plan.name, base: base.plan.name, measure };
  return { ...names, ...pairedResult(one.values, base.values, measure, options) };
}

/**
 * A measure of a plan less that of its base, over the replications in which both have a value.
 *
 * @param values by replication; undefined: the run failed
 */
export function pairedResult(
  values: readonly (Values | undefined)[],
  baseValues: readonly (Values | undefined)[],
  measure: string,
  options: EstimateInput,
): EstimateResult & Pick<StudyDifference, 'reduction'> {
  const of = valueFor(measure);
  const pairs = values.flatMap((one, replication) => {
    const [value, baseValue] = [of(one), of(baseValues[replication])];
    return value === null || baseValue === null ? [] : [{ value, baseValue }];
  });
  if (pairs.length === 0) return { ...estimateResult(null), reduction: null };
  const { estimate, reduction } = pairedDifference(
    pairs.map(({ value }) => value),
    pairs.map(({ baseValue }) => baseValue),
    options,
  );
  return { ...estimateResult(estimate), reduction: reduction === Infinity ? null : reduction };
}

/** The mean of a measure over the replications in which it has a value. */
export function meanResult(
  values: readonly (Values | undefined)[],
  measure: string,
  options: EstimateInput,
): EstimateResult {
  return estimateResult(meanOf(values.map(valueFor(measure)), options));
}

function estimateResult(estimate: Estimate | null): EstimateResult {
  if (estimate === null) return { mean: null, low: null, high: null, least: null, greatest: null, runs: 0 };
  const { mean, low, high, least, greatest, runs } = estimate;
  const result = { mean, low, high, least, greatest, runs };
  if (estimate.kind !== 'seen') return result;
  const { differs } = estimate;
  return {
    ...result,
    seen: {
      why: estimate.why,
      from: differs?.from ?? null,
      count: differs?.count ?? null,
      low: differs?.low ?? null,
      high: differs?.high ?? null,
      median: estimate.median.value,
    },
  };
}
