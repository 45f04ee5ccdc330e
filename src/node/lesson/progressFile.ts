/**
 * The learner's progress in a file, `.svcsim/lessons.json`. Two programs at once do not lose each other's progress, and
 * a file that cannot be read is kept aside.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CourseProgress, noProgress } from '../../lesson/progress.ts';
import { progressFrom } from '../../lesson/progressShape.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { exitCode, Stop, unwritable } from '../exit.ts';
import { say } from '../say.ts';
import { StoreLock } from '../study/storeLock.ts';

/** The file of a folder's progress. */
export function progressPath(folder: string): string {
  return join(folder, '.svcsim', 'lessons.json');
}

/** The file of an exercise as it was when its goal was reached: the learner goes on with the same file. */
export function doneFile(folder: string, lesson: string, exercise: string): string {
  return join(folder, '.svcsim', 'done', `${lesson}.${exercise}.yaml`);
}

/**
 * The progress in a folder; none yet is no error.
 *
 * @returns a text that says why it cannot be read
 */
export function readProgress(folder: string): CourseProgress | string {
  const path = progressPath(folder);
  if (!existsSync(path)) return noProgress;
  try {
    return progressFrom(JSON.parse(readFileSync(path, 'utf8'))) ?? `${path} is not a file of svcsim lesson`;
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
}

/** The progress of the current folder; a file that cannot be read is kept aside, with a word. */
export function progressHere(): CourseProgress {
  const found = readProgress('.');
  if (typeof found !== 'string') return found;
  const path = progressPath('.');
  const aside = `${path}.unreadable`;
  try {
    renameSync(path, aside);
  } catch (error) {
    throw unwritable(error, path, '');
  }
  say(process.stderr, `${found}; it is now ${aside}, and the progress begins anew\n`);
  return noProgress;
}

/** Changes the progress of the current folder: what another program wrote meanwhile stays. @returns what it is now */
export async function changeProgress(change: (progress: CourseProgress) => CourseProgress): Promise<CourseProgress> {
  const path = progressPath('.');
  const beside = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const lock = await lockOf(`${path}.lock`);
    try {
      const changed = change(progressHere());
      writeFileSync(beside, jsonText(changed));
      renameSync(beside, path);
      return changed;
    } finally {
      lock.release();
    }
  } catch (error) {
    throw unwritable(error, path, 'Your progress was not saved.');
  }
}

/** A change takes milliseconds: who holds the lock for longer hangs. */
const patience = { tries: 200, pauseMs: 25 };

async function lockOf(path: string): Promise<StoreLock> {
  for (let tries = 0; ; tries += 1) {
    const taken = StoreLock.take(path);
    if ('lock' in taken) return taken.lock;
    if (tries >= patience.tries)
      throw new Stop(exitCode.unwritable, `process ${taken.pid} keeps ${path}; end it, or remove the file`);
    await setTimeout(patience.pauseMs);
  }
}
