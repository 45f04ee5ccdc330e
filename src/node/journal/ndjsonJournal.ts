/** `journal.ndjson`: a line for each entry. */
import type { Entry } from '../../engine/journal.ts';
import { journalLine } from '../../report/render/journalLine.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';
import type { LineFile } from '../lineFile.ts';
import type { JournalOutput } from './journalFormat.ts';

export class NdjsonJournal implements JournalOutput {
  readonly #file: LineFile;
  readonly #bytesMax: number;

  constructor(file: LineFile, bytesMax: number) {
    this.#file = file;
    this.#bytesMax = bytesMax;
  }

  writeEntry(entry: Entry): boolean {
    return this.writeLine(`${journalLine(entry)}\n`);
  }

  writeLine(line: string): boolean {
    if (this.#file.characters + line.length > this.#bytesMax) return false;
    this.#file.write(line);
    return true;
  }

  stop(text: string): void {
    this.#file.write(`${text}\n`);
  }

  close(): ReportFile {
    return this.#file.close();
  }
}
