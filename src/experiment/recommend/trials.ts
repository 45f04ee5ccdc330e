/**
 * Runs of a scenario with changes, each made once, each judged against the scenario as it is.
 */

import type { Scenario } from '../../scenario/scenario.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import type { Values } from '../study/measure.ts';
import { figuresOf } from './figures.ts';
import { toldFigures } from './figureValues.ts';
import { type Accepted, judge, type Rejected } from './judge.ts';
import { type AdviceInput, applied } from './plan.ts';
import type { Figures } from './question.ts';
import type { RunsAhead } from './runsAhead.ts';
import { keyOf, type Setting } from './setting.ts';
import { type Trial, trialOf } from './trial.ts';

/** How far the present run is. */
export interface TrialProgress {
  /** Counted from 1. */
  readonly run: number;
  /** As many as are known to come, at least. */
  readonly of: number;
  /** 0 to 1. */
  readonly share: number;
  /** There is nothing to be done before this: another thread performs the run. Absent: it is performed here. */
  readonly until?: Promise<void>;
}

/** What the platform refuses is not run. */
export type TrialVerdict =
  | Accepted
  | Rejected
  | { readonly isAccepted: false; readonly stoppedBy: 'rule'; readonly why: string; readonly effect: null };

export class TrialRuns {
  /** So far, the scenario as it is included. */
  runs = 0;
  /** Runs that are known to come, beside those that were. */
  expected = 0;
  private readonly plan: AdviceInput;
  private readonly scenario: Scenario;
  private readonly figures: Map<string, Figures> = new Map();
  private readonly verdicts: Map<string, TrialVerdict> = new Map();
  /** What was run last: the one that is most often asked for again. Without a trial, another thread has run it. */
  private last: { readonly key: string; readonly trial: Trial | null } | null = null;
  private readonly ahead: RunsAhead | null;

  /**
   * @param scenario what the plan is without any change
   * @param ahead performs runs in other threads; null: all are performed here
   */
  constructor(plan: AdviceInput, scenario: Scenario, ahead: RunsAhead | null = null) {
    this.plan = plan;
    this.scenario = scenario;
    this.ahead = ahead;
  }

  /** The scenario as it is. @param own its run, if it is known; it counts as a run */
  *begin(own?: Trial): Generator<TrialProgress, { readonly trial: Trial; readonly figures: Figures }> {
    this.count();
    const trial = own ?? (yield* this.run(this.scenario));
    const figures = figuresOf(trial);
    this.figures.set('', figures);
    return { trial, figures };
  }

  /** Whether this was tried already, so that trying it again costs nothing. */
  knows(settings: readonly Setting[]): boolean {
    return this.verdicts.has(keyOf(settings));
  }

  /** Says what will probably be judged next, the surest first. */
  expect(coming: readonly (readonly Setting[])[]): void {
    this.ahead?.expect(coming.filter((settings) => !this.knows(settings)));
  }

  /**
   * How the scenario with these settings comes out, beside the scenario as it is.
   *
   * @param isAskedAgain whether the run itself will be asked for next (`again`)
   */
  *judge(settings: readonly Setting[], isAskedAgain = false): Generator<TrialProgress, TrialVerdict> {
    const key = keyOf(settings);
    const known = this.verdicts.get(key);
    if (known !== undefined) return known;
    const { scenario, problems } = applied(this.plan, settings);
    let verdict: TrialVerdict;
    if (scenario === null) verdict = { isAccepted: false, stoppedBy: 'rule', why: refusal(problems), effect: null };
    else {
      const figures = yield* this.figuresWith(settings, scenario, isAskedAgain);
      this.figures.set(key, figures);
      verdict = judge(this.figuresOf([]), figures);
    }
    this.verdicts.set(key, verdict);
    return verdict;
  }

  /**
   * The run itself, for what is to be derived from it; made again, as no more than the last is kept. null: the platform
   * refuses it.
   */
  *again(settings: readonly Setting[]): Generator<TrialProgress, Trial | null> {
    const key = keyOf(settings);
    const isLast = this.last?.key === key;
    if (isLast && this.last?.trial != null) return this.last.trial;
    const { scenario } = applied(this.plan, settings);
    if (scenario === null) return null;
    if (!isLast) this.count();
    const trial = yield* this.run(scenario);
    this.last = { key, trial };
    return trial;
  }

  /** Of what was run; null: it was not. */
  knownFigures(settings: readonly Setting[]): Figures | null {
    return this.figures.get(keyOf(settings)) ?? null;
  }

  /** Of what was run. */
  figuresOf(settings: readonly Setting[]): Figures {
    const figures = this.knownFigures(settings);
    if (figures === null) throw new Error('figures of what was not run');
    return figures;
  }

  /** Counts one more run. */
  private count(): void {
    this.runs += 1;
    this.expected = Math.max(0, this.expected - 1);
  }

  private *figuresWith(
    settings: readonly Setting[],
    scenario: Scenario,
    isAskedAgain: boolean,
  ): Generator<TrialProgress, Figures> {
    const key = keyOf(settings);
    this.count();
    // It may just have been performed for another reason.
    if (this.last?.key === key && this.last.trial !== null) return figuresOf(this.last.trial);
    const values = isAskedAgain ? null : yield* this.valuesAhead(settings);
    if (values !== null) {
      this.last = { key, trial: null };
      return toldFigures(values, scenario);
    }
    const trial = yield* this.run(scenario);
    this.last = { key, trial };
    return figuresOf(trial);
  }

  /** What another thread's run comes to; null: none performs it, or it came to no end. */
  private *valuesAhead(settings: readonly Setting[]): Generator<TrialProgress, Values | null> {
    if (this.ahead === null) return null;
    let values: Values | null | undefined;
    const until = this.ahead.valuesOf(settings).then((found) => {
      values = found;
    });
    while (values === undefined) yield { ...this.progress, share: 0, until };
    return values;
  }

  private get progress(): { readonly run: number; readonly of: number } {
    return { run: this.runs, of: this.runs + this.expected };
  }

  private *run(scenario: Scenario): Generator<TrialProgress, Trial> {
    const { run, of } = this.progress;
    yield { run, of, share: 0 };
    const trial = trialOf(scenario);
    for (;;) {
      const step = trial.next();
      if (step.done === true) return step.value;
      yield { run, of, share: step.value };
    }
  }
}

function refusal(problems: readonly Problem[]): string {
  const [first] = problems.filter(({ severity }) => severity === 'error');
  if (first === undefined) return 'the platform refuses it';
  const who = first.rule === null ? 'the changed scenario is invalid' : `the platform refuses it (${first.rule})`;
  return `${who}: ${first.message}`;
}
