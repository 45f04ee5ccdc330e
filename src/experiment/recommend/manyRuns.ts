/**
 * What should be changed in a scenario, over several replications.
 *
 * One replication is searched (`recommend`): the scenario's own, or the first one that shows a worse problem. All that
 * it proposes then runs in every replication, and is judged by all of them together: by rates instead of counts. What
 * breaks an expectation in any run, or gains nothing over all of them, is dropped.
 */
import type { Scenario } from '../../scenario/scenario.ts';
import { Batches, type BatchRun, replicationsFrom } from '../study/batches.ts';
import { capturePlan, type PlanText } from '../study/planText.ts';
import type { Runner } from '../study/runner.ts';
import type { StudyProgress } from '../study/steps.ts';
import { gainOf, nextStep, type Passed, requestsLeft } from './choice.ts';
import { figuresOf } from './figures.ts';
import { figuresFrom, figuresMeasure } from './figureValues.ts';
import { type Accepted, effectOf, judge, notNeeded, type Rejected } from './judge.ts';
import { type AdviceInput, applied } from './plan.ts';
import { pooled } from './pooled.ts';
import type { Alternative, Figures } from './question.ts';
import { type AdviceOutcome, recommend } from './recommend.ts';
import { RunsAhead } from './runsAhead.ts';
import type { ChosenChange, Open, SearchLimits } from './search.ts';
import { mergeSettings, type Setting } from './setting.ts';
import { studiedTrial, type Trial } from './trial.ts';

export interface ManyRunsOptions {
  /** Replications, one or more. */
  readonly runs: number;
  /** Of all intervals together; above 0, below 1. */
  readonly confidence: number;
  /** Of the search. */
  readonly limits?: SearchLimits;
}

/** What was found and proved. */
export interface ProvedAdvice {
  /** Figures and effects are those of the scenario's own replication. */
  readonly outcome: AdviceOutcome;
  readonly confidence: number;
  readonly searchedReplication: number;
  readonly replications: number;
  /** Null: nothing is random, so the outcome says all. */
  readonly many: {
    /** Of the scenario as it is, by replication; its own comes first. */
    readonly base: readonly Figures[];
    /** Of each answer alone, in the order of the answers, and of all together. */
    readonly answers: readonly (readonly Figures[])[];
    readonly together: readonly Figures[];
  } | null;
  /** Of each answer, in the order of the answers; null: it has no next step. */
  readonly steps: readonly (FoundStep | null)[];
}

/** A dearer change in place of an answer, with the figures of both; the scenario's own replication comes first. */
export interface FoundStep {
  readonly alternative: Alternative;
  readonly answer: readonly Figures[];
  readonly step: readonly Figures[];
}

/**
 * Searches, proves, and drops what does not hold. Yields while it works; the result does not depend on the runner.
 *
 * @param scenario what the plan is without any change
 */
export async function* recommendOver(
  input: AdviceInput,
  scenario: Scenario,
  runner: Runner,
  options: ManyRunsOptions,
): AsyncGenerator<StudyProgress, ProvedAdvice> {
  const trial = yield* studiedTrial(scenario);
  const { confidence } = options;
  const { replication } = scenario;
  const { plan } = capturePlan(input.text, input.options);
  const means = { limits: options.limits, plan, runner };
  if (!trial.isDrawn || options.runs === 1) {
    const outcome = yield* search(input, scenario, means, trial);
    return inOneRun(outcome, confidence);
  }
  const batches = new Batches(plan, runner);
  const proof = new Proof(scenario, batches, replicationsFrom(replication, options.runs), figuresOf(trial));
  const base = yield* proof.figuresWith([]);
  if (base === null) throw new Error('the scenario as it is is refused in another replication');
  const lead = worstOf(base);
  const searchedReplication = proof.replications[lead] ?? replication;
  const found =
    lead === 0
      ? yield* search(input, scenario, means, trial)
      : yield* search(...inReplication(input, searchedReplication), means);
  proof.searched = { replication: searchedReplication, figures: found.known };
  const outcome = yield* proof.proved({ ...found, scenario }, base);
  return { ...outcome, confidence, searchedReplication };
}

