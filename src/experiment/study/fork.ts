/**
 * One past, several futures: what each change at an instant of a run comes to, and where the futures first differ.
 */
import type { Instant } from '../../engine/time.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { FirstDifference, ForkDocument, RefusedChangeAt } from '../../report/study/forkDocument.ts';
import { forkSentence } from '../../report/study/forkSentence.ts';
import { comparisonDocument, type PlanComparison } from './compare.ts';
import type { Future, FutureResult } from './forkedRun.ts';
import { type StepTemplates, stepTexts } from './futureSteps.ts';
import { type ActQuestion, futureKey, PlanOutcomes, unactedShare } from './lastChance.ts';
import type { Measure } from './measure.ts';
import { resultKey } from './planRuns.ts';
import type { PlanText } from './planText.ts';
import type { RunJob, Runner, RunResult } from './runner.ts';
import type { Chance } from './statistics/estimate.ts';
import type { StudyProgress } from './steps.ts';

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
  /** From the start of the run, included, to its end, excluded; the first instant of `act`. */
  readonly at: Instant;
  /** What the plans are to prevent; null: nobody asks. */
  readonly act: ActQuestion | null;
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
 * Replication 0 comes first: if nothing was drawn in any of its futures, that is all. If a bad end is to be prevented,
 * each run is forked at all instants of `act` on its one way through the past. The last instant that is in time is then
 * searched by halves between the two instants at which the answer changes, in each run that turns there.
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
  const { act } = asked;
  if (act === null) return documentOf(asked, results, chance);
  const outcomes = asked.plans.map(({ name }) => new PlanOutcomes(name, act, results));
  for (;;) {
    const { jobs, tried } = halves(asked, act, outcomes);
    if (jobs.length === 0) break;
    let done = 0;
    for await (const result of runner.run(jobs)) {
      for (const { plan, replication, at } of tried)
        if (String(replication) === result.key) plan.learn(replication, at, result);
      done += 1;
      yield { done: results.size + done, of: results.size + jobs.length };
    }
  }
  const acted = {
    until: act.end.text,
    probability: act.probability,
    unacted: unactedShare(act, results),
    instants: outcomes.flatMap((plan) => plan.instants),
    deadlines: outcomes.map((plan) => plan.deadline()),
  };
  return documentOf(asked, results, chance, acted);
}

function jobOf({ base, entries, plans, at, measures, act }: ForkQuestion, replication: number): RunJob {
  const first = plans.map((plan): Future => ({ ...futureAt(plan, at), isCompared: replication === 0 }));
  const later = (act?.instants ?? []).filter((instant) => instant !== at);
  const others = later.flatMap((instant) =>
    plans.map((plan): Future => ({ ...futureAt(plan, instant), measures: measuresOf(act) })),
  );
  return {
    key: String(replication),
    plan: base,
    replication,
    measures: [...measures, ...measuresOf(act)],
    futures: { entries, all: [...first, ...others], isBaseMeasured: true },
  };
}

function futureAt({ name, steps }: ForkPlan, at: Instant): Future {
  return { key: futureKey(name, at), at, steps: stepTexts(steps, at), isCompared: false };
}

function measuresOf(act: ActQuestion | null): readonly Measure[] {
  return act === null ? [] : [act.end.measure];
}

/** An instant that is tried in one run of a plan. */
interface Tried {
  readonly plan: PlanOutcomes;
  readonly replication: number;
  readonly at: Instant;
}

