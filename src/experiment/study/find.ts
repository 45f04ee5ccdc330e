/**
 * The break-even: from which value of one path on a condition begins to hold, or ceases to.
 */
import { mean } from 'simple-statistics';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { holds } from '../../report/fold/watcher.ts';
import type { FindDocument, TriedValue } from '../../report/study/findDocument.ts';
import { findSentence } from '../../report/study/findSentence.ts';
import { type Axis, axisValue } from './axis.ts';
import type { Goal } from './goal.ts';
import type { PlanText } from './planText.ts';
import { runCommand } from './runCommand.ts';
import { isRefused, type PlanRefusal, type RunJob, type Runner, type RunResult } from './runner.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import { repeatedVerdict } from './statistics/repeatedLooks.ts';
import type { Requirement } from './statistics/requirement.ts';
import { firstLookRuns, lookSizes } from './statistics/stopping.ts';
import type { StudyProgress } from './steps.ts';

export interface BreakEvenQuestion {
  readonly name: string;
  readonly axis: Axis;
  /** The plan with this text at the path, or why it cannot be. */
  readonly planAt: (text: string) => PlanText | PlanRefusal;
  readonly goal: Goal;
  /** The condition holds at a value if it holds in at least this share of all runs; above 0, below 1. */
  readonly probability: number;
  /** Of all verdicts together; above 0, below 1. */
  readonly confidence: number;
  /** Runs of one value at most, 1 or more. */
  readonly runsMost: number;
}

/** Values between the ends that are tried before the search by halves, so that a second change of side is seen. */
export const scanValues = 5;

/**
 * Searches for the break-even. Yields its progress after each run; the document does not depend on the order in which
 * runs end.
 *
 * Both ends come first: if they agree, there is no single break-even. Then come five evenly spaced values between them,
 * and halves of the first gap whose two sides differ. If a value cannot be decided, the search goes on at both sides of
 * it, so the two values that are reported are as near as the runs allow.
 *
 * All values share the luck of their replications. A value where nothing is drawn is run once. Elsewhere the runs grow
 * (20, 30, 45, ...) until a test that may be repeated decides, or until `runsMost`. Its confidence is shared by as many
 * values as may be tried (Bonferroni). Values chosen after earlier verdicts are covered, too, if in every run the
 * condition changes only once over the range: then all verdicts follow from the two beside the break-even.
 */
export async function* find(asked: BreakEvenQuestion, runner: Runner): AsyncGenerator<StudyProgress, FindDocument> {
  const search = new Search(asked, runner);
  const { steps } = asked.axis;
  yield* search.decide([0, steps]);
  const ends = [search.verdictAt(0), search.verdictAt(steps)];
  if (ends.every(isSide)) {
    yield* search.decide(scanned(steps));
    // Ends that agree have no single break-even between them, whatever the scan shows.
    const isOpen = ends[0] !== ends[1];
    for (let next = search.middles(); isOpen && next.length > 0; next = search.middles()) yield* search.decide(next);
  }
  return search.document();
}

type Verdict = TriedValue['verdict'];

function isSide(verdict: Verdict | undefined): boolean {
  return verdict === 'holds' || verdict === 'does not hold';
}

/** Evenly spaced values between the ends, each once. */
function scanned(steps: number): number[] {
  const all = Array.from({ length: scanValues }, (_, index) => Math.round(((index + 1) * steps) / (scanValues + 1)));
  return [...new Set(all)].filter((index) => index > 0 && index < steps);
}

/** How many values may be tried: ends, those of the scan, and halves of a gap, at both sides of undecided values. */
export function valuesMost(axis: Axis): number {
  let halves = 0;
  for (let gap = Math.ceil(axis.steps / (scanValues + 1)); gap > 1; gap = Math.ceil(gap / 2)) halves += 1;
  return 2 + scanned(axis.steps).length + 2 * halves;
}

/** What a value has come to so far. */
interface Trial {
  readonly index: number;
  readonly plan: PlanText | PlanRefusal;
  /** By replication. */
  readonly results: RunResult[];
  tried: TriedValue;
}

