/** Opens the file of a journal in the format that was asked for. */
import { exitCode, Stop } from '../exit.ts';
import type { RunFlags } from '../flags.ts';
import type { ReportFolder } from '../folder.ts';
import { JournalFile } from './journalFile.ts';
import { journalNames } from './journalFormat.ts';
import { NdjsonJournal } from './ndjsonJournal.ts';

/** @returns null: none is kept */
export async function openJournal(
  folder: ReportFolder,
  { journal: kind, journalFormat: format = 'ndjson' }: RunFlags,
  bytesMax: number,
): Promise<JournalFile | null> {
  if (kind === 'none') return null;
  const name = journalNames[format];
  if (format === 'ndjson') return new JournalFile(new NdjsonJournal(folder.stream(name), bytesMax), kind, bytesMax);
  // Few runs need the library behind it, which is read when it is first used.
  const { ParquetJournal } = await import('./parquetJournal.ts');
  return new JournalFile(new ParquetJournal(folder.bytes(name), bytesMax), kind, bytesMax);
}

/** Refuses a format for a journal that is not written. */
export function refuseFormatOfNone({ journal, journalFormat }: RunFlags): void {
  if (journal === 'none' && journalFormat === 'parquet')
    throw new Stop(
      exitCode.usage,
      '--journal none writes no journal, so --journal-format parquet has no effect; leave one of them out',
    );
}
