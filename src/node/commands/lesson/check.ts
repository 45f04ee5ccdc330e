/** `svcsim lesson check` and `watch`: the learner's scenario against the goal of the open exercise. */

import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CheckedExercise, checkExercise } from '../../../lesson/exercise.ts';
import type { Lesson, LessonExercise } from '../../../lesson/lesson.ts';
import { type CourseProgress, progressIn, triedIn, withExercise, withLesson } from '../../../lesson/progress.ts';
import { calledAs } from '../../calledAs.ts';
import { exitCode, Stop, unwritable } from '../../exit.ts';
import { readText, textOf } from '../../inputs.ts';
import { Interrupt } from '../../interrupt.ts';
import { changeProgress, doneFile, progressHere } from '../../lesson/progressFile.ts';
import { showProblems } from '../../problems.ts';
import { chosenLesson, copyOf, currentTask, type LessonFlags } from './lesson.ts';
import { checkLines, sayLines, taskLines } from './lessonWords.ts';

/** `lesson check`: 0 if the goal is reached, 1 until then. */
export async function check(flags: LessonFlags): Promise<number> {
  const { lesson, own, task } = currentTask(flags);
  if (task === null) {
    sayLines(...taskLines(lesson, own));
    return exitCode.ok;
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
  if (result.isDone) keepDone(lesson, exercise, file);
  const progress = await noteCheck(lesson, exercise, result);
  const more = result.isDone ? ['', ...taskLines(lesson, progressIn(progress, lesson.name))] : [];
  sayLines(...checkLines(result, exercise), ...more);
  return result.isDone ? exitCode.ok : exitCode.failed;
}

function keepDone({ name }: Lesson, { id }: LessonExercise, file: string): void {
  const kept = doneFile('.', name, id);
  try {
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(file, kept);
  } catch (error) {
    throw unwritable(error, kept, 'The exercise was not saved as done.');
  }
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
        const code = await check(flags);
        if (code === exitCode.ok) return code;
        sayLines('', `  watching ${file}: save it to check again, Ctrl-C to stop`, '');
      }
      await setTimeout(lookEveryMs, undefined, { signal: interrupt.signal }).catch(() => {});
      if (interrupt.isRequested) return exitCode.interrupted;
    }
  } finally {
    interrupt.close();
  }
}
