/** `svcsim lesson`: predict, run, see, explain, change. */
import { copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { answerValue } from '../../../lesson/answerValue.ts';
import { judgeAnswer } from '../../../lesson/givenAnswer.ts';
import { type Lesson, type LessonQuestion, type LessonSubject, textIn } from '../../../lesson/lesson.ts';
import { unmodifiedRun } from '../../../lesson/lessonRun.ts';
import {
  answeredIn,
  type CourseProgress,
  type LessonProgress,
  type NextTask,
  nextTask,
  progressIn,
  triedIn,
  withExercise,
  withLesson,
  withQuestion,
} from '../../../lesson/progress.ts';
import { startSubject } from '../../../lesson/startSubject.ts';
import { tableLines } from '../../../report/words/table.ts';
import { calledAs } from '../../calledAs.ts';
import { canvasOf } from '../../canvas.ts';
import { exitCode, Stop, unwritable } from '../../exit.ts';
import { readText, textOf } from '../../inputs.ts';
import { lessonFile, lessonNames, nameOfLesson, readCourse, readLesson } from '../../lesson/lessonFiles.ts';
import { markedLines } from '../../lesson/markedLines.ts';
import { changeProgress, progressHere } from '../../lesson/progressFile.ts';
import { paintFor } from '../../paint.ts';
import { answerLines, introLines, linesOfText, sayLines, taskLines } from './lessonWords.ts';

export interface LessonFlags {
  /** A folder of lesson files, in place of the course of this program. */
  readonly lessons?: string;
  readonly force?: boolean;
}

/** The lesson that a verb is about: the one that is named, else the one that was started last. */
export function chosenLesson(asked: string | undefined, flags: LessonFlags): Lesson {
  const { current } = progressHere();
  if (asked !== undefined) return readLesson(lessonFile(asked, flags.lessons));
  if (current === null)
    throw new Stop(exitCode.usage, `no lesson is started here; ${calledAs} lesson start begins with the first`);
  return readLesson(lessonFile(current, flags.lessons));
}

/** The current lesson, how far it is done, and what is open in it; null: nothing is. */
export function currentTask(flags: LessonFlags): {
  readonly lesson: Lesson;
  readonly own: LessonProgress;
  readonly task: NextTask | null;
} {
  const lesson = chosenLesson(undefined, flags);
  const own = progressIn(progressHere(), lesson.name);
  return { lesson, own, task: nextTask(lesson, own) };
}

/** `lesson list`: the course, with what is done of each lesson. */
export function list(flags: LessonFlags): number {
  const progress = progressHere();
  const columns = ['', 'lesson', 'title', 'questions', 'exercises'].map((title, index) => ({
    title,
    align: index < 3 ? ('left' as const) : ('right' as const),
  }));
  const rows = readCourse(flags.lessons).map((lesson) => {
    const own = progressIn(progress, lesson.name);
    const right = lesson.questions.filter(({ id }) => answeredIn(own, id).state !== 'open').length;
    const done = lesson.exercises.filter(({ id }) => triedIn(own, id).state === 'done').length;
    const isDone = nextTask(lesson, own) === null;
    const mark = isDone ? '✓' : lesson.name === progress.current ? '>' : ' ';
    return [
      mark,
      lesson.name,
      textIn(lesson.title, 'en'),
      `${right} of ${lesson.questions.length}`,
      `${done} of ${lesson.exercises.length}`,
    ];
  });
  sayLines(...tableLines(columns, rows, canvasOf(process.stdout)), '', `  begin:  ${calledAs} lesson start [LESSON]`);
  return exitCode.ok;
}

/** `lesson` alone: the lesson that is taken and what is open in it; else the course. */
export function where(): number {
  if (progressHere().current === null) return list({});
  const { lesson, own } = currentTask({});
  sayLines(...introLines(lesson, placeOf(lesson, {})), ...taskLines(lesson, own));
  return exitCode.ok;
}

/** `lesson start`: the introduction, the first task, and a copy of the scenario to change. */
export async function start(asked: string | undefined, flags: LessonFlags): Promise<number> {
  const lesson = asked === undefined ? firstOpen(flags) : readLesson(lessonFile(asked, flags.lessons));
  const file = `${lesson.name}.yaml`;
  const isKept = existsSync(file) && flags.force !== true;
  if (!isKept) writeCopy(file, lesson);
  const progress = await changeProgress((course) => ({
    ...withLesson(course, lesson.name, (own) => ({ ...own, file })),
    current: lesson.name,
  }));
  const { dim } = paintFor(process.stdout);
  sayLines(
    ...introLines(lesson, placeOf(lesson, flags)),
    dim(
      isKept
        ? `  ${file} was here already and stays as it is (--force writes it anew).`
        : `  Your copy of its scenario is ${file}: you change it later, in the exercise.`,
    ),
    dim('  Your progress is kept in .svcsim/ in this folder.'),
    '',
    ...taskLines(lesson, progressIn(progress, lesson.name)),
  );
  return exitCode.ok;
}

/** Where a lesson stands in its course; null: it is a file of its own. */
function placeOf({ name }: Lesson, { lessons }: LessonFlags): { readonly number: number; readonly of: number } | null {
  const names = lessonNames(lessons);
  const index = names.indexOf(name);
  return index < 0 ? null : { number: index + 1, of: names.length };
}

function firstOpen(flags: LessonFlags): Lesson {
  const progress = progressHere();
  const course = readCourse(flags.lessons);
  const open = course.find((lesson) => nextTask(lesson, progressIn(progress, lesson.name)) !== null);
  const lesson = open ?? course[0];
  if (lesson === undefined) throw new Error('a course without lessons');
  return lesson;
}

/** The scenario as the learner gets it, in another folder: it names the other files that it reads from there. */
export function copyOf({ subject }: Lesson): LessonSubject {
  return startSubject(subject, (path) => resolve(path), { read: textOf });
}

/**
 * Writes the unmodified scenario. A file that is in the way and differs is kept beside it.
 *
 * @returns the name of the kept file; null: none was in the way
 */
function writeCopy(file: string, lesson: Lesson): string | null {
  const { text } = copyOf(lesson);
  const kept = existsSync(file) && readText(file) !== text ? freeName(`${file}.before`) : null;
  try {
    if (kept !== null) copyFileSync(file, kept);
    replaceFile(file, text);
  } catch (error) {
    throw unwritable(error, file, 'Nothing was changed.');
  }
  return kept;
}

/** Writes the unmodified scenario over a file of which there is a copy. */
export function beginAnew(file: string, lesson: Lesson): void {
  try {
    replaceFile(file, copyOf(lesson).text);
  } catch (error) {
    throw unwritable(error, file, 'It still has your solution.');
  }
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The learner's file while it is unmodified: numbers of journal entries are those of the unmodified run. */
function unmodifiedFile(lesson: Lesson, file: string): string {
  return file !== '' && existsSync(file) && readText(file) === copyOf(lesson).text ? file : lesson.subject.file;
}

/** `FILE.before`, or the first of `FILE.before-2`, `FILE.before-3` that does not exist yet. */
function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(one)) return one;
  }
}

