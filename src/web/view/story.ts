/**
 * Entries of the journal by what one asks of them: what led to this, what came of it, what happened to whom and when.
 */

import type { Instant } from '../../engine/time.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { isAbout } from './subject.ts';
import type { TimeRange } from './view.ts';

export class Story {
  /** In order of `seq`, which is that of time, but for what happens late. */
  readonly entries: readonly PageEntry[];
  private readonly bySeq: ReadonlyMap<number, PageEntry>;
  private readonly led = new Map<number, PageEntry[]>();

  constructor(entries: readonly PageEntry[]) {
    this.entries = entries;
    this.bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
    for (const entry of entries) {
      if (entry.cause === null) continue;
      const effects = this.led.get(entry.cause);
      if (effects === undefined) this.led.set(entry.cause, [entry]);
      else effects.push(entry);
    }
  }

  /** null: it is not on the page. */
  entry(seq: number): PageEntry | null {
    return this.bySeq.get(seq) ?? null;
  }

  /** What led to an entry, the nearest cause first, as far as it is on the page; none where nothing did. */
  causesOf(entry: PageEntry): PageEntry[] {
    const causes: PageEntry[] = [];
    // A cause comes before what it causes: a chain cannot go round.
    for (let cause = entry.cause; cause !== null; ) {
      const found = this.bySeq.get(cause);
      if (found === undefined || found.seq >= (causes.at(-1) ?? entry).seq) return causes;
      causes.push(found);
      cause = found.cause;
    }
    return causes;
  }

  /** What an entry led to at once. */
  effectsOf({ seq }: PageEntry): readonly PageEntry[] {
    return this.led.get(seq) ?? [];
  }

  /** The entries about a thing within a stretch of time. */
  during({ from, until }: TimeRange, of: string | null): PageEntry[] {
    return this.entries.filter(({ at, subject }) => at >= from && at < until && isAbout(subject, of));
  }

  /** So many entries about a thing before an instant or at it, and so many after it; in order. */
  around(instant: Instant, of: string | null, each: number): PageEntry[] {
    const own = this.entries.filter(({ subject }) => isAbout(subject, of));
    const before = own.filter(({ at }) => at <= instant).slice(-each);
    return [...before, ...own.filter(({ at }) => at > instant).slice(0, each)];
  }

  /** Where a rule or an assumption decided. */
  decidedBy(id: string): PageEntry[] {
    return this.entries.filter(({ rules, assumptions }) => rules.includes(id) || assumptions.includes(id));
  }

  /** Known entries by numbers, each once, in order. */
  known(seqs: Iterable<number | null>): PageEntry[] {
    const found = [...new Set(seqs)].flatMap((seq) => (seq === null ? [] : (this.bySeq.get(seq) ?? [])));
    return found.sort((a, b) => a.seq - b.seq);
  }
}
