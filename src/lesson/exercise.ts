/**
 * Checks an exercise: the changed scenario is run, and its goal is measured.
 */

import type { Expectation } from '../platform/expectation.ts';
import { type ParseOptions, readScenario } from '../scenario/parse.ts';
import type { Problem } from '../scenario/text/problem.ts';
import { inReadingOrder } from '../scenario/text/problem.ts';
import { ScenarioReading } from '../scenario/text/reading.ts';
import { changedPaths, isAllowed } from './documentChanges.ts';
import type { LessonExercise, LessonSubject } from './lesson.ts';
import { type LessonRun, lessonRun } from './lessonRun.ts';

/** A part of the goal, and whether it is reached. */
export interface GoalResult {
  readonly pass: boolean;
  /** `replicas.total of shop/web always <= 14`. */
  readonly text: string;
  /** One sentence: what was asked for, what was measured. */
  readonly message: string;
}

export interface CheckedExercise {
  /** Errors keep the scenario from being run. */
  readonly problems: readonly Problem[];
  readonly texts: ReadonlyMap<string, string>;
  /** Paths that were changed. */
  readonly changed: readonly string[];
  /** Those of them that the exercise does not let change. */
  readonly forbidden: readonly string[];
  /** Why something that was written has no effect, one sentence each. */
  readonly ignored: readonly string[];
  /** One for each part of the goal; empty: it was not run. */
  readonly goals: readonly GoalResult[];
  readonly isDone: boolean;
  /** null: it was not run. */
  readonly run: LessonRun | null;
}

/**
 * Checks the scenario of a learner. It is run even if a change is not allowed, so that the learner sees its effect.
 *
 * @param text of the changed scenario, or of the unmodified one with `set` in the options
 * @param options `file`: where the unmodified scenario is, so that the files which it reads are found
 */
export function checkExercise(
  subject: LessonSubject,
  exercise: LessonExercise,
  text: string,
  options: ParseOptions,
): CheckedExercise {
  const reading = new ScenarioReading(options);
  const found = readScenario(text, options, reading);
  const problems = inReadingOrder(reading.problems, options.file);
  const changed = found === null ? [] : changedPaths(subject.document, found.template);
  const forbidden = changed.filter((path) => !isAllowed(path, exercise.edit, subject.document));
  const ignored = problems.filter(({ rule }) => rule === 'fields.unknown').map(sentenceOf);
  const unchecked = { problems, texts: reading.texts, changed, forbidden, ignored };
  if (found === null || reading.hasErrors) return { ...unchecked, goals: [], isDone: false, run: null };
  const run = lessonRun(found.scenario, exercise.goal);
  const goals = exercise.goal.map((one) => {
    const { pass, message } = run.resultOf(one);
    return { pass, message, text: one.text };
  });
  const isDone = [...forbidden, ...ignored].length === 0 && goals.every(({ pass }) => pass);
  return { ...unchecked, goals, isDone, run };
}

/** What a goal asks for: `replicas.total of shop/web always <= 14`. */
export function goalText({ text }: Pick<Expectation, 'text'>): string {
  return text.replace(/ is (?=[<>=!])/, ' ');
}

function sentenceOf({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}

/** A change as `--set` takes it: `seed=2`. */
export function changeOf(text: string): { readonly path: string; readonly value: string } {
  const at = text.indexOf('=');
  return { path: text.slice(0, at), value: text.slice(at + 1) };
}
