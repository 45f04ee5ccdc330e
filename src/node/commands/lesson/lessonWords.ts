/** What the verbs of `svcsim lesson` print. */
import { type AnswerValue, unitOf } from '../../../lesson/answerValue.ts';
import { type CheckedExercise, goalText } from '../../../lesson/exercise.ts';
import { answerForms } from '../../../lesson/givenAnswer.ts';
import {
  type Lesson,
  type LessonExercise,
  type LessonQuestion,
  type LessonText,
  textIn,
} from '../../../lesson/lesson.ts';
import { entryFor, type LessonRun } from '../../../lesson/lessonRun.ts';
import type { LessonProgress, NextTask } from '../../../lesson/progress.ts';
import { nextTask } from '../../../lesson/progress.ts';
import { whyOf } from '../../../lesson/whyOf.ts';
import { whyText } from '../../../report/why/whyText.ts';
import { countOf } from '../../../report/words/format.ts';
import { folded } from '../../../text/folded.ts';
import { calledAs } from '../../calledAs.ts';
import { canvasOf } from '../../canvas.ts';
import { markedLines } from '../../lesson/markedLines.ts';
import { paintFor } from '../../paint.ts';
import { say } from '../../say.ts';

/** Writes lines on standard output. */
export function sayLines(...lines: readonly string[]): void {
  say(process.stdout, `${lines.join('\n')}\n`);
}

/** A text of a lesson, indented by two. */
export function linesOfText(text: LessonText): readonly string[] {
  return markedLines(textIn(text, 'en'), process.stdout, 2);
}

/** Which lesson it is, its introduction, and what comes. @param place its number of so many; null: of no course */
export function introLines(
  lesson: Lesson,
  place: { readonly number: number; readonly of: number } | null,
): readonly string[] {
  const { bold, dim } = paintFor(process.stdout);
  const { title, intro, questions, exercises } = lesson;
  const which = place === null ? lesson.name : `lesson ${place.number} of ${place.of}`;
  const parts = `${countOf(questions.length, 'question')}, then ${countOf(exercises.length, 'exercise')}`;
  return [`${bold(textIn(title, 'en'))}  ${dim(`${which}: ${parts}`)}`, '', ...linesOfText(intro), ''];
}

/** What is to do now, and how. */
export function taskLines(lesson: Lesson, progress: LessonProgress): readonly string[] {
  const task = nextTask(lesson, progress);
  if (task === null) return doneLines();
  return task.kind === 'question' ? questionLines(lesson, task) : exerciseLines(lesson, task, progress.file);
}

function questionLines({ questions }: Lesson, { question, number }: Extract<NextTask, { kind: 'question' }>) {
  const { bold } = paintFor(process.stdout);
  const choices = (question.choices ?? []).flatMap(({ id, text }) => [
    ...markedLines(`${id}) ${textIn(text, 'en')}`, process.stdout, 4),
  ]);
  const form = question.choices === null ? answerForms[unitOf(question.answer)] : 'the letter of your choice';
  return [
    bold(`Question ${number} of ${questions.length}: predict`),
    ...linesOfText(question.ask),
    ...(choices.length === 0 ? [] : ['', ...choices]),
    '',
    `  answer it:  ${calledAs} lesson predict ANSWER`,
    `              ANSWER is ${form}`,
    `  stuck:      ${calledAs} lesson hint, or ${calledAs} lesson reveal`,
  ];
}

function exerciseLines(
  { exercises }: Lesson,
  { exercise, number }: Extract<NextTask, { kind: 'exercise' }>,
  file: string,
): readonly string[] {
  const { bold } = paintFor(process.stdout);
  return [
    bold(`Exercise ${number} of ${exercises.length}: change the scenario`),
    ...linesOfText(exercise.ask),
    '',
    `  edit:    ${file}`,
    ...exercise.edit.map((path) => `  change:  ${path}`),
    ...exercise.goal.map((one) => `  goal:    ${goalText(one)}`),
    '',
    `  try it:  ${calledAs} lesson check     (${calledAs} lesson watch checks each time you save)`,
    `  stuck:   ${calledAs} lesson hint, or ${calledAs} lesson reveal`,
  ];
}

function doneLines(): readonly string[] {
  const { good } = paintFor(process.stdout);
  return [good('The lesson is finished.'), '', `  go on:  ${calledAs} lesson next`];
}

/** The answer with its explanation, and the causes of its entry. @param file has the unmodified scenario */
export function answerLines(
  question: LessonQuestion,
  answer: AnswerValue,
  run: LessonRun,
  file: string,
): readonly string[] {
  const { bold } = paintFor(process.stdout);
  const chosen = question.choices?.find(({ id }) => id === answer.text);
  const shown = chosen === undefined ? answer.text : `${chosen.id}) ${textIn(chosen.text, 'en')}`;
  const lines = ['', `  ${bold('The run:')} ${shown}`];
  if (question.say !== null) lines.push('', ...linesOfText(question.say));
  const why = question.show?.why ?? null;
  const entry = why === null ? null : entryFor(run, why);
  if (entry !== null) {
    const text = whyText(whyOf(run, entry.seq), { ...canvasOf(process.stdout), width: 86 });
    const [head = ''] = text.split('\n\n');
    lines.push('', `  ${bold('Why, as the journal has it:')}`, ...head.split('\n').map((line) => `    ${line}`));
    lines.push('', `  see more:  ${calledAs} why ${file} ${entry.seq}`);
  } else lines.push('', `  see more:  ${calledAs} run ${file}, then open reports/${run.scenario.name}/report.html`);
  return lines;
}

/** The result of a check: each part of the goal with its measured value. */
export function checkLines(
  { forbidden, ignored, changed, goals, isDone }: CheckedExercise,
  { par, edit, say: explained }: LessonExercise,
): readonly string[] {
  const { good, bad, warn } = paintFor(process.stdout);
  const { width } = canvasOf(process.stdout);
  const told = (pass: boolean, sentence: string): string[] =>
    folded(`  ${pass ? good('✓') : bad('✗')} ${sentence}`, width, 4);
  const lines = goals.flatMap(({ pass, message }) => told(pass, message));
  for (const path of forbidden)
    lines.push(...told(false, `you changed ${path}; this exercise lets you change ${edit.join(', ')}`));
  for (const sentence of ignored) lines.push(...told(false, sentence));
  if (changed.length === 0) lines.push(`  ${warn('·')} the scenario is unchanged`);
  if (!isDone) return lines;
  const count = countOf(changed.length, 'change');
  lines.push('', `${good('Done')} with ${count}${changed.length > par ? `; a good solution needs ${par}` : ''}.`);
  return explained === null ? lines : [...lines, '', ...linesOfText(explained)];
}