/** What a search of the scenario's own replication says without any other. */
export function inOneRun(outcome: AdviceOutcome, confidence: number): ProvedAdvice {
  const { replication } = outcome.scenario;
  const { base, answers, known } = outcome;
  const steps = answers.map((answer): FoundStep | null => {
    const found = nextStep(base, answer, answer.others);
    const [before, after] = [answer, found].map((one) => (one === null ? null : known(one.alternative.settings)));
    return found === null || before == null || after == null
      ? null
      : { alternative: found.alternative, answer: [before], step: [after] };
  });
  return { outcome, confidence, searchedReplication: replication, replications: 1, many: null, steps };
}

/** With what a search is performed. */
interface SearchMeans {
  readonly limits: SearchLimits | undefined;
  readonly plan: PlanText;
  readonly runner: Runner;
}

async function* search(
  input: AdviceInput,
  scenario: Scenario,
  { limits, plan, runner }: SearchMeans,
  trial?: Trial,
): AsyncGenerator<StudyProgress, AdviceOutcome> {
  const { perform, width } = runner;
  // One run at a time is performed here: another thread would only take more memory.
  const ahead =
    perform === undefined || width === 1 ? undefined : new RunsAhead(plan, scenario.replication, { perform, width });
  const steps = recommend(input, scenario, limits, trial, ahead);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const { run, of, until } = step.value;
    yield { done: run - 1, of };
    await until;
  }
}

function inReplication({ text, options }: AdviceInput, replication: number): [AdviceInput, Scenario] {
  const input = { text, options: { ...options, replication } };
  const { scenario } = applied(input, []);
  if (scenario === null) throw new Error(`the scenario is refused in replication ${replication}`);
  return [input, scenario];
}

/**
 * The run to search: the first one, unless another breaks more expectations, or has a problem that the first one has
 * not or hardly has. Of several the first.
 */
function worstOf(runs: readonly Figures[]): number {
  const [own] = runs;
  if (own === undefined) return 0;
  const broken = ({ expectations }: Figures): number => expectations.filter(({ pass }) => !pass).length;
  const isWorse = (one: Figures): boolean =>
    [...one.problems].some(([name, count]) => count > worseLeast * Math.max(1, own.problems.get(name) ?? 0));
  const ranked = runs.map((one, index) => ({ index, broken: broken(one), isWorse: isWorse(one) }));
  const most = Math.max(...ranked.map((one) => one.broken));
  if (most > broken(own)) return ranked.find((one) => one.broken === most)?.index ?? 0;
  return ranked.find((one) => one.isWorse)?.index ?? 0;
}

/** A problem that comes up so many times as often is another one. */
const worseLeast = 10;

/** Runs of proposals in all replications. */
class Proof {
  readonly replications: readonly number[];
  /** The replication that was searched, and what it showed; null: none was. */
  searched: { readonly replication: number; readonly figures: AdviceOutcome['known'] } | null = null;
  private readonly scenario: Scenario;
  private readonly batches: Batches;
  private readonly own: Figures;

  /** @param own of the scenario as it is, in its own replication */
  constructor(scenario: Scenario, batches: Batches, replications: readonly number[], own: Figures) {
    this.scenario = scenario;
    this.batches = batches;
    this.replications = replications;
    this.own = own;
  }

  /** By replication; null: the platform refuses the change in one of them. */
  async *figuresWith(settings: readonly Setting[]): AsyncGenerator<StudyProgress, Figures[] | null> {
    const [figures = null] = yield* this.figuresOfAll([settings]);
    return figures;
  }

