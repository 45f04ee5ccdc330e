/** Reads the journal of a report folder for a few entries and what led to them. */
import type { ExplainedEntry } from '../../report/explain/explanation.ts';
import { isStop, Links, linkOf, readJournalLine } from '../../report/explain/journalLines.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ReportedJournal } from './reportedJournal.ts';

/** The causes of all entries of a journal, and some of them completely. Throws a `Stop` if a line is no entry. */
export class JournalReading {
  readonly links = new Links();
  readonly #journal: ReportedJournal;
  readonly #kept = new Map<number, PageEntry>();

  /** @param isKept which entries are read completely, by their line and number */
  constructor(journal: ReportedJournal, isKept: (line: string, seq: number) => boolean) {
    this.#journal = journal;
    this.#keep(isKept, true);
  }

  /** The entries that were read completely so far, in order. */
  get kept(): readonly PageEntry[] {
    return [...this.#kept.values()].sort((a, b) => a.seq - b.seq);
  }

  /** These entries with all their causes, in order; and the numbers that the journal lacks. */
  withChains(seqs: Iterable<number>): {
    readonly entries: readonly ExplainedEntry[];
    readonly missing: readonly number[];
  } {
    const wanted = new Set([...seqs].flatMap((seq) => [seq, ...this.links.chainOf(seq)]));
    const others = new Set([...wanted].filter((seq) => !this.#kept.has(seq) && this.links.has(seq)));
    if (others.size > 0) this.#keep((_, seq) => others.has(seq), false);
    const entries = this.kept.filter(({ seq }) => wanted.has(seq));
    return {
      entries: entries.map((entry) => ({ ...entry, chain: this.links.chainOf(entry.seq) })),
      missing: [...wanted].filter((seq) => !this.#kept.has(seq)).sort((a, b) => a - b),
    };
  }

  #keep(isKept: (line: string, seq: number) => boolean, isFirst: boolean): void {
    let number = 0;
    for (const line of this.#journal.lines()) {
      number += 1;
      if (isStop(line)) break;
      const link = linkOf(line);
      if (link === null) throw this.#noEntry(number);
      if (isFirst) this.links.add(link);
      if (!isKept(line, link.seq)) continue;
      const entry = readJournalLine(line);
      if (entry === null) throw this.#noEntry(number);
      this.#kept.set(link.seq, entry);
    }
  }

  #noEntry(line: number): Stop {
    return new Stop(exitCode.usage, `${this.#journal.path}:${line} is not a journal entry`);
  }
}
