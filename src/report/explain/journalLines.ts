/**
 * Reads lines of `journal.ndjson` for an explanation: of most only number and cause, a few completely.
 */

import { instantFromIso } from '../../engine/time.ts';
import type { PageEntry } from '../picture/picture.ts';

/** The number of an entry and the number of its cause. */
export interface Link {
  readonly seq: number;
  readonly cause: number | null;
}

const link = /^\{"seq":(\d+),.*?,"cause":(null|\d+),(?:"root":"[a-z]+",)?"data":\{/;

/** The number of a line's entry and of its cause; null if the line is not an entry. */
export function linkOf(line: string): Link | null {
  const match = link.exec(line);
  if (match === null) return null;
  return { seq: Number(match[1]), cause: match[2] === 'null' ? null : Number(match[2]) };
}

/** Whether the line says that the file reached its size limit. */
export function isStop(line: string): boolean {
  return line.startsWith('{"stopped":');
}

/** The entry in a line; null if the line is not an entry. */
export function readJournalLine(line: string): PageEntry | null {
  if (linkOf(line) === null) return null;
  let value: { readonly [key in keyof PageEntry]?: unknown };
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const at = instantFromIso(`${value.at}`);
  return typeof at === 'number' ? ({ ...value, at } as PageEntry) : null;
}

/** The cause of each journal entry, by number. */
export class Links {
  /** By number of entry: that of the one that led to it, 0 for none, -1 where there is no such entry. */
  private causes: Int32Array = new Int32Array(1_024).fill(-1);
  /** The last entry. */
  last = 0;

  add({ seq, cause }: Link): void {
    if (seq >= this.causes.length) {
      const larger = new Int32Array(Math.max(seq + 1, 2 * this.causes.length)).fill(-1);
      larger.set(this.causes);
      this.causes = larger;
    }
    this.causes[seq] = cause ?? 0;
    this.last = seq;
  }

  has(seq: number): boolean {
    return (this.causes[seq] ?? -1) >= 0;
  }

  /**
   * The entries that led to one, the nearest first; it ends at one that nothing in the run led to, or that the journal
   * has not.
   */
  chainOf(seq: number): number[] {
    const chain: number[] = [];
    // What leads to something comes before it, so that this ends whatever a file says.
    for (let at = seq, cause = this.causes[at] ?? -1; cause > 0 && cause < at; cause = this.causes[at] ?? -1) {
      chain.push(cause);
      at = cause;
    }
    return chain;
  }

  /** The entries that one led to by itself, in order: the first so many of them, and how many there are. */
  ledTo(seq: number, most: number): { readonly first: readonly number[]; readonly count: number } {
    const first: number[] = [];
    let count = 0;
    for (let at = seq + 1; at <= this.last; at += 1) {
      if (this.causes[at] !== seq) continue;
      count += 1;
      if (first.length < most) first.push(at);
    }
    return { first, count };
  }
}
