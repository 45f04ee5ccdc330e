/**
 * The last entries of a session's journal: of a long session not all can be kept, and older ones come again by playing
 * it again.
 */
import type { Entry } from '../../engine/journal.ts';

export class RecentEntries {
  private kept: Entry[];
  private readonly most: number;

  /** @param most so many are kept at least, and up to twice as many */
  constructor(most: number, kept: readonly Entry[] = []) {
    this.most = most;
    this.kept = [...kept];
  }

  add(entry: Entry): void {
    this.kept.push(entry);
    if (this.kept.length >= 2 * this.most) this.kept = this.kept.slice(-this.most);
  }

  /** Up to `max` entries after a number, the oldest first; null where some of them are no longer kept. */
  after(seq: number, max: number): readonly Entry[] | null {
    const [first] = this.kept;
    if (first === undefined) return [];
    if (seq + 1 < first.seq) return null;
    const from = seq + 1 - first.seq;
    return this.kept.slice(from, from + max);
  }

  fork(): RecentEntries {
    return new RecentEntries(this.most, this.kept);
  }
}