/** `lesson predict`: answers the question that is open, or asks it. */
export async function predict(words: readonly string[], flags: LessonFlags): Promise<number> {
  const { lesson, own, task } = currentTask(flags);
  if (task?.kind !== 'question') {
    sayLines('All questions of this lesson are answered.', '', ...taskLines(lesson, own));
    return exitCode.ok;
  }
  if (words.length > 0) return await judged(lesson, task.question, words.join(' '));
  sayLines(...introLines(lesson, placeOf(lesson, flags)), ...taskLines(lesson, own));
  if (process.stdin.isTTY !== true) return exitCode.failed;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await lines.question('\n  your answer: ').catch(() => '');
  lines.close();
  return typed.trim() === '' ? exitCode.failed : await judged(lesson, task.question, typed);
}

async function judged(lesson: Lesson, question: LessonQuestion, typed: string): Promise<number> {
  const { good, bad } = paintFor(process.stdout);
  const run = unmodifiedRun(lesson);
  const answer = answerValue(question.answer, run);
  if (typeof answer === 'string')
    throw new Stop(exitCode.invalid, `${lesson.name}: question ${question.id}: ${answer}`);
  const result = judgeAnswer(question, answer, typed, lesson.subject.scenario);
  if (result.kind === 'unread') {
    sayLines(`${result.message} This was not counted as a try.`);
    return exitCode.failed;
  }
  const isRight = result.kind === 'right';
  const progress = await changeQuestion(lesson, question, (own) => ({
    tries: [...answeredIn(own, question.id).tries, typed],
    state: isRight ? ('right' as const) : ('open' as const),
  }));
  const own = progressIn(progress, lesson.name);
  if (isRight) {
    sayLines(
      good('✓ Right.'),
      ...answerLines(question, answer, run, unmodifiedFile(lesson, own.file)),
      '',
      ...taskLines(lesson, own),
    );
    return exitCode.ok;
  }
  const side = result.answerIs === null ? '' : ` The answer is ${result.answerIs}.`;
  const help = result.say === null ? [] : ['', ...linesOfText(result.say)];
  sayLines(
    `${bad('✗ Not this.')}${result.say === null ? side : ''}`,
    ...help,
    '',
    `  try again, or: ${calledAs} lesson hint`,
  );
  return exitCode.failed;
}

