/** The journal of a report folder, line by line, whatever its format. */
import { join } from 'node:path';
import type { KnownRun } from '../../report/verdict/summaryReading.ts';
import { exitCode, Stop } from '../exit.ts';
import { journalNames } from '../journal/journalFormat.ts';
import { LineFile } from '../lineFile.ts';
import { linesOf } from '../lines.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import { instead } from './reportedRun.ts';

export interface ReportedJournal {
  /** Its path in the folder, for messages. */
  readonly path: string;
  /** From the first line on, each time. */
  lines(): Iterable<string>;
}

/** The name of the journal that a run has written; null: it has none. */
export function journalNameOf({ files }: KnownRun): string | null {
  return Object.values(journalNames).find((name) => files.has(name)) ?? null;
}

/** Opens the journal of a report folder. Throws a `Stop` if it has none. */
export async function openReportedJournal(folder: string, run: KnownRun): Promise<ReportedJournal> {
  const name = journalNameOf(run);
  if (name === null)
    throw new Stop(exitCode.usage, `${folder} has no journal, because its run used --journal none. ${instead}`);
  const path = join(folder, name);
  const readable = name === journalNames.parquet ? await asLines(path) : path;
  return { path, lines: () => linesOf(readable) };
}

/**
 * Writes the lines of `journal.parquet` into a temporary file, which is deleted at the end of the process: verbs read
 * lines several times, and from where they cannot wait.
 */
async function asLines(path: string): Promise<string> {
  const { parquetLines } = await import('../journal/parquetLines.ts');
  const readable = join(temporaryFolder().path, journalNames.ndjson);
  const file = new LineFile(readable, readable);
  for await (const lines of parquetLines(path)) for (const line of lines) file.write(`${line}\n`);
  file.close();
  return readable;
}
