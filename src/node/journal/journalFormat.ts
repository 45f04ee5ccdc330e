/** What the file of a journal may hold, and in which formats. */
import type { Entry } from '../../engine/journal.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';

/** The entries that are kept: `--journal`. */
export type JournalKind = 'all' | 'decisions' | 'none';

/** `--journal-format`: lines of JSON, or columns for DuckDB, pandas and other programs that read them. */
export const journalFormats = ['ndjson', 'parquet'] as const;

export type JournalFormat = (typeof journalFormats)[number];

export const journalNames = { ndjson: 'journal.ndjson', parquet: 'journal.parquet' } as const satisfies {
  readonly [format in JournalFormat]: string;
};

/** The key under which the metadata of `journal.parquet` say that it reached its limit. */
export const stoppedKey = 'svcsim.stopped';

/** A file that takes the entries of a journal, in one of the formats. */
export interface JournalOutput {
  /** Writes an entry; false: the file has no room for it, and nothing was written. */
  writeEntry(entry: Entry): boolean;
  /** The same for an entry that is a line already, with its line end. */
  writeLine(line: string): boolean;
  /** Says in the file that it reached its limit. @param text JSON, as in the last line of `journal.ndjson` */
  stop(text: string): void;
  /** Ends the file. @returns what was written */
  close(): ReportFile;
}
