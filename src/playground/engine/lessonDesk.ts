/**
 * The lesson that is taken: its questions are answered and its exercises checked here, so that the page never has an
 * answer before the learner.
 */
import { answerValue, unitOf } from '../../lesson/answerValue.ts';
import { checkExercise, goalText } from '../../lesson/exercise.ts';
import { answerForms, judgeAnswer } from '../../lesson/givenAnswer.ts';
import { type Lesson, type LessonQuestion, textIn } from '../../lesson/lesson.ts';
import { entryFor, type LessonRun, unmodifiedRun } from '../../lesson/lessonRun.ts';
import { parseLesson } from '../../lesson/parseLesson.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import type { CheckedView, FileTexts, JudgedView, LessonView, RevealedAnswer, ScenarioText } from '../protocol.ts';
import { withReplacements } from './editorProblems.ts';

const language = 'en';

/** A lesson with its unmodified run. */
export interface TakenLesson {
  readonly lesson: Lesson;
  readonly files: FileTexts;
  readonly run: () => LessonRun;
}

/** Reads a lesson; a list has the errors that keep it from being taken. The run is made when it is first needed. */
export function takeLesson(file: string, files: FileTexts): TakenLesson | readonly Problem[] {
  const text = files[file];
  if (text === undefined) throw new Error(`this page has no lesson ${file}`);
  const { lesson, problems } = parseLesson(text, { file, read: readerOf(files) });
  if (lesson === null) return problems;
  let run: LessonRun | null = null;
  const made = (): LessonRun => {
    run ??= unmodifiedRun(lesson);
    return run;
  };
  return { lesson, files, run: made };
}

/** How a scenario reads the files that come with it. */
export function readerOf(files: FileTexts): (path: string) => string | { readonly error: string } {
  return (path) => files[path] ?? { error: 'the playground has no such file; run the scenario with svcsim instead' };
}

/** The lesson as the page shows it. */
export function lessonView({ lesson, files }: TakenLesson): LessonView {
  const { name, title, intro, subject, questions, exercises } = lesson;
  return {
    name,
    title: textIn(title, language),
    intro: textIn(intro, language),
    scenario: { file: subject.file, text: subject.text, files },
    questions: questions.map(({ id, ask, choices, answer, hints }) => ({
      id,
      ask: textIn(ask, language),
      choices: choices?.map((one) => ({ id: one.id, text: textIn(one.text, language) })) ?? null,
      form: answerForms[unitOf(answer)],
      hints: hints.map((hint) => textIn(hint, language)),
    })),
    exercises: exercises.map(({ id, ask, edit, goal, hints, par, say, solution }) => ({
      id,
      ask: textIn(ask, language),
      edit,
      goals: goal.map(goalText),
      hints: hints.map((hint) => textIn(hint, language)),
      par,
      say: say === null ? null : textIn(say, language),
      solution,
    })),
  };
}

/** Judges an answer as it was typed. */
export function judged(taken: TakenLesson, id: string, given: string): JudgedView {
  const question = questionOf(taken, id);
  const value = answerValue(question.answer, taken.run());
  if (typeof value === 'string') throw new Error(value);
  const found = judgeAnswer(question, value, given, taken.lesson.subject.scenario);
  if (found.kind === 'right') return { kind: 'right', revealed: revealed(taken, id) };
  if (found.kind === 'unread') return found;
  return { kind: 'wrong', answerIs: found.answerIs, say: found.say === null ? null : textIn(found.say, language) };
}

/** The answer, with what explains it. */
export function revealed(taken: TakenLesson, id: string): RevealedAnswer {
  const { answer, say, show, choices } = questionOf(taken, id);
  const run = taken.run();
  const value = answerValue(answer, run);
  if (typeof value === 'string') throw new Error(value);
  const choice = choices?.find((one) => one.id === value.text);
  const why = show?.why == null ? null : entryFor(run, show.why);
  return {
    answer: choice === undefined ? value.text : `${choice.id}) ${textIn(choice.text, language)}`,
    say: say === null ? null : textIn(say, language),
    show:
      show === null
        ? null
        : { from: show.from, until: show.to, of: show.of, why: why?.seq ?? null, at: why?.at ?? null },
  };
}

/** Checks an exercise with the text of the learner. */
export function checked({ lesson }: TakenLesson, id: string, { file, text, files }: ScenarioText): CheckedView {
  const exercise = lesson.exercises.find((one) => one.id === id);
  if (exercise === undefined) throw new Error(`the lesson has no exercise ${id}`);
  const { problems, texts, changed, forbidden, ignored, goals, isDone } = checkExercise(
    lesson.subject,
    exercise,
    text,
    {
      file,
      read: readerOf(files),
    },
  );
  return { problems: withReplacements(problems, texts), changed, forbidden, ignored, goals, isDone };
}

function questionOf({ lesson }: TakenLesson, id: string): LessonQuestion {
  const question = lesson.questions.find((one) => one.id === id);
  if (question === undefined) throw new Error(`the lesson has no question ${id}`);
  return question;
}