/** The next instants to try: one job for each replication. */
function halves(
  { base, entries, plans }: ForkQuestion,
  act: ActQuestion,
  outcomes: readonly PlanOutcomes[],
): { readonly jobs: readonly RunJob[]; readonly tried: readonly Tried[] } {
  const [first = 0, next = first] = act.instants;
  const within = Math.floor((next - first) / halvesOf);
  const tried = outcomes.flatMap((plan) =>
    [...plan.middles(within)].map(([replication, at]) => ({ plan, replication, at })),
  );
  const replications = [...new Set(tried.map(({ replication }) => replication))].sort((a, b) => a - b);
  const jobs = replications.map((replication): RunJob => {
    const own = tried.filter((one) => one.replication === replication);
    const all = own.flatMap(({ plan, at }) =>
      plans.filter(({ name }) => name === plan.plan).map((one): Future => futureAt(one, at)),
    );
    const futures = { entries, all, isBaseMeasured: false };
    return { key: String(replication), plan: base, replication, measures: measuresOf(act), futures };
  });
  return { jobs, tried };
}

/** The last instant is searched to this part of the time between two instants. */
const halvesOf = 32;

/** Whether chance decides anything in a run or in one of its futures. */
function isDrawn(result: RunResult | undefined): boolean {
  if (result?.kind !== 'measured') return false;
  return result.isDrawn || (result.futures ?? []).some((future) => future.kind === 'measured' && future.isDrawn);
}

type Acted = Pick<ForkDocument, 'until' | 'probability' | 'unacted' | 'instants' | 'deadlines'>;

function documentOf(
  asked: ForkQuestion,
  results: ReadonlyMap<number, RunResult>,
  chance: Chance,
  acted: Acted = {},
): ForkDocument {
  const { name, base, plans, at, measures, runs, confidence, currency, act } = asked;
  const byPlan = new Map<string, RunResult>();
  for (const [replication, result] of results) {
    byPlan.set(resultKey(name, replication), without(result, act, measures));
    for (const plan of plans)
      byPlan.set(resultKey(plan.name, replication), without(resultOf(plan, at, result), act, measures));
  }
  const refusals = plans.flatMap((plan) => refusalOf(plan, at, results));
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
      // No command makes a future again: `run` changes whole runs.
      ...plans.map((plan) => ({ name: plan.name, changes: plan.changes, source: base, isPast: true })),
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
    firstDifference: plans.map((plan) => firstOf(plan, at, results.get(0))),
    refusals,
    ...acted,
  };
  return { ...document, sentence: forkSentence(document, currency) };
}

/** A result without the bad end, unless that is one of the measures. */
function without(result: RunResult, act: ActQuestion | null, measures: readonly Measure[]): RunResult {
  if (act === null || result.kind !== 'measured') return result;
  const { name } = act.end.measure;
  if (measures.some((measure) => measure.name === name)) return result;
  const { [name]: _, ...values } = result.values;
  return { ...result, values };
}

function futureOf({ name }: ForkPlan, at: Instant, result: RunResult | undefined): FutureResult | undefined {
  return result?.kind === 'measured' ? result.futures?.find(({ key }) => key === futureKey(name, at)) : undefined;
}

/** The result of a plan in a replication: that of its future, or why the whole replication has none. */
function resultOf(plan: ForkPlan, at: Instant, result: RunResult): RunResult {
  if (result.kind !== 'measured') return result;
  const future = futureOf(plan, at, result);
  if (future === undefined) throw new Error(`the run ${result.key} has no future ${plan.name}`);
  return future;
}

function firstOf(plan: ForkPlan, at: Instant, result: RunResult | undefined): FirstDifference {
  const future = futureOf(plan, at, result);
  return { plan: plan.name, entry: future?.kind === 'measured' ? future.first : null };
}

/** In how many replications the platform refused a request of the plan; none: in none. */
function refusalOf(plan: ForkPlan, at: Instant, results: ReadonlyMap<number, RunResult>): RefusedChangeAt[] {
  const measured = [...results.values()].flatMap((result) => {
    const future = futureOf(plan, at, result);
    return future?.kind === 'measured' ? [future] : [];
  });
  const refused = measured.flatMap((future) => (future.refused === null ? [] : [future.refused]));
  const [first] = refused;
  return first === undefined
    ? []
    : [{ plan: plan.name, refused: refused.length, runs: measured.length, rule: first.rule, message: first.message }];
}
