/** The whole journal of a run in little memory, so that a second run can be compared with it entry by entry. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Entry } from '../../engine/journal.ts';
import { journalLine } from '../../report/render/journalLine.ts';

/** Entries that are compressed together: enough to compress well, few enough to search when a block differs. */
const blockEntries = 4_096;

/** The same place in two runs; null: that run has no entry there. */
export interface JournalDifference {
  /** Number of the first entry that differs, from 1. */
  readonly entry: number;
  /** Its line in `journal.ndjson` of the first run. */
  readonly first: string | null;
  readonly second: string | null;
}

/** Keeps the lines of a journal, compressed. Lines have causes, reasons and roots, which no fingerprint has. */
export class JournalRecord {
  readonly blocks: Uint8Array[] = [];
  #open: string[] = [];

  listen(entry: Entry): void {
    this.#open.push(journalLine(entry));
    if (this.#open.length === blockEntries) this.end();
  }

  /** Call it once after the last entry. */
  end(): void {
    if (this.#open.length === 0) return;
    this.blocks.push(deflateRawSync(this.#open.join('\n'), { level: 1 }));
    this.#open = [];
  }
}

/** Compares the journal of a second run with a record while it runs. */
export class JournalComparison {
  /** The first difference so far; null: there is none. */
  difference: JournalDifference | null = null;
  readonly #blocks: readonly Uint8Array[];
  #compared = 0;
  #open: string[] = [];

  /** @param record one that has ended */
  constructor({ blocks }: JournalRecord) {
    this.#blocks = blocks;
  }

  listen(entry: Entry): void {
    if (this.difference !== null) return;
    this.#open.push(journalLine(entry));
    if (this.#open.length === blockEntries) this.#compare();
  }

  /** Call it once after the last entry: the second run may have fewer. */
  end(): JournalDifference | null {
    if (this.difference === null && (this.#open.length > 0 || this.#compared < this.#blocks.length)) this.#compare();
    return this.difference;
  }

  #compare(): void {
    const block = this.#blocks[this.#compared];
    const before = block === undefined ? '' : inflateRawSync(block).toString('utf8');
    if (before !== this.#open.join('\n')) {
      const first = before === '' ? [] : before.split('\n');
      const at = first.findIndex((line, index) => line !== this.#open[index]);
      const index = at < 0 ? first.length : at;
      this.difference = {
        entry: this.#compared * blockEntries + index + 1,
        first: first[index] ?? null,
        second: this.#open[index] ?? null,
      };
    }
    this.#compared += 1;
    this.#open = [];
  }
}