function changeQuestion(
  lesson: Lesson,
  question: LessonQuestion,
  change: (own: LessonProgress) => Parameters<typeof withQuestion>[2],
): Promise<CourseProgress> {
  return changeProgress((course) =>
    withLesson(course, lesson.name, (own) => withQuestion(own, question.id, change(own))),
  );
}

/** `lesson hint`: the next hint of what is open. */
export async function hint(flags: LessonFlags): Promise<number> {
  const { lesson, own, task } = currentTask(flags);
  if (task === null) {
    sayLines(...taskLines(lesson, own));
    return exitCode.ok;
  }
  const { id, hints } = task.kind === 'question' ? task.question : task.exercise;
  const seen = (task.kind === 'question' ? answeredIn(own, id) : triedIn(own, id)).hints;
  const count = Math.min(seen + 1, hints.length);
  const text = hints[count - 1];
  if (text === undefined) {
    sayLines(`There is no hint for this. ${calledAs} lesson reveal shows the answer.`);
    return exitCode.ok;
  }
  const change = (before: LessonProgress): LessonProgress =>
    task.kind === 'question' ? withQuestion(before, id, { hints: count }) : withExercise(before, id, { hints: count });
  await changeProgress((course) => withLesson(course, lesson.name, change));
  const { bold } = paintFor(process.stdout);
  const more = count < hints.length ? '' : ` This was the last one: ${calledAs} lesson reveal shows the answer.`;
  sayLines(
    bold(`Hint ${count} of ${hints.length}`),
    ...markedLines(textIn(text, 'en'), process.stdout, 2),
    ...(more === '' ? [] : ['', ` ${more}`]),
  );
  return exitCode.ok;
}

/** `lesson reveal`: the answer of the open question, or a solution of the open exercise. */
export async function reveal(flags: LessonFlags): Promise<number> {
  const { lesson, own, task } = currentTask(flags);
  if (task === null) {
    sayLines(...taskLines(lesson, own));
    return exitCode.ok;
  }
  if (task.kind === 'exercise') {
    const { id, solution, say: explained } = task.exercise;
    await changeProgress((course) =>
      withLesson(course, lesson.name, (before) => withExercise(before, id, { isRevealed: true })),
    );
    const { bold } = paintFor(process.stdout);
    const text = explained === null ? [] : ['', ...linesOfText(explained)];
    sayLines(
      bold('A solution:'),
      ...solution.map((one) => `  ${one.replace('=', ': ')}`),
      ...text,
      '',
      `  write it into your file, then: ${calledAs} lesson check`,
    );
    return exitCode.ok;
  }
  const run = unmodifiedRun(lesson);
  const answer = answerValue(task.question.answer, run);
  if (typeof answer === 'string') throw new Stop(exitCode.invalid, `${lesson.name}: ${answer}`);
  const progress = await changeQuestion(lesson, task.question, () => ({ state: 'revealed' as const }));
  const now = progressIn(progress, lesson.name);
  sayLines(
    ...answerLines(task.question, answer, run, unmodifiedFile(lesson, now.file)).slice(1),
    '',
    ...taskLines(lesson, now),
  );
  return exitCode.ok;
}

/** `lesson reset`: begins a lesson anew; the learner's file is kept beside the new one. */
export async function reset(asked: string | undefined, flags: LessonFlags): Promise<number> {
  const lesson = chosenLesson(asked, flags);
  const file = `${lesson.name}.yaml`;
  const kept = writeCopy(file, lesson);
  const progress = await changeProgress((course) => ({
    ...withLesson(course, lesson.name, () => ({ file, questions: {}, exercises: {} })),
    current: lesson.name,
  }));
  const where = kept === null ? '' : `; your changes are in ${kept}`;
  sayLines(
    `${file} is as at the start${where}.`,
    '',
    ...introLines(lesson, placeOf(lesson, flags)),
    ...taskLines(lesson, progressIn(progress, lesson.name)),
  );
  return exitCode.ok;
}

/** `lesson next`: starts the lesson after the current one. */
export async function next(flags: LessonFlags): Promise<number> {
  const { current } = progressHere();
  if (current === null) return await start(undefined, flags);
  const course = readCourse(flags.lessons);
  const at = course.findIndex(({ name }) => name === nameOfLesson(current));
  const following = course[at + 1];
  if (following !== undefined) return await start(following.name, flags);
  sayLines(`This was the last lesson of the course. ${calledAs} lesson list shows what is left open.`);
  return exitCode.ok;
}
