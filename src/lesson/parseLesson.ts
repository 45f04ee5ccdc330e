/**
 * Reads a lesson file, with the scenario that it is about: shape, then names, metrics and times.
 */
import type { Instant } from '../engine/time.ts';
import type { Path } from '../platform/api/document/json.ts';
import { readScenario } from '../scenario/parse.ts';
import { readPoint } from '../scenario/read/times.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { scalarText, shown, withoutBreaches } from '../scenario/shape/shape.ts';
import { inReadingOrder, type Problem } from '../scenario/text/problem.ts';
import { type Files, problemAt, relativeTo, ScenarioReading } from '../scenario/text/reading.ts';
import { isMap, type Tree, type TreeMap, valueAt } from '../scenario/text/tree.ts';
import { changeOf } from './exercise.ts';
import type { Lesson, LessonExercise, LessonQuestion, LessonText, Show } from './lesson.ts';
import { contextOf, type LessonContext } from './lessonContext.ts';
import { readAnswer, readQuery } from './readAnswer.ts';
import {
  type LessonDocument,
  lessonFormats,
  lessonJsonSchema,
  lessonSchema,
  type WrittenAnswer,
} from './schemaLesson.ts';

export interface ParsedLesson {
  /** null exactly if a problem is an error. */
  readonly lesson: Lesson | null;
  /** In reading order, those of the scenario included. */
  readonly problems: readonly Problem[];
  /** Texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads a lesson: all problems at once, with their places. Never throws, whatever the text.
 *
 * @param options `file`: the path of the lesson, as problems show it; `read` gives the texts of other files, by paths
 * relative to where `file` is relative to
 */
export function parseLesson(text: string, options: Files & { readonly file: string }): ParsedLesson {
  const { file } = options;
  const reading = new ScenarioReading(options);
  const lesson = readLesson(text, options, reading);
  const problems = inReadingOrder(reading.problems, file);
  return { lesson: reading.hasErrors ? null : lesson, problems, texts: reading.texts };
}

function readLesson(text: string, options: Files & { readonly file: string }, reading: ScenarioReading): Lesson | null {
  const { file } = options;
  const [root] = reading.documents(text, file).values;
  const start = { file, line: 1, column: 1, endColumn: 2 };
  if (root === undefined && reading.hasErrors) return null;
  if (!isMap(root)) {
    const message = `expected a lesson, which is a map, found ${root === undefined ? 'an empty file' : shown(root)}`;
    reading.add(problemAt(start, { code: 'wrong-type', message, hint: 'begin with svcsimLesson: 1' }));
    return null;
  }
  if (typeof root.svcsimLesson !== 'number' || !lessonFormats.includes(root.svcsimLesson)) {
    const found = root.svcsimLesson === undefined ? 'nothing' : shown(root.svcsimLesson);
    const message = `expected svcsimLesson: ${lessonFormats.join(' or ')}, the format of a lesson file; found ${found}`;
    reading.complain(root, ['svcsimLesson'], { code: 'wrong-version', message });
    return null;
  }
  checkLanguages(root, reading);
  if (reading.hasErrors) return null;
  const whole = withoutBreaches(root, { schema: lessonSchema, jsonSchema: lessonJsonSchema }, reading);
  if (reading.hasErrors) return null;
  const document = lessonSchema.parse(whole);
  const scenarioFile = relativeTo(file, document.scenario);
  const scenarioText = reading.text(scenarioFile, root, ['scenario']);
  if (scenarioText === null) return null;
  const found = readScenario(scenarioText, { ...options, file: scenarioFile }, reading);
  if (found === null || reading.hasErrors) return null;
  const readAgain = (set: readonly string[]): Scenario | string => {
    const own = { ...options, file: scenarioFile, set: set.map(changeOf) };
    const again = new ScenarioReading(own);
    const changed = readScenario(scenarioText, own, again);
    const error = again.problems.find(({ severity }) => severity === 'error');
    return error?.message ?? changed?.scenario ?? 'it is no scenario then';
  };
  const context = contextOf(root, found, reading, readAgain);
  const { scenario, template } = found;
  return {
    name: file.replace(/^.*\//, '').replace(/\.ya?ml$/, ''),
    needs: document.needs ?? [],
    title: document.title as LessonText,
    intro: document.intro as LessonText,
    subject: { file: scenarioFile, text: scenarioText, scenario, document: template },
    questions: questionsOf(document, context),
    pins: context.expectations(listAt(root, ['pins']), ['pins']),
    exercises: exercisesOf(document, context),
  };
}

/**
 * A text that lacks a language of the title would be shown in English amid the others. A text without quotes ends at a
 * comma, and what follows would be a language.
 */
function checkLanguages(root: TreeMap, reading: ScenarioReading): void {
  const languages = isMap(root.title) ? Object.keys(root.title) : [];
  const visit = (value: Tree | undefined, path: Path): void => {
    if (Array.isArray(value)) value.forEach((one, index) => void visit(one, [...path, index]));
    if (!isMap(value)) return;
    if (typeof value.en === 'string') {
      for (const language of Object.keys(value)) {
        if (/^[a-z]{2}$/.test(language)) continue;
        const message = `unknown language '${language}': expected a two-letter code such as en or de`;
        const hint = 'put the text in quotes: a comma ends a text without them';
        reading.complain(root, [...path, language], { code: 'unknown-language', message, hint, atKey: true });
      }
      for (const language of languages.filter((one) => value[one] === undefined))
        reading.complain(root, path, { code: 'missing-language', message: `the text in ${language} is missing` });
      return;
    }
    for (const [key, one] of Object.entries(value)) visit(one, [...path, key]);
  };
  visit(root, []);
}

function questionsOf(document: LessonDocument, context: LessonContext): LessonQuestion[] {
  return document.predict.flatMap((given, index) => {
    const path = ['predict', index];
    const choices = given.choices === undefined ? null : Object.entries(given.choices);
    const answer = readAnswer(given.answer, [...path, 'answer'], context);
    checkChoice(given, path, context);
    if (answer === null) return [];
    const question: LessonQuestion = {
      id: given.id,
      ask: given.ask as LessonText,
      choices: choices?.map(([id, text]) => ({ id, text: text as LessonText })) ?? null,
      answer,
      tolerance: given.tolerance === undefined ? null : String(given.tolerance),
      wrong: (given.wrong ?? []).map(({ is, say }) => ({ is: scalarText(is), say: say as LessonText })),
      hints: (given.hints ?? []) as LessonText[],
      say: (given.say ?? null) as LessonText | null,
      show: given.show === undefined ? null : showOf(given.show, [...path, 'show'], context),
    };
    return [question];
  });
}

/** Choices and the answer by choice come together, and each named choice exists. */
function checkChoice(
  { choices, answer, wrong = [] }: LessonDocument['predict'][number],
  path: Path,
  { root, reading }: LessonContext,
): void {
  const { choice } = answer as WrittenAnswer;
  if ((choices === undefined) !== (choice === undefined)) {
    const message = 'choices and answer.choice come together: a question has both or neither';
    reading.complain(root, path, { code: 'contradiction', message });
    return;
  }
  if (choices === undefined) return;
  const known = Object.keys(choices);
  const named = [
    { id: choice ?? '', at: [...path, 'answer', 'choice'] },
    ...wrong.map(({ is }, index) => ({ id: scalarText(is), at: [...path, 'wrong', index, 'is'] })),
  ];
  for (const { id, at } of named)
    if (!known.includes(id))
      reading.complain(root, at, {
        code: 'unknown-name',
        message: `expected one of ${known.join(', ')}, found ${shown(id)}`,
      });
}

function showOf(
  given: NonNullable<LessonDocument['predict'][number]['show']>,
  path: Path,
  context: LessonContext,
): Show {
  const { root, reading, start } = context;
  const pointAt = (key: string): Instant | null => readPoint(root, [...path, key], start, reading);
  const why = given.why === undefined ? null : readQuery(given.why, [...path, 'why'], context);
  return { from: pointAt('from'), to: pointAt('to'), of: given.of ?? null, why };
}

function exercisesOf(document: LessonDocument, context: LessonContext): LessonExercise[] {
  return (document.exercises ?? []).map((given, index) => ({
    id: given.id,
    ask: given.ask as LessonText,
    edit: given.edit,
    goal: context.expectations(listAt(context.root, ['exercises', index, 'goal']), ['exercises', index, 'goal']),
    solution: given.solution,
    par: given.par,
    hints: (given.hints ?? []) as LessonText[],
    say: (given.say ?? null) as LessonText | null,
  }));
}

function listAt(root: TreeMap, path: Path): readonly Tree[] {
  const value = valueAt(root, path);
  return Array.isArray(value) ? value : [];
}
