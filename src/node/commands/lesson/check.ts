/** `svcsim lesson check` and `watch`: the learner's scenario against the goal of the open exercise. */
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CheckedExercise, checkExercise } from '../../../lesson/exercise.ts';
import type { Lesson, LessonExercise } from '../../../lesson/lesson.ts';
import {
  type CourseProgress,
  nextTask,
  progressIn,
  triedIn,
  withExercise,
  withLesson,
} from '../../../lesson/progress.ts';
import { calledAs } from '../../calledAs.ts';
import { exitCode, Stop, unwritable } from '../../exit.ts';
import { readText, textOf } from '../../inputs.ts';
import { Interrupt } from '../../interrupt.ts';
import { changeProgress, doneFile, progressHere } from '../../lesson/progressFile.ts';
import { showProblems } from '../../problems.ts';
import { beginAnew, chosenLesson, copyOf, currentTask, type LessonFlags } from './lesson.ts';
import { checkLines, sayLines, taskLines } from './lessonWords.ts';

/** `lesson check`: 0 if the goal is reached, 1 until then. */
export async function check(flags: LessonFlags): Promise<number> {
  const { lesson, own, task } = currentTask(flags);
  if (task === null) {
    const last = lesson.exercises.at(-1);
    sayLines(...taskLines(lesson, own));
    return last === undefined ? exitCode.ok : await checkOnce(lesson, last, own.file);
  }
  if (task.kind === 'question') {
    sayLines('Predict first: the exercises come after the questions.', '', ...taskLines(lesson, own));
    return exitCode.failed;
  }
  return await checkOnce(lesson, task.exercise, own.file);
}

async function checkOnce(lesson: Lesson, exercise: LessonExercise, file: string): Promise<number> {
  const result = checkedFile(lesson, exercise, file);
  showProblems({ problems: result.problems, texts: result.texts }, process.stderr);
  if (result.run === null) {
    sayLines(`  ${file} cannot be run: mend the errors above, then check again`);
    await noteCheck(lesson, exercise, result);
    return exitCode.failed;
  }
  if (!result.isDone) {
    await noteCheck(lesson, exercise, result);
    sayLines(...checkLines(result, exercise));
    return exitCode.failed;
  }
  const kept = keepDone(lesson, exercise, file);
  const own = progressIn(await noteCheck(lesson, exercise, result), lesson.name);
  const following = nextTask(lesson, own);
  // Each exercise begins with the unmodified scenario.
  if (following !== null) beginAnew(file, lesson);
  const where = following === null ? '' : `${file} is as at the start again.`;
  sayLines(
    ...checkLines(result, exercise),
    '',
    `Your solution is kept in ${kept}. ${where}`.trim(),
    '',
    ...taskLines(lesson, own),
  );
  return exitCode.ok;
}

/** @returns the file in which a solution is kept */
function keepDone({ name }: Lesson, { id }: LessonExercise, file: string): string {
  const kept = doneFile('.', name, id);
  try {
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(file, kept);
  } catch (error) {
    throw unwritable(error, kept, 'The exercise was not saved as done.');
  }
  return kept;
}

function noteCheck(
  lesson: Lesson,
  { id }: LessonExercise,
  { isDone, changed }: CheckedExercise,
): Promise<CourseProgress> {
  return changeProgress((course) =>
    withLesson(course, lesson.name, (own) => {
      const { checks } = triedIn(own, id);
      return withExercise(own, id, isDone ? { state: 'done', changes: changed.length } : { checks: checks + 1 });
    }),
  );
}

/** Checks a file of a learner; its problems are shown with the file's own name. */
export function checkedFile(lesson: Lesson, exercise: LessonExercise, file: string): CheckedExercise {
  if (!existsSync(file))
    throw new Stop(exitCode.usage, `there is no ${file}; ${calledAs} lesson start ${lesson.name} writes it anew`);
  const subject = copyOf(lesson);
  const result = checkExercise(subject, exercise, readText(file), { file: subject.file, read: textOf });
  const problems = result.problems.map((one) => (one.file === subject.file ? { ...one, file } : one));
  const texts = new Map([...result.texts].map(([name, text]) => [name === subject.file ? file : name, text]));
  return { ...result, problems, texts };
}

const lookEveryMs = 300;

/** `lesson watch`: checks at each save until the goal is reached. */
export async function watch(flags: LessonFlags): Promise<number> {
  const interrupt = new Interrupt();
  let seen = '';
  try {
    for (;;) {
      const lesson = chosenLesson(undefined, flags);
      const { file } = progressIn(progressHere(), lesson.name);
      const now = existsSync(file) ? `${statSync(file).mtimeMs} ${statSync(file).size}` : 'gone';
      if (now !== seen) {
        seen = now;
        const isAsked = currentTask(flags).task?.kind === 'question';
        const code = await check(flags);
        if (code === exitCode.ok || isAsked) return code;
        sayLines('', `  watching ${file}: save it to check again, Ctrl-C to stop`, '');
      }
      await setTimeout(lookEveryMs, undefined, { signal: interrupt.signal }).catch(() => {});
      if (interrupt.isRequested) return exitCode.interrupted;
    }
  } finally {
    interrupt.close();
  }
}
