/** A run that is over, as its report folder tells of it. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownRun, readSummary } from '../../report/verdict/summaryReading.ts';
import { errorCode, exitCode, Stop } from '../exit.ts';
import { openFile, textOfFile, unreadable } from '../lines.ts';

/**
 * Reads what a folder says about its run. Throws a `Stop` where it is no report folder, or says nothing that one says.
 */
export function readRun(folder: string): KnownRun {
  const path = join(folder, 'summary.json');
  let text: string;
  try {
    text = textOfFile(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unreadable(error, path);
    throw new Stop(exitCode.usage, `${folder} is no report folder: there is no summary.json in it`);
  }
  const run = readSummary(text);
  if ('problem' in run) {
    throw new Stop(exitCode.usage, `${path} is no summary of a run, as this svcsim writes it: ${run.problem}`);
  }
  return run;
}

/** The path of the journal of a folder's run. Throws a `Stop` where it has none. */
export function journalOf(folder: string, run: KnownRun): string {
  if (run.files.has('journal.ndjson')) return join(folder, 'journal.ndjson');
  throw new Stop(exitCode.usage, `the run of ${folder} was told to write no journal (--journal none). ${instead}`);
}

/** What to do where a folder does not tell enough. */
export const instead = 'Run it again with --journal all, or give the scenario file in the place of the folder.';

/**
 * What went wrong over the files of a report: a `Stop` where one of them is not as the run left it; else the error as
 * it was, which is then a defect of ours.
 */
export function blamed(error: unknown, folder: string): unknown {
  if (error instanceof Stop || !(error instanceof Error)) return error;
  for (const [name, digest] of readRun(folder).files) {
    const path = join(folder, name);
    if (!existsSync(path) || digestOf(path) === digest) continue;
    return new Stop(exitCode.usage, `${changedText(path)} (${error.message})`);
  }
  return error;
}

export function changedText(path: string): string {
  return `${path} is not as its run left it: it was changed, or comes from another run`;
}

const chunkBytes = 1 << 20;

/** SHA-256, in hexadecimal. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const file = openFile(path);
  try {
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk))
      hash.update(chunk.subarray(0, count));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
