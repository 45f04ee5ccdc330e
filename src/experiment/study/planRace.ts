/**
 * The race of a study's plans: who gets no more runs, because another plan is surely better.
 */
import type { DroppedPlanResult } from '../../report/study/document.ts';
import { shareText } from '../../report/study/studySentence.ts';
import { countOf } from '../../report/words/format.ts';
import { meanOf, pairedEstimate, valueFor } from './estimates.ts';
import type { PlanRuns } from './planRuns.ts';
import { statementsOf } from './requirements.ts';
import type { StudyObjective, StudyRacing, StudyRequirement } from './spec/studySpec.ts';
import { oneSidedConfidence, sharedConfidence } from './statistics/manyPlans.ts';
import { nearNormal, type RaceQuestion, raceGuarantee, raceSurvivors } from './statistics/race.ts';

/** A race in one measure. */
export interface PlanRace extends StudyRacing {
  readonly objective: StudyObjective;
  /** That the best plan is kept; above 0, below 1. */
  readonly confidence: number;
  /** The numbers of runs after which plans are compared, all stated before the start. */
  readonly sizes: readonly number[];
}

/** Where a race stands. */
export interface RaceState {
  /** By the name of the plan. */
  readonly dropped: ReadonlyMap<string, DroppedPlanResult>;
  readonly isOver: boolean;
}

/**
 * A race without requirements, by Kim and Nelson with a difference that does not matter, else by Bonferroni.
 *
 * A replication in which a plan has no value counts for no plan. A plan without any value cannot race, and drops out of
 * nothing.
 *
 * @param all plans with their runs so far; those that dropped out have fewer
 */
export function raceOf(all: readonly PlanRuns[], { objective, confidence, indifferent, sizes }: PlanRace): RaceState {
  const of = valueFor(objective.measure.name);
  const valued = all.filter(({ values }) => values.some((one) => of(one) !== null));
  const count = Math.max(0, ...valued.map(({ values }) => values.length));
  const isWhole = Array.from({ length: count }, (_, replication) =>
    valued.every(({ values }) => replication >= values.length || of(values[replication]) !== null),
  );
  const racing = valued.map(({ values }) =>
    values.flatMap((one, replication) => (isWhole[replication] === true ? (of(one) ?? []) : [])),
  );
  if (racing.length === 0) return { dropped: new Map(), isOver: false };
  const nameOf = (plan: number): string => valued[plan]?.plan.name ?? '';
  const question: RaceQuestion = {
    better: objective.better,
    confidence,
    rule: indifferent === null ? { looks: sizes } : { indifferent },
  };
  const { dropped, isOver } = raceSurvivors(racing, question);
  const survivors = valued.filter((_, plan) => dropped.every((one) => one.plan !== plan));
  return {
    dropped: new Map(dropped.map(({ plan, by, runs, isEqual }) => [nameOf(plan), { runs, by: nameOf(by), isEqual }])),
    isOver: isOver || areEqual(survivors, objective),
  };
}

/** Whether plans have the same value in each run: then any of them may be taken. */
export function areEqual(plans: readonly PlanRuns[], { measure }: StudyObjective): boolean {
  const of = valueFor(measure.name);
  const [first] = plans;
  return plans.every(({ values }) => values.every((one, replication) => of(one) === of(first?.values[replication])));
}

/**
 * Which plans another one beats, where plans also have to meet requirements. Only a plan that meets them all beats
 * another: a cheap plan that fails must not drive out the one that holds.
 *
 * The best plan that meets the requirements is compared with each plan that stays. The truly best plan is lost only by
 * a wrong statement: one of R verdicts about itself, or for each other of k plans a verdict (it fails the requirements)
 * or a comparison (it meets them). Each of these k - 1 + R statements takes its share of the risk, and a comparison
 * shares it among the looks (Bonferroni), so it does not matter which plans are compared in the end.
 *
 * @param met plans that surely meet the requirements, of those that are still in the race
 * @param open all plans that are still in the race
 * @param statements k - 1 + R (`statementsOf`)
 */
