/** Reads what a report folder says about its finished run. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownRun, readSummary } from '../../report/verdict/summaryReading.ts';
import { errorCode, exitCode, Stop } from '../exit.ts';
import { chunksOf, textOfFile, unreadable } from '../lines.ts';

/**
 * Reads the summary of a report folder. Throws a `Stop` if it is not a report folder, or if its summary is invalid.
 */
export function readRun(folder: string): KnownRun {
  const path = join(folder, 'summary.json');
  let text: string;
  try {
    text = textOfFile(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unreadable(error, path);
    throw new Stop(exitCode.usage, `${folder} is not a report folder: it has no summary.json`);
  }
  const run = readSummary(text);
  if ('problem' in run) {
    throw new Stop(exitCode.usage, `${path} is not a valid summary of this svcsim version: ${run.problem}`);
  }
  return run;
}

/** What the user can do if a report folder lacks the entries that a verb needs. */
export const instead =
  'Run it again with --journal all, with a larger --journal-limit if it was reached, or give the scenario file instead of the folder.';

/**
 * Turns an error about a report into a `Stop` if a report file was changed since the run; returns any other error as it
 * is, because it is then a defect of svcsim.
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
  return `${path} does not match its digest in summary.json: it was changed, or comes from another run`;
}

/** SHA-256, in hexadecimal. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}
