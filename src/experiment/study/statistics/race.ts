/**
 * Racing: plans that are surely worse than another one get no more runs.
 */
import { sampleVariance } from 'simple-statistics';
import { pow } from '../../../engine/math.ts';
import { countOf } from '../../../report/words/format.ts';
import { oneSidedConfidence, type Preference } from './manyPlans.ts';
import { pairedDifference } from './paired.ts';
import { checkConfidence } from './share.ts';

/**
 * How plans drop out.
 *
 * `indifferent`: a difference, above 0 and in the measure's unit, below which the user does not mind which plan wins;
 * then by Kim and Nelson (2001). `looks`: else the numbers of runs after which plans are compared, rising, all stated
 * before the start; then by Bonferroni.
 */
export type RaceRule = { readonly indifferent: number } | { readonly looks: readonly number[] };

/** A race of plans in one measure. */
export interface RaceQuestion {
  readonly better: Preference;
  /** That the best plan is kept; above 0.5, below 1. */
  readonly confidence: number;
  readonly rule: RaceRule;
}

/** A plan that dropped out. */
export interface DroppedPlan {
  /** Indices into the plans. */
  readonly plan: number;
  /** A plan that was better, the best of them. */
  readonly by: number;
  /** The runs of each plan that were compared. */
  readonly runs: number;
  /**
   * Whether all differences of the first runs were equal, by Kim and Nelson: the rule then has no margin and knows
   * nothing of rare runs, so a report says that the plan was worse by the same amount in each run.
   */
  readonly isEqual: boolean;
}

/** Where a race stands. */
export interface Race {
  /** Indices of the plans that stay, rising; at least one. */
  readonly survivors: readonly number[];
  /** In the order in which they dropped out. */
  readonly dropped: readonly DroppedPlan[];
  /** The runs of each survivor that were compared; 0 before the first comparison. */
  readonly runs: number;
  /** Whether one plan is left, or those left have equal means and no margin: then any of them may be taken. */
  readonly isOver: boolean;
}

/** What a race promises, for the report that prints it. */
export interface RaceGuarantee {
  readonly method: 'Kim-Nelson' | 'Bonferroni';
  readonly confidence: number;
  /** In words, with its conditions; a difference stands in the measure's unit. */
  readonly sentence: string;
}

/** Runs before the first comparison by Kim and Nelson (n0), from which the variances of differences are taken. */
const kimNelsonFirstRuns = 10;

/**
 * Who stays in a race, from the runs so far.
 *
 * It goes through the replications from the first one, so that the answer does not depend on the number of runs that
 * were made at a time. A plan that dropped out needs no further values, and those it has are not read.
 *
 * @param plans values of each plan, one a run; the same index has the same luck; at least one plan
 */
export function raceSurvivors(plans: readonly (readonly number[])[], question: RaceQuestion): Race {
  checkConfidence(question.confidence);
  const costs = plans.map((values) => (question.better === 'less' ? values : values.map((value) => -value)));
  if (costs.length < 2) return { survivors: costs.map((_, index) => index), dropped: [], runs: 0, isOver: true };
  const { rule, confidence } = question;
  return 'looks' in rule
    ? bonferroniRace(costs, rule.looks, confidence)
    : kimNelsonRace(costs, rule.indifferent, confidence);
}

/**
 * The fully sequential procedure of Kim and Nelson (2001, with c = 1).
 *
 * With k plans, d the difference that does not matter, and risk a:
 *   eta = ((2a / (k - 1))^(-2 / (n0 - 1)) - 1) / 2,  h2 = 2 eta (n0 - 1)
 * After r runs a plan stays while its mean is within max(0, d / 2r (h2 S2 / d^2 - r)) of each other one's, S2 being the
 * variance of the difference in the first n0 runs.
 */
function kimNelsonRace(costs: Costs, indifferent: number, confidence: number): Race {
  if (!(indifferent > 0)) throw new RangeError(`a difference that does not matter is above 0: ${indifferent}`);
  const first = kimNelsonFirstRuns;
  const pairs = pairsOf(costs, first, kimNelsonFactor(costs.length, confidence) / (indifferent * indifferent));
  let survivors: readonly number[] = costs.map((_, index) => index);
  const dropped: DroppedPlan[] = [];
  const sums = costs.map(() => 0);
  let runs = 0;
  let isOver = false;
  while (!isOver && survivors.every((plan) => (costs[plan]?.length ?? 0) > runs)) {
    runs += 1;
    for (const plan of survivors) sums[plan] = (sums[plan] ?? 0) + (costs[plan]?.[runs - 1] ?? 0);
    if (runs < first) continue;
    const marginOf = (plan: number, other: number): number =>
      Math.max(0, (indifferent / (2 * runs)) * ((pairs[plan]?.[other] ?? 0) - runs));
    const excess = (plan: number, other: number): number =>
      ((sums[plan] ?? 0) - (sums[other] ?? 0)) / runs - marginOf(plan, other);
    const out = worseThanAnother(survivors, excess);
    for (const { plan, by } of out) dropped.push({ plan, by, runs, isEqual: pairs[plan]?.[by] === 0 });
    survivors = without(survivors, out);
    const left = survivors;
    isOver = left.every((plan) => left.every((other) => plan === other || marginOf(plan, other) === 0));
  }
  return { survivors, dropped, runs: runs < first ? 0 : runs, isOver };
}

