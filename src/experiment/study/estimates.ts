/**
 * What the runs of plans say about each measure: means, and differences of plans.
 */
import { mean } from 'simple-statistics';
import type { EstimateResult, MeasureResult, PlanResult, StudyDifference } from '../../report/study/document.ts';
import type { Values } from './measure.ts';
import { measuredCount, type PlanRuns } from './planRuns.ts';
import { type Chance, type Estimate, meanInterval } from './statistics/estimate.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import { type PairedDifference, pairedDifference } from './statistics/paired.ts';

/** How sure an estimate is to be, and whether chance can change it. */
export interface EstimateInput {
  readonly confidence: number;
  readonly chance: Chance;
}

/** What a study says about its plans in numbers. */
export interface PlanEstimates {
  readonly plans: readonly PlanResult[];
  readonly differences: readonly StudyDifference[];
  /** The plan that the differences are from; null: no plan has a result. */
  readonly base: string | null;
  readonly confidenceOfEach: number;
}

/**
 * Means of all plans, and differences from the first one that has a result. The confidence is for all differences
 * together (Bonferroni).
 *
 * @param confidence above 0, below 1
 */
export function estimatePlans(all: readonly PlanRuns[], { confidence, chance }: EstimateInput): PlanEstimates {
  const names = valueNames(all.flatMap(({ values }) => values));
  const [base, ...others] = all.filter((one) => measuredCount(one) > 0);
  const confidenceOfEach = sharedConfidence(confidence, Math.max(1, others.length * names.length));
  const options = { confidence: confidenceOfEach, chance };
  return {
    plans: all.map((one) => planResultOf(one, names, options)),
    differences: base === undefined ? [] : others.flatMap((one) => differencesOf(one, base, names, options)),
    base: base?.plan.name ?? null,
    confidenceOfEach,
  };
}

function planResultOf(one: PlanRuns, names: readonly string[], options: EstimateInput): PlanResult {
  const { plan, values, refusal, failed } = one;
  const measures = names.map((measure): MeasureResult => ({ measure, ...meanResult(values, measure, options) }));
  return {
    name: plan.name,
    changes: plan.changes,
    runs: measuredCount(one),
    ...(refusal === null ? {} : { refused: { rule: refusal.rule, message: refusal.message } }),
    ...(failed.length === 0 ? {} : { failed }),
    measures: refusal === null ? measures : [],
  };
}

function differencesOf(
  one: PlanRuns,
  base: PlanRuns,
  names: readonly string[],
  options: EstimateInput,
): StudyDifference[] {
  const pair = { plan: one.plan.name, base: base.plan.name };
  return names.map((measure) => ({ ...pair, measure, ...pairedResult(one.values, base.values, measure, options) }));
}

/** All names of values of some runs, in the order in which they first come. */
export function valueNames(runs: readonly (Values | undefined)[]): string[] {
  return [...new Set(runs.flatMap((one) => Object.keys(one ?? {})))];
}

/** The value of a run; null: it has none. What the bill of a run does not name, it does not charge. */
export function valueFor(measure: string): (values: Values | undefined) => number | null {
  const absent = measure.startsWith('bill.total ') ? 0 : null;
  return (values) => (values === undefined ? null : values[measure] === undefined ? absent : values[measure]);
}

/** The mean of a measure over the runs that have a value; null: none has. */
export function meanOf(values: readonly (Values | undefined)[], measure: string): number | null {
  const known = values.map(valueFor(measure)).filter((value) => value !== null);
  const [first] = known;
  if (first === undefined) return null;
  // Sums of equal values may round, and equal plans have to stay equal.
  return known.every((value) => value === first) ? first : mean(known);
}

/**
 * A measure of a plan less that of its base, over the replications in which both have a value.
 *
 * @param values by replication; undefined: the run failed
 * @returns null: there is no such replication
 */
export function pairedEstimate(
  values: readonly (Values | undefined)[],
  baseValues: readonly (Values | undefined)[],
  measure: string,
  options: EstimateInput,
): PairedDifference | null {
  const of = valueFor(measure);
  const pairs = values.flatMap((one, replication) => {
    const [value, baseValue] = [of(one), of(baseValues[replication])];
    return value === null || baseValue === null ? [] : [{ value, baseValue }];
  });
  if (pairs.length === 0) return null;
  return pairedDifference(
    pairs.map(({ value }) => value),
    pairs.map(({ baseValue }) => baseValue),
    options,
  );
}

/** As `pairedEstimate`, as a document has it. */
export function pairedResult(
  values: readonly (Values | undefined)[],
  baseValues: readonly (Values | undefined)[],
  measure: string,
  options: EstimateInput,
): EstimateResult & Pick<StudyDifference, 'reduction' | 'differsIn'> {
  const found = pairedEstimate(values, baseValues, measure, options);
  const reduction = found?.reduction ?? null;
  const count = found?.estimate.kind === 't' ? found.estimate.differs?.count : undefined;
  return {
    ...estimateResult(found?.estimate ?? null),
    reduction: reduction === Infinity ? null : reduction,
    ...(count === undefined ? {} : { differsIn: count }),
  };
}

/** The mean of a measure over the replications in which it has a value. */
export function meanResult(
  values: readonly (Values | undefined)[],
  measure: string,
  options: EstimateInput,
): EstimateResult {
  const known = values.map(valueFor(measure)).filter((value) => value !== null);
  return estimateResult(known.length === 0 ? null : meanInterval(known, options));
}

function estimateResult(estimate: Estimate | null): EstimateResult {
  if (estimate === null) return { mean: null, low: null, high: null, least: null, greatest: null, runs: 0 };
  const { mean, low, high, least, greatest, runs } = estimate;
  const result = { mean, low, high, least, greatest, runs };
  if (estimate.kind !== 'seen') return result;
  const { differs, enough } = estimate;
  return {
    ...result,
    seen: {
      why: estimate.why,
      from: differs?.from ?? null,
      count: differs?.count ?? null,
      low: differs?.low ?? null,
      high: differs?.high ?? null,
      median: estimate.median.value,
      ...(enough === null ? {} : { enough }),
    },
  };
}