export function beatenPlans(
  met: readonly PlanRuns[],
  open: readonly PlanRuns[],
  { objective, confidence, indifferent, sizes }: PlanRace,
  statements: number,
): Map<string, DroppedPlanResult> {
  const leader = leaderOf(met, objective);
  const each = raceConfidence(confidence, statements, sizes);
  return new Map(
    open.flatMap((one): (readonly [string, DroppedPlanResult])[] => {
      if (leader === null || one === leader) return [];
      const beaten = comparedWith(one, leader, objective, each);
      if (beaten === null || beaten.worseBy <= -(indifferent ?? 0)) return [];
      return [[one.plan.name, { runs: beaten.runs, by: leader.plan.name, isEqual: beaten.isEqual }]];
    }),
  );
}

/** The confidence of each of the comparisons with the best plan at each look, of which one side counts. */
function raceConfidence(confidence: number, statements: number, sizes: readonly number[]): number {
  return oneSidedConfidence(confidence, statements * Math.max(1, sizes.length));
}

/**
 * The plans that may be as good as the best one: no interval shows that they are worse, all of them and all looks
 * together. Plans that are the same in each run are among them.
 *
 * @param plans how many could be run; they share the confidence
 */
export function rivalsOf(
  all: readonly PlanRuns[],
  { objective, confidence, sizes }: Pick<PlanRace, 'objective' | 'confidence' | 'sizes'>,
  plans: number,
): string[] {
  const leader = leaderOf(all, objective);
  const each = raceConfidence(confidence, Math.max(1, plans - 1), sizes);
  return all.flatMap((one) => {
    if (leader === null || one === leader || meanOf(one.values, objective.measure.name) === null) return [];
    const found = comparedWith(one, leader, objective, each);
    return found !== null && found.worseBy > 0 ? [] : [one.plan.name];
  });
}

/** How much worse a plan surely is than another one; null: there is nothing to compare, or no interval to trust. */
function comparedWith(
  one: PlanRuns,
  leader: PlanRuns,
  { measure, better }: StudyObjective,
  confidence: number,
): { readonly worseBy: number; readonly runs: number; readonly isEqual: boolean } | null {
  const options = { confidence, chance: 'present' } as const;
  const estimate = pairedEstimate(one.values, leader.values, measure.name, options)?.estimate;
  if (estimate === undefined) return null;
  const { runs, mean } = estimate;
  const isEqual = estimate.kind === 'seen' && estimate.why === 'equal';
  const bound = isEqual ? mean : better === 'less' ? estimate.low : estimate.high;
  if (bound === null) return null;
  return { worseBy: better === 'less' ? bound : -bound, runs, isEqual };
}

/** The plan with the best mean; of equal ones the first. Null: no plan has a value. */
export function leaderOf<Runs extends PlanRuns>(
  plans: readonly Runs[],
  { measure, better }: StudyObjective,
): Runs | null {
  let leader: { readonly runs: Runs; readonly mean: number } | null = null;
  for (const runs of plans) {
    const mean = meanOf(runs.values, measure.name);
    if (mean === null) continue;
    if (leader === null || (better === 'less' ? mean < leader.mean : mean > leader.mean)) leader = { runs, mean };
  }
  return leader?.runs ?? null;
}

/**
 * What a race promises, and under which conditions. With requirements it is no surer than the least sure of them,
 * because a wrong verdict may cost the best plan, too.
 *
 * @param plans two or more
 */
export function guaranteeOf(race: PlanRace, plans: number, requirements: readonly StudyRequirement[]): string {
  const { confidence, indifferent, sizes } = race;
  if (requirements.length === 0)
    return raceGuarantee(plans, { confidence, rule: indifferent === null ? { looks: sizes } : { indifferent } })
      .sentence;
  const statements = statementsOf({ requirements, racing: race }, plans);
  const least = Math.min(confidence, ...requirements.map((one) => one.confidence));
  const each = shareText(sharedConfidence(confidence, statements * sizes.length));
  const condition = indifferent === null ? '' : ` if it is better than each other one by at least ${indifferent}`;
  return (
    `Of the plans that meet the requirements: the best of ${plans} plans is kept with ${shareText(least)} confidence` +
    `${condition} (${nearNormal}). Wrong verdicts about requirements are part of this risk (Bonferroni over ` +
    `${statements} statements; comparisons at ${countOf(sizes.length, 'look')}: ${each} each). A plan that was worse by the same ` +
    'amount in each run counts as worse.'
  );
}
