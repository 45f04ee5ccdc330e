/**
 * Runs a study: plans over a grid of settings, all under the same luck. Which of them meet the requirements, and which
 * is best?
 */
import type { DroppedPlanResult, StudyDocument, StudyEnd } from '../../report/study/document.ts';
import { type BridgePair, bridgesOf, pairsOf } from './bridge.ts';
import { meanOf, pairedEstimate } from './estimates.ts';
import type { Values } from './measure.ts';
import { areEqual, beatenPlans, leaderOf, type PlanRace, raceOf, rivalsOf } from './planRace.ts';
import { jobsOf, measuredCount, type PlanRuns, runsOf } from './planRuns.ts';
import { joinedVerdict, judgeRequirements, type RequirementTest, statementsOf } from './requirements.ts';
import { isRefused, type Runner, type RunResult } from './runner.ts';
import { scheduleOf } from './schedule.ts';
import type { StudyObjective } from './spec/studySpec.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import { stoppingLook, type WidthGoal } from './statistics/stopping.ts';
import type { StudyProgress } from './steps.ts';
import { type StudiedPlan, type StudyQuestion, studyDocument } from './studyDocument.ts';

/** One run that has a result. */
export interface StudyRun {
  readonly point: string;
  readonly axes?: { readonly [axis: string]: string };
  readonly replication: number;
  /** Of the scenario. The run's luck is that of this seed and its replication. */
  readonly seed: string;
  readonly fingerprint: string;
  readonly values: Values;
}

export interface StudyAnswer {
  readonly document: StudyDocument;
  /** By plan, then by replication. */
  readonly runs: readonly StudyRun[];
}

/**
 * Runs a study. Yields its progress after each run; the answer does not depend on the order in which runs end.
 *
 * Each plan first runs once. If nothing was drawn in any of them, that is all. Otherwise the schedule decides: either a
 * number of runs that was fixed before, or looks. A look asks for whole batches: every plan in the study has the same
 * number of runs then.
 */
export async function* study(asked: StudyQuestion, runner: Runner): AsyncGenerator<StudyProgress, StudyAnswer> {
  const course = new StudyCourse(asked, runner);
  yield* course.bring(1);
  if (!course.isDrawn) return await course.answer('exact', { why: 'exact', runs: 1, looks: 1 });
  const schedule = scheduleOf(asked.spec, course.entrants);
  if (schedule.kind === 'planned') {
    yield* course.bring(schedule.runs);
    return await course.answer('planned', { why: 'planned', runs: schedule.runs, looks: 1 });
  }
  for (const [index, runs] of schedule.sizes.entries()) {
    yield* course.bring(runs);
    const why = course.look(runs, schedule.sizes);
    if (why !== null) return await course.answer('looks', { why, runs, looks: index + 1 }, schedule.sizes);
  }
  throw new Error('a study ends at its last look');
}

type Verdict = ReturnType<typeof joinedVerdict>;

/** A study under way. */
class StudyCourse {
  /** How many plans can be run. */
  readonly entrants: number;
  /** How many statements share the confidence of requirements. */
  private readonly statements: number;
  private readonly asked: StudyQuestion;
  private readonly runner: Runner;
  private readonly results = new Map<string, RunResult>();
  /** Runs that were asked for, by plan. */
  private readonly counts = new Map<StudiedPlan, number>();
  private readonly dropped = new Map<string, DroppedPlanResult>();
  private isRaceOver = false;

  constructor(asked: StudyQuestion, runner: Runner) {
    this.asked = asked;
    this.runner = runner;
    this.entrants = asked.plans.filter(({ source }) => !isRefused(source)).length;
    this.statements = statementsOf(asked.spec, this.entrants);
  }

  /** Whether chance can change a result. */
  get isDrawn(): boolean {
    return [...this.results.values()].some((one) => one.kind === 'measured' && one.isDrawn);
  }

  /** Brings each plan that stays in the study to so many runs. */
  async *bring(size: number): AsyncGenerator<StudyProgress> {
    const open = this.open();
    const jobs = open.flatMap((plan) => {
      const from = this.counts.get(plan) ?? 0;
      this.counts.set(plan, Math.max(from, size));
      return jobsOf(plan, this.asked.measures, { from, until: size });
    });
    const of = Math.max(this.results.size + jobs.length, this.least());
    for await (const result of this.runner.run(jobs)) {
      this.results.set(result.key, result);
      yield { done: this.results.size, of };
    }
  }

  /** Plans that get more runs. */
  private open(): StudiedPlan[] {
    return this.asked.plans.filter((plan) => !this.dropped.has(plan.name) && this.runsFor(plan).refusal === null);
  }

  /** Runs that come at least, if anything is random. */
  private least(): number {
    const schedule = scheduleOf(this.asked.spec, this.entrants);
    return this.entrants * (schedule.kind === 'planned' ? schedule.runs : (schedule.sizes[0] ?? 1));
  }

  private runsFor(plan: StudiedPlan): PlanRuns<StudiedPlan> {
    return runsOf(plan, this.counts.get(plan) ?? 0, this.results);
  }

  private verdictOf(runs: PlanRuns, test: RequirementTest): Verdict {
    if (measuredCount(runs) === 0) return 'undecided';
    const { statements } = this;
    return joinedVerdict(judgeRequirements(runs, this.asked.spec.requirements, { statements, test }));
  }