/** Two tried values with no decided one between them, at which the verdicts differ. */
interface Bracket {
  readonly from: number;
  readonly until: number;
}

class Search {
  private readonly trials = new Map<number, Trial>();
  private readonly requirement: Requirement;
  private readonly most: number;
  private done = 0;
  private readonly asked: BreakEvenQuestion;
  private readonly runner: Runner;

  constructor(asked: BreakEvenQuestion, runner: Runner) {
    this.asked = asked;
    this.runner = runner;
    this.most = valuesMost(asked.axis);
    const { probability, confidence } = asked;
    this.requirement = { probability, confidence: sharedConfidence(confidence, this.most) };
  }

  verdictAt(index: number): Verdict | undefined {
    return this.trials.get(index)?.tried.verdict;
  }

  /** Runs values until each is decided, or has had the most runs. */
  async *decide(indices: readonly number[]): AsyncGenerator<StudyProgress> {
    let open = indices.map((index) => this.open(index)).filter(({ plan }) => !isRefused(plan));
    const { runsMost } = this.asked;
    for (const size of [1, ...lookSizes({ least: firstLookRuns, most: runsMost })]) {
      yield* this.perform(open, size);
      for (const trial of open) trial.tried = this.judged(trial);
      // What has no value in any of the first runs will have none.
      open = open.filter(
        ({ tried }) => tried.verdict === 'undecided' && !tried.isExact && (size === 1 || tried.runs > 0),
      );
      if (open.length === 0) return;
    }
  }

  /** The values to try next: the middle of each gap around the break-even that has one. */
  middles(): number[] {
    const bracket = this.bracket();
    if (bracket === null) return [];
    const { from, until } = bracket;
    const inner = [...this.trials.keys()].filter((index) => index > from && index < until).sort((a, b) => a - b);
    const [first = until, last = from] = [inner.at(0), inner.at(-1)];
    const gaps = inner.length === 0 ? [[from, until] as const] : [[from, first] as const, [last, until] as const];
    return gaps.flatMap(([low, high]) => (high - low > 1 ? [Math.floor((low + high) / 2)] : []));
  }

  document(): FindDocument {
    const { name, axis, goal, probability, confidence } = this.asked;
    const values = this.sorted().map(({ tried }) => tried);
    const sides = values.filter(({ verdict }) => isSide(verdict));
    const changes = sides.filter(({ verdict }, at) => at > 0 && verdict !== sides[at - 1]?.verdict).length;
    const ends = [values.at(0), values.at(-1)];
    const areAlike = ends.every((end) => isSide(end?.verdict)) && ends[0]?.verdict === ends[1]?.verdict;
    const bracket = areAlike ? null : this.bracket();
    const between = bracket === null ? [] : [bracket.from, bracket.until];
    const [low = null, high = null] = between.map((index) => axisValue(axis, index).value);
    /** The nearest value on one side; without a bracket an end, if it alone is known. */
    const nearestAt = (side: Verdict): number | null => {
      if (areAlike) return null;
      if (bracket === null) return ends.find((end) => end?.verdict === side)?.value ?? null;
      return this.verdictAt(bracket.from) === side ? low : high;
    };
    const isFound = bracket !== null && bracket.until - bracket.from === 1;
    const document: FindDocument = {
      schema: 'svcsim/find/1',
      name,
      sentence: '',
      answer: areAlike ? 'none' : isFound ? 'found' : 'undecided',
      path: axis.path,
      unit: axis.unit,
      measure: goal.measure.name,
      until: goal.text,
      holdsAt: nearestAt('holds'),
      failsAt: nearestAt('does not hold'),
      low,
      high,
      within: Number(formatDecimal(axis.step)),
      runs: this.done,
      chance: values.every(({ isExact, verdict }) => isExact || verdict === 'refused') ? 'none' : 'present',
      probability,
      confidence,
      confidenceOfEach: this.requirement.confidence,
      isMonotone: changes <= 1,
      values,
    };
    return { ...document, sentence: findSentence(document) };
  }

