/**
 * An index of journal entries: by number, cause, effect, subject, time, and rule.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { isAbout, wholeOf } from './subject.ts';
import type { TimeRange } from './view.ts';

export class EntryIndex {
  /** In order of `seq`. This is the order of time, except for entries that are written late. */
  readonly entries: readonly PageEntry[];
  private readonly bySeq: ReadonlyMap<number, PageEntry>;
  private readonly led = new Map<number, PageEntry[]>();
  private types: ReadonlyMap<string, readonly PageEntry[]> | null = null;

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

  /** The entry of a number; null if it is not on the page. */
  entry(seq: number): PageEntry | null {
    return this.bySeq.get(seq) ?? null;
  }

  /** The chain of causes of an entry, the direct cause first, as far as the page has them; empty if it has no cause. */
  causesOf(entry: PageEntry): PageEntry[] {
    const causes: PageEntry[] = [];
    // A cause has a smaller number than its effect, so the chain has no cycle.
    for (let cause = entry.cause; cause !== null; ) {
      const found = this.bySeq.get(cause);
      if (found === undefined || found.seq >= (causes.at(-1) ?? entry).seq) return causes;
      causes.push(found);
      cause = found.cause;
    }
    return causes;
  }

  /** The direct effects of an entry. */
  effectsOf({ seq }: PageEntry): readonly PageEntry[] {
    return this.led.get(seq) ?? [];
  }

  /** The entries about a subject within a period; null: about any subject. */
  during({ from, until }: TimeRange, of: string | null): PageEntry[] {
    return this.entries.filter(({ at, subject }) => at >= from && at < until && isAbout(subject, of));
  }

  /** The last `each` entries about a subject up to an instant (included), and the next `each` after it; in order. */
  around(instant: Instant, of: string | null, each: number): PageEntry[] {
    const own = this.entries.filter(({ subject }) => isAbout(subject, of));
    const before = own.filter(({ at }) => at <= instant).slice(-each);
    return [...before, ...own.filter(({ at }) => at > instant).slice(0, each)];
  }

  /** The entries of a type about a deployment or a volume, in order. */
  ofType(type: string, of: string): readonly PageEntry[] {
    this.types ??= grouped(this.entries, (entry) => `${entry.type} ${wholeOf(entry.subject)}`);
    return this.types.get(`${type} ${of}`) ?? [];
  }

  /** The entries that cite a rule or an assumption. */
  decidedBy(id: string): PageEntry[] {
    return this.entries.filter(({ rules, assumptions }) => rules.includes(id) || assumptions.includes(id));
  }

  /** The entries of these numbers that are on the page, each once, in order. */
  known(seqs: Iterable<number | null>): PageEntry[] {
    const found = [...new Set(seqs)].flatMap((seq) => (seq === null ? [] : (this.bySeq.get(seq) ?? [])));
    return found.sort((a, b) => a.seq - b.seq);
  }
}
