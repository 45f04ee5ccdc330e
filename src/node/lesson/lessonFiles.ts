/** Where lessons are found, and their reading. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inCourseOrder } from '../../lesson/course.ts';
import type { Lesson } from '../../lesson/lesson.ts';
import { parseLesson } from '../../lesson/parseLesson.ts';
import { nearest } from '../../rules/units.ts';
import { calledAs } from '../calledAs.ts';
import { exitCode, Stop } from '../exit.ts';
import { readText, textOf } from '../inputs.ts';
import { showProblems } from '../problems.ts';
import { projectFile } from '../projectFile.ts';

/** The files of all lessons, in the order of their names. @param folder default: the course of this program */
function lessonFiles(folder: string | undefined): readonly string[] {
  const path = folder ?? shipped();
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new Stop(exitCode.usage, `there is no folder ${path} with lessons; --lessons takes a folder of lesson files`);
  const files = readdirSync(path).filter((name) => /\.ya?ml$/.test(name));
  if (files.length === 0)
    throw new Stop(exitCode.usage, `${path} has no lesson: a lesson is a file such as 01-first.yaml`);
  return files.sort().map((name) => join(path, name));
}

/** From the current folder where that is shorter, as messages show it. */
function shipped(): string {
  const path = fileURLToPath(projectFile('lessons'));
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

/** The name of a lesson, as learners use it: `02-a-rollout`. */
export function nameOfLesson(file: string): string {
  return basename(file).replace(/\.ya?ml$/, '');
}

/** The names of all lessons, in order. @param folder default: the course of this program */
export function lessonNames(folder: string | undefined): readonly string[] {
  return lessonFiles(folder).map(nameOfLesson);
}

/**
 * The file of a lesson.
 *
 * @param asked its name, its number, the beginning of its name, or a path
 */
export function lessonFile(asked: string, folder: string | undefined): string {
  if (/\.ya?ml$/.test(asked) && existsSync(asked)) return asked;
  const files = lessonFiles(folder);
  const names = lessonNames(folder);
  const wanted = nameOfLesson(asked);
  const number = /^\d+$/.test(wanted) ? wanted.padStart(2, '0') : null;
  const fits = (name: string): boolean =>
    number === null ? name === wanted || withoutNumber(name) === wanted : name.startsWith(`${number}-`);
  const exact = names.findIndex(fits);
  const begun = names.flatMap((name, index) => (name.startsWith(wanted) ? [index] : []));
  const found = exact >= 0 ? exact : begun.length === 1 ? begun[0] : undefined;
  const file = found === undefined ? undefined : files[found];
  if (file !== undefined) return file;
  const bare = names.map(withoutNumber);
  const near = nearest(withoutNumber(wanted), bare);
  const guess = near === null ? names.find((name) => name.includes(wanted)) : names[bare.indexOf(near)];
  const hint = guess === undefined ? `${calledAs} lesson list shows all` : `did you mean ${guess}?`;
  throw new Stop(exitCode.usage, `there is no lesson '${asked}'; ${hint}`);
}

/** `02-a-rollout` -> `a-rollout`. */
function withoutNumber(name: string): string {
  return name.replace(/^\d+-/, '');
}

/** A lesson. A file with an error is reported, and ends the program. */
export function readLesson(file: string): Lesson {
  const { lesson, problems, texts } = parseLesson(readText(file), { file, read: textOf });
  if (lesson !== null) return lesson;
  showProblems({ problems, texts }, process.stderr);
  throw new Stop(exitCode.invalid, `${file} is not a valid lesson`);
}

/** All lessons, each after those that it needs. */
export function readCourse(folder: string | undefined): readonly (Lesson & { readonly file: string })[] {
  return inCourseOrder(lessonFiles(folder).map((file) => ({ ...readLesson(file), file })));
}
