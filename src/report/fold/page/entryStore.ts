/**
 * Journal entries stored for the page during a run: all of a short run; of a long run the most relevant ones, with
 * their causes.
 */
import type { Entry } from '../../../engine/journal.ts';

/** At twice this number, the least relevant entries are dropped. */
const entriesMax = 20_000;

/** The latest entries are always kept, because their effects are still to come. */
const latestMax = 4_000;

/** What decides whether an entry is kept. */
export type StoredEntry = Pick<Entry, 'seq' | 'type' | 'cause'>;

/** Give it every entry, in order; or what else has the fields of one that decide. */
export class EntryStore<Kept extends StoredEntry = Entry> {
  /** In order. */
  private entries: Kept[] = [];
  /** How many there were of each type. */
  private heard: Map<string, number> = new Map();

  /** @param isRelevant whether the page may refer to it (`isRelevant`) */
  listen(entry: Kept, isRelevant: boolean): void {
    this.heard.set(entry.type, (this.heard.get(entry.type) ?? 0) + 1);
    if (!isRelevant) return;
    this.entries.push(entry);
    if (this.entries.length >= 2 * entriesMax) this.prune();
  }

  /** By number. */
  kept(): ReadonlyMap<number, Kept> {
    return new Map(this.entries.map((entry) => [entry.seq, entry]));
  }

  /** How many entries of the run are not among some, by type, the most first. */
  missing(among: readonly { readonly type: string }[]): readonly (readonly [type: string, count: number])[] {
    const left = new Map(this.heard);
    for (const { type } of among) left.set(type, (left.get(type) ?? 0) - 1);
    return [...left].filter(([, count]) => count > 0).sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1));
  }

  /** The same, with another form of each entry. */
  converted<Other extends StoredEntry>(convert: (entry: Kept) => Other): EntryStore<Other> {
    const converted = new EntryStore<Other>();
    converted.entries = this.entries.map(convert);
    converted.heard = this.heard;
    return converted;
  }

  fork(): EntryStore<Kept> {
    const fork = new EntryStore<Kept>();
    fork.entries = this.entries.slice();
    fork.heard = new Map(this.heard);
    return fork;
  }

  private prune(): void {
    const { entries } = this;
    const ranks = needs(entries);
    const counts = new Int32Array(ranksMax);
    const latestFrom = entries.length - latestMax;
    for (let i = 0; i < latestFrom; i += 1) counts[ranks[i]!]! += 1;
    let room = entriesMax - latestMax;
    // Of each rank, how many there is room for.
    const left = counts.map((count) => {
      const taken = Math.min(room, count);
      room -= taken;
      return taken;
    });
    this.entries = entries.filter((_, i) => {
      left[ranks[i]!]! -= 1;
      return i >= latestFrom || left[ranks[i]!]! >= 0;
    });
  }
}

/**
 * How much each entry is needed, 0 the most, below `ranksMax`: what led to another one as much as that.
 *
 * @param entries in order
 */
export function needs(entries: readonly StoredEntry[]): Uint8Array {
  const ranks = new Uint8Array(entries.length);
  const seqs = new Float64Array(entries.length);
  for (let i = 0; i < entries.length; i += 1) {
    const { seq, type } = entries[i]!;
    seqs[i] = seq;
    ranks[i] = needOf(type);
  }
  for (let i = entries.length - 1; i >= 0; i -= 1) {
    const { cause } = entries[i]!;
    const at = cause === null ? -1 : placeBefore(seqs, i, cause);
    if (at >= 0) ranks[at] = Math.min(ranks[at]!, ranks[i]!);
  }
  return ranks;
}

/** Where a number is among the rising ones before a place; -1: nowhere. */
function placeBefore(seqs: Float64Array, end: number, seq: number): number {
  let from = 0;
  let until = end;
  while (from < until) {
    const middle = (from + until) >> 1;
    if (seqs[middle]! < seq) from = middle + 1;
    else until = middle;
  }
  return seqs[from] === seq ? from : -1;
}

/** Of the others there are a great many, and nothing on the page leads to one of them. */
export function isRelevant({ type, data }: Pick<Entry, 'type' | 'data'>): boolean {
  return type !== 'execution.forgotten' && (type !== 'call.ended' || data['path'] !== undefined);
}

/** Of replicas, executions, volumes and requests: what went wrong, rather than what came and went. */
export function isTrouble(type: string): boolean {
  return type === 'execution.failed' || type === 'volume.full' || troubles.has(type) || type.endsWith('.refused');
}

/** Ranks are below this. */
const ranksMax = 4;
const needsByType = new Map<string, number>();

/** How much an entry of a type is needed for itself. */
function needOf(type: string): number {
  const found = needsByType.get(type);
  if (found !== undefined) return found;
  const need = needOfType(type);
  needsByType.set(type, need);
  return need;
}

/** What was decided or asked for comes before what befell replicas, that before their lives, and executions last. */
function needOfType(type: string): number {
  if (type.startsWith('execution.')) return ended.has(type) ? 1 : 3;
  if (type.startsWith('replica.')) return troubles.has(type) ? 1 : 2;
  return others.has(type) ? 2 : 0;
}

const ended: ReadonlySet<string> = new Set([
  'execution.removed',
  'execution.skipped',
  'execution.invalid',
  'execution.failed',
]);
const troubles: ReadonlySet<string> = new Set([
  'replica.exited',
  'replica.evicted',
  'replica.lost',
  'replica.pullFailed',
  'replica.unresponsive',
]);
const others: ReadonlySet<string> = new Set([
  'health.changed',
  'demand.routed',
  'demand.scaled',
  'demand.turned',
  'snapshot.taken',
  'snapshot.deleted',
  'snapshot.expired',
  'volume.bound',
]);
