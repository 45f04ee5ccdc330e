/**
 * What the runs of a study come to: means and differences, requirements, the best plan or the Pareto set.
 */
import { isoFromInstant } from '../../engine/time.ts';
import type {
  AxisResult,
  DroppedPlanResult,
  PlanResult,
  StudyDocument,
  StudyEnd,
  WindowResult,
} from '../../report/study/document.ts';
import { studySentence } from '../../report/study/studySentence.ts';
import type { RunWindow } from '../../scenario/read/window.ts';
import { estimatePlans, meanOf } from './estimates.ts';
import { exampleRuns } from './examples.ts';
import type { Measure } from './measure.ts';
import { guaranteeOf, leaderOf, rivalsOf } from './planRace.ts';
import { type ComparedPlan, measuredCount, type PlanRuns } from './planRuns.ts';
import { joinedVerdict, judgeRequirements, type RequirementTest, statementsOf } from './requirements.ts';
import type { StudyObjective, StudySpec } from './spec/studySpec.ts';

/** One point of a study. */
export interface StudiedPlan extends ComparedPlan {
  /** Its value on each axis, as written; null: the study has no axes. */
  readonly axes: { readonly [axis: string]: string } | null;
  /** Of the scenario; '' if the plan is refused. */
  readonly seed: string;
}

export interface StudyQuestion {
  readonly spec: StudySpec;
  /** The points, the base first. One or more. */
  readonly plans: readonly StudiedPlan[];
  /** All that are needed, one or more; those of requirements, goals and stops are among them. */
  readonly measures: readonly Measure[];
  readonly axes: readonly AxisResult[];
  readonly currency: string;
  /** How many single requests one run of each plan has, all plans together, about. */
  readonly requests: number;
}

/** How a study went. */
export interface StudyCourseEnd {
  readonly test: RequirementTest;
  readonly stopped: StudyEnd;
  /** By the name of the plan. */
  readonly dropped: ReadonlyMap<string, DroppedPlanResult>;
  readonly isRaceOver: boolean;
  /** Plans that could be run; they share the confidence. */
  readonly entrants: number;
  /** The numbers of runs at which it might have stopped; empty: their number was fixed before. */
  readonly sizes: readonly number[];
}

/** The document of a study. @param all the runs of each plan, in the order of the plans */
export function studyDocument(
  { spec, axes, currency, measures }: StudyQuestion,
  all: readonly PlanRuns<StudiedPlan>[],
  end: StudyCourseEnd,
): StudyDocument {
  const { test, stopped, dropped, isRaceOver, entrants, sizes } = end;
  const { name, requirements, objectives, confidence, racing, window } = spec;
  const chance = test === 'exact' ? 'none' : 'present';
  const judging = { statements: statementsOf(spec, entrants), test };
  const estimates = estimatePlans(all, { confidence, chance });
  const names = measures.flatMap((one) => (one.kind === 'metric' ? one.name : []));
  const plans = all.map((one, index): PlanResult => {
    const found = estimates.plans[index];
    if (found === undefined) throw new Error(`the plan ${one.plan.name} has no estimates`);
    const droppedAs = dropped.get(one.plan.name);
    const examples = exampleRuns(one, spec, names);
    const isJudged = requirements.length > 0 && one.refusal === null;
    return {
      ...found,
      ...(one.plan.axes === null ? {} : { axes: one.plan.axes }),
      ...(isJudged ? { requires: judgeRequirements(one, requirements, judging) } : {}),
      ...(examples.length === 0 ? {} : { examples }),
      ...(droppedAs === undefined ? {} : { dropped: droppedAs }),
    };
  });
  const inPlay = all.filter((one) => one.refusal === null && !dropped.has(one.plan.name) && measuredCount(one) > 0);
  const verdictOf = (one: PlanRuns): ReturnType<typeof joinedVerdict> =>
    joinedVerdict(judgeRequirements(one, requirements, judging));
  const met = inPlay.filter((one) => verdictOf(one) === 'met');
  const isUndecided = met.length === 0 && inPlay.some((one) => verdictOf(one) === 'undecided');
  const race = racing === null || chance === 'none' ? null : racing;
  const isOpen = race !== null && !isRaceOver;
  const [objective, other] = objectives;
  const best = objective === undefined || isOpen ? null : (leaderOf(met, objective)?.plan.name ?? null);
  const isSingle = objective !== undefined && other === undefined;
  // A race leaves no rival; where nothing is random, means are exact.
  const rivals =
    isSingle && best !== null && race === null && chance === 'present'
      ? rivalsOf(met, { objective, confidence, sizes }, entrants)
      : [];
  const isAnswered = isSingle ? best !== null : met.length > 0;
  const document: Omit<StudyDocument, 'sentence'> = {
    schema: 'svcsim/study/1',
    name,
    chance,
    confidence,
    confidenceOfEach: estimates.confidenceOfEach,
    plans,
    differences: estimates.differences,
    conditions: [],
    ...(axes.length === 0 ? {} : { axes }),
    ...(objectives.length === 0 ? {} : { goals: objectives.map(goalOf) }),
    ...(isSingle ? { best } : {}),
    ...(rivals.length === 0 ? {} : { rivals }),
    ...(objective !== undefined && other !== undefined ? { pareto: paretoPlans(met, [objective, other]) } : {}),
    verdict: isAnswered ? 'answered' : isUndecided || (isOpen && met.length > 0) ? 'undecided' : 'no plan',
    stopped,
    ...(window === null ? {} : { window: windowResult(window) }),
    ...(race !== null && objective !== undefined && entrants > 1
      ? { guarantee: guaranteeOf({ ...race, objective, confidence, sizes }, entrants, requirements) }
      : {}),
  };
  return { ...document, sentence: studySentence(document, currency) };
}

function windowResult({ from, until, arrivals }: RunWindow): WindowResult {
  return {
    from: isoFromInstant(from),
    until: isoFromInstant(until),
    ...(arrivals === null ? {} : { arrivals }),
  };
}

function goalOf({ measure, better }: StudyObjective): NonNullable<StudyDocument['goals']>[number] {
  return { measure: measure.name, direction: better === 'less' ? 'minimise' : 'maximise' };
}

/**
 * The plans that no other plan beats: none is at least as good by both means, and better by one. Plans with the same
 * means are all in. A plan without a value of one of the two is not.
 */
export function paretoPlans(
  plans: readonly PlanRuns[],
  objectives: readonly [StudyObjective, StudyObjective],
): string[] {
  const points = plans.flatMap(({ plan, values }) => {
    const costs = objectives.flatMap(({ measure, better }) => {
      const mean = meanOf(values, measure.name);
      if (mean === null) return [];
      return better === 'less' ? mean : -mean;
    });
    return costs.length === objectives.length ? [{ name: plan.name, costs }] : [];
  });
  const beats = (one: readonly number[], other: readonly number[]): boolean =>
    one.every((cost, index) => cost <= (other[index] ?? 0)) && one.some((cost, index) => cost < (other[index] ?? 0));
  return points.filter(({ costs }) => points.every((other) => !beats(other.costs, costs))).map(({ name }) => name);
}