/** Values of each plan, less being better. */
type Costs = readonly (readonly number[])[];

/** h squared of Kim and Nelson: 6.01 for 2 plans at 95 % (eta 0.334), 14.83 for 9 (eta 0.824). */
function kimNelsonFactor(plans: number, confidence: number): number {
  const degrees = kimNelsonFirstRuns - 1;
  const eta = (pow((2 * (1 - confidence)) / (plans - 1), -2 / degrees) - 1) / 2;
  return 2 * eta * degrees;
}

/** For each pair, the variance of its difference in the first runs, times a factor. */
function pairsOf(costs: Costs, first: number, factor: number): number[][] {
  return costs.map((one) =>
    costs.map((other) => {
      if (one === other || one.length < first || other.length < first) return 0;
      return factor * sampleVariance(one.slice(0, first).map((value, index) => value - (other[index] ?? 0)));
    }),
  );
}

/**
 * Which plans are worse than another one by more than the margin, all compared at the same time, and by which: the one
 * that they exceed most.
 *
 * @param excess how far a plan's mean exceeds another one's, less the margin; above 0 drops it
 */
function worseThanAnother(
  racing: readonly number[],
  excess: (plan: number, other: number) => number,
): { readonly plan: number; readonly by: number }[] {
  return racing.flatMap((plan) => {
    let [by, most] = [plan, 0];
    for (const other of racing) {
      const beyond = other === plan ? 0 : excess(plan, other);
      if (beyond > most) [by, most] = [other, beyond];
    }
    return by === plan ? [] : [{ plan, by }];
  });
}

/** The plans of a race that are not among those which drop out. */
function without(racing: readonly number[], out: readonly { readonly plan: number }[]): readonly number[] {
  return racing.filter((one) => out.every(({ plan }) => plan !== one));
}

/**
 * A race without a difference that does not matter: at each look, a plan drops out if the paired interval shows another
 * one to be better. The risk is shared among the k - 1 comparisons with the best plan and among the looks.
 */
function bonferroniRace(costs: Costs, looks: readonly number[], confidence: number): Race {
  const each = oneSidedConfidence(confidence, (costs.length - 1) * looks.length);
  let survivors: readonly number[] = costs.map((_, index) => index);
  const dropped: DroppedPlan[] = [];
  let compared = 0;
  for (const runs of looks) {
    if (survivors.length === 1 || survivors.some((plan) => (costs[plan]?.length ?? 0) < runs)) break;
    const valuesOf = (plan: number): readonly number[] => (costs[plan] ?? []).slice(0, runs);
    const out = worseThanAnother(survivors, (plan, other) => {
      const options = { confidence: each, chance: 'present' } as const;
      return pairedDifference(valuesOf(plan), valuesOf(other), options).estimate.low ?? 0;
    });
    for (const { plan, by } of out) dropped.push({ plan, by, runs, isEqual: false });
    survivors = without(survivors, out);
    compared = runs;
  }
  return { survivors, dropped, runs: compared, isOver: survivors.length === 1 };
}

/** The condition of all races: of rare and great differences too few runs know nothing. */
export const nearNormal = 'for differences near the normal distribution';

/**
 * What the race promises, and under which conditions.
 *
 * @param plans at least 2
 */
export function raceGuarantee(
  plans: number,
  { confidence, rule }: Pick<RaceQuestion, 'confidence' | 'rule'>,
): RaceGuarantee {
  const sure = percentText(confidence);
  if ('indifferent' in rule)
    return {
      method: 'Kim-Nelson',
      confidence,
      sentence:
        `The best of ${plans} plans is kept with ${sure} confidence if it is better than each other plan by at least ` +
        `${rule.indifferent} (Kim and Nelson 2001, ${nearNormal}).`,
    };
  const comparisons = (plans - 1) * rule.looks.length;
  return {
    method: 'Bonferroni',
    confidence,
    sentence:
      `The best of ${plans} plans is kept with ${sure} confidence (Bonferroni over ${countOf(plans - 1, 'comparison')} at ` +
      `${countOf(rule.looks.length, 'look')}: ${percentText(1 - (1 - confidence) / comparisons)} each; ${nearNormal}).`,
  };
}

/** 0.95 -> `95 %`, without the rounding of binary numbers. */
function percentText(share: number): string {
  return `${Number((100 * share).toPrecision(8))} %`;
}