  /**
   * Runs all answers, each alone and all together, until all of them hold. An answer that does not hold gives way to
   * the next alternative of its question; if there is none, it is dropped.
   */
  async *proved(
    outcome: AdviceOutcome,
    base: readonly Figures[],
  ): AsyncGenerator<StudyProgress, Omit<ProvedAdvice, 'confidence' | 'searchedReplication'>> {
    let answers: readonly ChosenChange[] = outcome.answers;
    const open = [...outcome.open];
    const all = pooled(base);
    for (;;) {
      const settings = [...answers.map(({ alternative }) => alternative.settings), settingsOf(answers)];
      const runs = yield* this.figuresOfAll(settings);
      const verdicts = answers.map((_, index) => this.verdictOn(all, runs[index] ?? null));
      const together = runs.at(-1) ?? null;
      if (verdicts.every(({ isAccepted }) => isAccepted)) {
        const whole = answers.length === 0 ? null : this.verdictOn(all, together, 'whole');
        if (whole === null || whole.isAccepted) {
          const each = runs.slice(0, -1).map((one) => one ?? []);
          const steps = yield* this.nextSteps(all, answers, each);
          return {
            steps,
            replications: this.replications.length,
            many: { base, answers: each, together: together ?? base },
            outcome: this.ofOwn({ ...outcome, answers, open }, each, together ?? base),
          };
        }
        const gains = verdicts.map((verdict) => (verdict.isAccepted ? gainOf(verdict) : 0));
        const least = gains.indexOf(Math.min(...gains));
        const why = `together with the other changes: ${whole.why}; alone it passes, but it gains least`;
        open.push(
          ...answers.flatMap((one, index) => (index === least ? [openedBy(one, { stoppedBy: 'together', why })] : [])),
        );
        answers = answers.filter((_, index) => index !== least);
        continue;
      }
      answers = answers.flatMap((answer, index): ChosenChange[] => {
        const verdict = verdicts[index];
        if (verdict === undefined || verdict.isAccepted) return [answer];
        const next = nextOf(answer, verdict);
        if (next === null) open.push(openedBy(answer, verdict));
        return next === null ? [] : [next];
      });
    }
  }

  /** The next step of each answer: a candidate of the search that is one over all runs, too. */
  private async *nextSteps(
    base: Figures,
    answers: readonly ChosenChange[],
    runs: readonly (readonly Figures[])[],
  ): AsyncGenerator<StudyProgress, (FoundStep | null)[]> {
    const steps: (FoundStep | null)[] = [];
    for (const [index, answer] of answers.entries()) {
      const own = runs[index] ?? [];
      steps.push(yield* this.nextStepOf(base, answer, own));
    }
    return steps;
  }

  private async *nextStepOf(
    base: Figures,
    answer: ChosenChange,
    own: readonly Figures[],
  ): AsyncGenerator<StudyProgress, FoundStep | null> {
    const proposal = passedOver(base, answer, own, answer.question.target);
    if (proposal === null) return null;
    const searched = this.searched?.figures([]) ?? this.own;
    let { others } = answer;
    for (let tried = 0; tried < stepsMost; tried += 1) {
      // Dearer than the proposal, and half of what it leaves, in the replication that was searched.
      const candidate = nextStep(searched, answer, others);
      if (candidate === null) return null;
      others = others.filter((one) => one !== candidate);
      const step = yield* this.figuresWith(candidate.alternative.settings);
      const passed = step === null ? null : passedOver(base, candidate, step, answer.question.target);
      if (step === null || passed === null || nextStep(base, proposal, [passed]) === null) continue;
      return { alternative: candidate.alternative, answer: own, step };
    }
    return null;
  }

  /** Whether a change, or the whole of all changes, holds over all runs. */
  private verdictOn(base: Figures, runs: readonly Figures[] | null, of: 'one' | 'whole' = 'one'): Accepted | Stopped {
    const count = this.replications.length;
    if (runs === null)
      return { isAccepted: false, stoppedBy: 'rule', why: `the platform refuses it in one of ${count} runs` };
    const verdict = judge(base, pooled(runs));
    if (verdict.isAccepted && (verdict.isNeeded || of === 'whole')) return verdict;
    if (verdict.isAccepted)
      return { isAccepted: false, stoppedBy: 'gain', why: `over ${count} runs: ${notNeeded(verdict.effect)}` };
    return { isAccepted: false, stoppedBy: verdict.stoppedBy, why: `over ${count} runs: ${verdict.why}` };
  }