  /** Looks at all runs, and lets plans drop out. @returns why the study stops; null: it goes on */
  look(size: number, sizes: readonly number[]): StudyEnd['why'] | null {
    const { racing, requirements, runs, objectives } = this.asked.spec;
    const [objective] = objectives;
    if (racing !== null && objective !== undefined) this.race({ ...racing, objective, ...this.raceTerms(sizes) });
    const open = this.open().map((plan) => this.runsFor(plan));
    const verdicts = open.map((one) => this.verdictOf(one, 'looks'));
    const areJudged = requirements.length > 0 && verdicts.every((verdict) => verdict !== 'undecided');
    const met = open.filter((_, index) => verdicts[index] === 'met');
    const isChosen =
      runs.until.length === 0 ||
      (objective !== undefined && objectives.length === 1 && this.isBestSure(met, objective, sizes));
    const isDecided = open.length === 0 || (racing === null ? areJudged && isChosen : this.isRaceOver);
    const limits = { least: sizes[0] ?? size, most: runs.most };
    // While a requirement is open, narrow intervals are not enough.
    const goals = requirements.length > 0 && !areJudged ? [] : this.widthGoals(open);
    const stop = stoppingLook({ runs: size, limits, goals, isDecided });
    return stop.kind === 'stop' ? stop.why : null;
  }

  private raceTerms(sizes: readonly number[]): Pick<PlanRace, 'confidence' | 'sizes'> {
    return { confidence: this.asked.spec.confidence, sizes };
  }

  private race(terms: PlanRace): void {
    const all = this.asked.plans.filter(({ source }) => !isRefused(source)).map((plan) => this.runsFor(plan));
    if (this.asked.spec.requirements.length === 0) {
      const state = raceOf(
        all.filter(({ refusal }) => refusal === null),
        terms,
      );
      for (const [name, result] of state.dropped) this.dropped.set(name, result);
      this.isRaceOver = state.isOver;
      return;
    }
    for (const one of all.filter(({ plan }) => !this.dropped.has(plan.name))) {
      if (this.verdictOf(one, 'looks') === 'not met')
        this.dropped.set(one.plan.name, { runs: measuredCount(one), by: null, isEqual: false });
    }
    const open = this.open().map((plan) => this.runsFor(plan));
    const met = open.filter((one) => this.verdictOf(one, 'looks') === 'met');
    for (const [name, result] of beatenPlans(met, open, terms, this.statements)) this.dropped.set(name, result);
    const left = this.open().map((plan) => this.runsFor(plan));
    this.isRaceOver = left.every((one) => this.verdictOf(one, 'looks') === 'met') && areEqual(left, terms.objective);
  }

  private isBestSure(met: readonly PlanRuns[], objective: StudyObjective, sizes: readonly number[]): boolean {
    const rivals = rivalsOf(met, { objective, ...this.raceTerms(sizes) }, this.entrants);
    const left = met.filter(
      ({ plan }) => rivals.includes(plan.name) || plan.name === leaderOf(met, objective)?.plan.name,
    );
    return areEqual(left, objective);
  }

  /** How narrow the differences from the base shall be. A plan that dropped out has none. */
  private widthGoals(open: readonly PlanRuns[]): WidthGoal[] {
    const { spec, measures } = this.asked;
    const [base, ...others] = open;
    if (base === undefined) return [];
    const confidence = sharedConfidence(spec.confidence, Math.max(1, (this.entrants - 1) * measures.length));
    return spec.runs.until.flatMap(({ measure: { name }, halfWidth: { value, isShare } }) => {
      const ofMean = meanOf(base.values, name) ?? Number.NaN;
      const halfWidth = isShare ? { share: value, ofMean } : { absolute: value };
      return others.flatMap((one) => {
        const found = pairedEstimate(one.values, base.values, name, { confidence, chance: 'present' });
        return found === null ? [] : [{ estimate: found.estimate, halfWidth }];
      });
    });
  }

  async answer(test: RequirementTest, stopped: StudyEnd, sizes: readonly number[] = []): Promise<StudyAnswer> {
    const all = this.asked.plans.map((plan) => this.runsFor(plan));
    const { dropped, isRaceOver, entrants } = this;
    const document = studyDocument(this.asked, all, { test, stopped, dropped, isRaceOver, entrants, sizes });
    const bridges = await bridgesOf(this.bridgePairs(document, all), this.runner);
    return {
      document: bridges.length === 0 ? document : { ...document, bridges },
      runs: all.flatMap(finishedRuns),
    };
  }

  /**
   * The pairs of runs whose bills are compared part by part: the base, and the best plan or those of the Pareto set, or
   * else the first plans. None if nobody asks for the bill.
   */
  private bridgePairs({ best, pareto }: StudyDocument, all: readonly PlanRuns<StudiedPlan>[]): BridgePair[] {
    if (this.asked.measures.every(({ name }) => name !== 'bill.total')) return [];
    const named = best == null ? (pareto ?? null) : [best];
    const ran = all.flatMap(({ plan: { name, source }, values }) =>
      isRefused(source) || values.every((one) => one === undefined) ? [] : [{ name, source, values }],
    );
    return pairsOf(ran.filter(({ name }, index) => index === 0 || named === null || named.includes(name)));
  }
}

function finishedRuns({ plan, values, fingerprints }: PlanRuns<StudiedPlan>): StudyRun[] {
  return values.flatMap((one, replication) => {
    const fingerprint = fingerprints[replication];
    if (one === undefined || fingerprint === undefined) return [];
    const axes = plan.axes === null ? {} : { axes: plan.axes };
    return [{ point: plan.name, ...axes, replication, seed: plan.seed, fingerprint, values: one }];
  });
}
