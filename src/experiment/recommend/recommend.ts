/**
 * What should be changed in a scenario: derived from a run, tried by running again with the same streams, taken only
 * where it is better.
 */

import type { Scenario } from '../../scenario/scenario.ts';
import { numberOf } from './figures.ts';
import type { AdviceInput } from './plan.ts';
import type { Figures } from './question.ts';
import { questionsOf, reserveQuestionsOf } from './questions.ts';
import { settled } from './rounds.ts';
import type { RunsAhead } from './runsAhead.ts';
import { type ChosenChange, type Member, type Open, Search, type SearchLimits } from './search.ts';
import type { Setting } from './setting.ts';
import type { Trial } from './trial.ts';
import { type TrialProgress, TrialRuns } from './trials.ts';

export interface AdviceOutcome {
  readonly scenario: Scenario;
  /** Of the scenario as it is. */
  readonly base: Figures;
  /** In the order in which they were asked. */
  readonly answers: readonly ChosenChange[];
  readonly open: readonly Open[];
  /** Of all answers together. */
  readonly together: Figures;
  /** Of the scenario with a change that was tried; null: it was not, or the platform refuses it. */
  readonly known: (settings: readonly Setting[]) => Figures | null;
  readonly rounds: number;
  readonly runs: number;
  readonly untried: number;
}

/** A month of a shop takes a second to run: so many are a minute of waiting. */
export const usualLimits: SearchLimits = { runsMax: 60, roundsMax: 8 };

/**
 * Derives, tries and takes; then applies what was taken and derives again, as autoscalers answer to what is changed,
 * until nothing changes any more or `roundsMax` rounds have passed. Where sets come in a circle, the cheapest of it is
 * taken. Yields while it works.
 *
 * @param scenario what the plan is without any change
 * @param own the run of the scenario as it is, if it is known
 * @param ahead performs runs in other threads: then steps must be waited for (`TrialProgress.until`)
 */
export function* recommend(
  plan: AdviceInput,
  scenario: Scenario,
  limits: SearchLimits = usualLimits,
  own?: Trial,
  ahead?: RunsAhead,
): Generator<TrialProgress, AdviceOutcome> {
  const trials = new TrialRuns(plan, scenario, ahead);
  const search = new Search(trials, limits);
  const { trial, figures } = yield* trials.begin(own);
  const nothing: Member = { key: '', answers: new Map(), settings: [] };
  const next = function* (present: Member): Generator<TrialProgress, Member> {
    if (trials.runs >= limits.runsMax) return present;
    const seen = present === nothing ? trial : ((yield* trials.again(present.settings)) ?? trial);
    yield* search.ask(questionsOf(seen));
    // How much a replica uses hangs on all else that is changed: of what is reserved for it is asked last.
    const { settings } = search;
    const mayRun = trials.runs < limits.runsMax;
    const changed = settings.length > 0 && mayRun ? yield* trials.again(settings) : null;
    yield* search.ask(reserveQuestionsOf(changed ?? seen, trial));
    return yield* search.together();
  };
  const costOf = ({ settings }: Member): number => numberOf(trials.figuresOf(settings).cost);
  const { member, rounds } = yield* settled(nothing, next, costOf, limits.roundsMax);
  const present = yield* search.sound(member);
  return {
    scenario,
    base: figures,
    answers: [...present.answers.values()],
    open: search.openBeside(present.answers),
    together: trials.figuresOf(present.settings),
    known: (settings) => trials.knownFigures(settings),
    rounds,
    runs: trials.runs,
    untried: search.untried,
  };
}