  /** Effects as the scenario's own replication has them, which comes first. */
  private ofOwn(
    outcome: AdviceOutcome,
    answers: readonly (readonly Figures[])[],
    together: readonly Figures[],
  ): AdviceOutcome {
    const { own } = this;
    return {
      ...outcome,
      base: own,
      together: together[0] ?? own,
      runs: outcome.runs + this.batches.runs,
      answers: outcome.answers.map((answer, index): ChosenChange => {
        const after = answers[index]?.[0] ?? own;
        return { ...answer, verdict: { ...answer.verdict, effect: effectOf(own, after) } };
      }),
    };
  }

  private async *figuresOfAll(
    all: readonly (readonly Setting[])[],
  ): AsyncGenerator<StudyProgress, (Figures[] | null)[]> {
    const run = (settings: readonly Setting[], replication: number): BatchRun => ({
      settings,
      replication,
      measure: figuresMeasure,
    });
    const known = ({ settings, replication }: BatchRun): Figures | null => {
      if (settings.length === 0 && replication === this.scenario.replication) return this.own;
      return replication === this.searched?.replication ? this.searched.figures(settings) : null;
    };
    const runs = all.flatMap((settings) => this.replications.map((replication) => run(settings, replication)));
    const values = yield* this.batches.perform(runs.filter((one) => known(one) === null));
    let next = 0;
    const figures = runs.map((one): Figures | null => {
      const before = known(one);
      if (before !== null) return before;
      const value = values[next++] ?? null;
      return value === null ? null : figuresFrom(value, this.scenario);
    });
    return all.map((_, index) => {
      const own = figures.slice(index * this.replications.length, (index + 1) * this.replications.length);
      const accepted = own.flatMap((one) => one ?? []);
      return accepted.length === own.length ? accepted : null;
    });
  }
}

/** Candidates for a next step that run in all replications. */
const stepsMost = 2;

/** An alternative as all runs together show it; null: they do not accept it. */
function passedOver(base: Figures, one: Passed, runs: readonly Figures[], target: string): Passed | null {
  if (runs.length === 0) return null;
  const all = pooled(runs);
  const verdict = judge(base, all);
  return verdict.isAccepted ? { ...one, verdict, left: requestsLeft(base, all, target) } : null;
}

function settingsOf(answers: readonly ChosenChange[]): readonly Setting[] {
  return answers.reduce<readonly Setting[]>((all, { alternative }) => mergeSettings(all, alternative.settings), []);
}

/** Why a change does not hold. */
interface Stopped extends Pick<Rejected, 'stoppedBy' | 'why'> {
  readonly isAccepted: false;
}

/** An answer as a question without one. */
function openedBy(
  { question, alternative, verdict, rejected }: ChosenChange,
  { stoppedBy, why }: Omit<Stopped, 'isAccepted'>,
): Open {
  const last = { proposed: alternative.proposed, stoppedBy, why, effect: verdict.effect };
  return { question, rejected: [...rejected, last] };
}

/**
 * The next alternative of a question: in its order the first one that nothing but a better alternative has stopped.
 * Null: there is none.
 */
function nextOf(answer: ChosenChange, stopped: Stopped): ChosenChange | null {
  const { question, rejected } = openedBy(answer, stopped);
  const isStopped = (proposed: string): boolean =>
    rejected.some((one) => one.proposed === proposed && one.stoppedBy !== 'dearer' && one.stoppedBy !== 'untried');
  const alternative = question.alternatives.find(({ proposed }) => !isStopped(proposed));
  if (alternative === undefined) return null;
  const known = answer.others.find((one) => one.alternative.proposed === alternative.proposed);
  return {
    ...answer,
    ...(known ?? { alternative, told: '' }),
    rejected: rejected.filter(({ proposed }) => proposed !== alternative.proposed),
    others: answer.others.filter((one) => one !== known),
  };
}