  private open(index: number): Trial {
    const { text, value } = axisValue(this.asked.axis, index);
    const plan = this.asked.planAt(text);
    const tried: TriedValue = {
      value,
      text,
      verdict: isRefused(plan) ? 'refused' : 'undecided',
      isExact: false,
      held: 0,
      runs: 0,
      ...unknown,
      ...(isRefused(plan) ? { refused: { rule: plan.rule, message: plan.message } } : {}),
    };
    const trial = { index, plan, results: [], tried };
    this.trials.set(index, trial);
    return trial;
  }

  /** Brings each value to so many runs, all in one batch. */
  private async *perform(open: readonly Trial[], size: number): AsyncGenerator<StudyProgress> {
    const byKey = new Map<string, { readonly trial: Trial; readonly replication: number }>();
    const jobs = open.flatMap((trial): RunJob[] => {
      const { plan, results, tried } = trial;
      if (isRefused(plan)) return [];
      return Array.from({ length: Math.max(0, size - results.length) }, (_, at) => {
        const replication = results.length + at;
        const key = `${tried.text} ${replication}`;
        byKey.set(key, { trial, replication });
        return { key, plan, replication, measures: [this.asked.goal.measure] };
      });
    });
    const settled = this.trials.size - open.length;
    const later = Math.round((this.most - this.trials.size) * (settled === 0 ? 1 : this.done / this.trials.size));
    const of = this.done + jobs.length + Math.max(0, later);
    for await (const result of this.runner.run(jobs)) {
      const found = byKey.get(result.key);
      if (found === undefined) throw new Error(`nobody asked for the run ${result.key}`);
      found.trial.results[found.replication] = result;
      this.done += 1;
      yield { done: this.done, of };
    }
  }

  private judged({ tried, results, plan }: Trial): TriedValue {
    const { measure, comparison } = this.asked.goal;
    const { value, text } = tried;
    const refusal = results.find((result) => result.kind === 'refused')?.refusal;
    const failed = results.flatMap((result, replication) =>
      result.kind === 'failed'
        ? [
            {
              replication,
              message: result.message,
              ...(isRefused(plan) ? {} : { command: runCommand(plan, replication) }),
            },
          ]
        : [],
    );
    const measured = results.filter((result) => result.kind === 'measured');
    const values = measured.flatMap((result) => result.values[measure.name] ?? []);
    const held = values.filter((one) => holds(comparison, one)).length;
    const isExact = measured.length > 0 && measured.every(({ isDrawn }) => !isDrawn);
    const counts = { value, text, isExact, held, runs: values.length };
    const seen =
      values.length === 0
        ? unknown
        : { mean: mean(values), least: Math.min(...values), greatest: Math.max(...values), low: null, high: null };
    const faults = failed.length === 0 ? {} : { failed };
    if (refusal !== undefined) {
      const refused = { rule: refusal.rule, message: refusal.message };
      return { ...counts, verdict: 'refused', ...seen, refused, ...faults };
    }
    if (values.length === 0) return { ...counts, verdict: 'undecided', ...seen, ...faults };
    if (isExact) return { ...counts, verdict: held > 0 ? 'holds' : 'does not hold', ...seen, ...faults };
    const { verdict, low, high } = repeatedVerdict(held, values.length, this.requirement);
    return { ...counts, verdict: verdicts[verdict], ...seen, low, high, ...faults };
  }

  /** The first change of side from the low end on. */
  private bracket(): Bracket | null {
    const sides = this.sorted().filter(({ tried }) => isSide(tried.verdict));
    for (const [at, one] of sides.entries()) {
      const before = sides[at - 1];
      if (before !== undefined && before.tried.verdict !== one.tried.verdict)
        return { from: before.index, until: one.index };
    }
    return null;
  }

  private sorted(): Trial[] {
    return [...this.trials.values()].sort((a, b) => a.index - b.index);
  }
}

const unknown = { low: null, high: null, mean: null, least: null, greatest: null };

const verdicts = { met: 'holds', 'not met': 'does not hold', undecided: 'undecided' } as const;
