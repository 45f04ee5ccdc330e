/**
 * Selects the journal entries of a page: those that the page refers to, with their causes.
 */

import type { Entry } from '../../engine/journal.ts';
import { needs } from '../fold/page/entryStore.ts';
import { packedBytes } from '../fold/page/packedEntries.ts';
import type { PageEntry } from '../picture/picture.ts';

/** Lists of entry numbers that the page refers to, the most important list first. */
export type EntryLists = readonly (readonly number[])[];

/** Of an entry without data. */
const bytesLeast = packedBytes({ data: {} });

/** Number of entries of each chain of causes that are taken first; the rest follows if there is room. */
const chainFirst = 6;

/**
 * All of them where there is room for all; else as many as there is, in order of `seq`, each with its causes: to the
 * first one that is known, where there is room for that. Of a list that has no room as a whole those that are there are
 * spread over its time.
 *
 * @param bytesMax of them as text
 */
export function selectedEntries(known: ReadonlyMap<number, Entry>, leads: EntryLists, bytesMax: number): PageEntry[] {
  const taken = new Map<number, PageEntry>();
  let room = bytesMax;
  const take = (chain: readonly Entry[]): void => {
    if (chain.length * bytesLeast > room) return;
    const entries = chain.map(pageEntry);
    const bytes = entries.reduce((sum, entry) => sum + packedBytes(entry), 0);
    if (bytes > room) return;
    room -= bytes;
    for (const entry of entries) taken.set(entry.seq, entry);
  };
  const lists = doFit(known, bytesMax) ? [...leads, [...known.keys()]] : leads;
  for (const list of lists) {
    for (const seq of byNeed(known, list)) {
      take(chainOf(known, seq, taken, chainFirst));
    }
  }
  for (const { cause } of [...taken.values()])
    if (cause !== null) take(chainOf(known, cause, taken, Number.POSITIVE_INFINITY));
  return [...taken.values()].sort((a, b) => a.seq - b.seq);
}

/** Whether all that are known may stay: of a short run. */
function doFit(known: ReadonlyMap<number, Entry>, bytesMax: number): boolean {
  let bytes = 0;
  for (const entry of known.values()) {
    bytes += packedBytes(entry);
    if (bytes > bytesMax) return false;
  }
  return true;
}

/**
 * Those that are known: what was decided before what followed; of equal ones the first, the middle one, the quarters,
 * and so on.
 */
function byNeed(known: ReadonlyMap<number, Entry>, list: readonly number[]): readonly number[] {
  const entries = [...new Set(list)].sort((a, b) => a - b).flatMap((seq) => known.get(seq) ?? []);
  const ranks = needs(entries);
  const counts = new Map<number, number>();
  const placed = entries.map(({ seq }, index) => {
    const rank = ranks[index] ?? 0;
    const place = counts.get(rank) ?? 0;
    counts.set(rank, place + 1);
    return { seq, rank, order: bitsReversed(place) };
  });
  return placed.sort((a, b) => a.rank - b.rank || a.order - b.order).map(({ seq }) => seq);
}

/**
 * An entry and what led to it, up to what the page has already, as far as it is known. @param most entries, the last
 * ones of the chain
 */
function chainOf(
  known: ReadonlyMap<number, Entry>,
  seq: number,
  taken: ReadonlyMap<number, PageEntry>,
  most: number,
): Entry[] {
  const chain: Entry[] = [];
  for (let next: number | null = seq; next !== null && !taken.has(next) && chain.length < most; ) {
    const entry: Entry | undefined = known.get(next);
    if (entry === undefined) break;
    chain.push(entry);
    next = entry.cause;
  }
  return chain;
}

/** 0, 1, 2, 3 ... as 0, a half, a quarter, three quarters ... of 2^31. */
function bitsReversed(value: number): number {
  let reversed = 0;
  for (let bit = 0, left = value; bit < 31; bit += 1, left >>= 1) reversed = reversed * 2 + (left & 1);
  return reversed;
}

export function pageEntry({ seq, at, type, subject, ordinal, reason, cause, data }: Entry): PageEntry {
  const { rules, assumptions } = reason;
  const name = ordinal === null ? subject.name : `${subject.name}/${ordinal}`;
  // 0 is no entry's number: it began with the run.
  return { seq, at, type, subject: name, rules, assumptions, cause: cause === 0 ? null : cause, data };
}
