/**
 * The journal: the list of facts and decisions with their reasons. It only receives entries: it decides nothing, and
 * the run never reads it.
 */

import { Fingerprint } from './fingerprint.ts';
import { hash32 } from './hash.ts';
import type { NotesAlike } from './notesAlike.ts';
import type { Instant } from './time.ts';
import type { Facts } from './value.ts';

/** The rules and the assumptions behind an entry. Reasons are constants and compared by identity. */
export interface Reason {
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

/** The subject of an entry: a long-lived noun. `hash` is 32 bits of `name`. */
export interface Subject {
  readonly name: string;
  readonly hash: number;
}

/** An entry without its number and instant. */
export interface Note {
  /** From the model's closed list, in the past tense: `replica.ready`. */
  readonly type: string;
  readonly subject: Subject;
  /**
   * The part of the subject: the ordinal of a replica, the index of a volume, the slot or command of an execution;
   * null: the subject itself.
   */
  readonly ordinal: number | string | null;
  readonly reason: Reason;
  /** Sequence number of the entry that caused this one; null: no entry did. */
  readonly cause: number | null;
  readonly data: Facts;
}

/** A journal entry: a note with its number and instant. */
export interface Entry extends Note {
  /** Number of the entry, from 1; dropped entries count too. */
  readonly seq: number;
  readonly at: Instant;
}

/** Receives entries in order (memory, a file); never called while a fork is constructed. */
export type JournalSink = (entry: Entry) => void;

/** Many notes about one subject in one record, instead of their entries; `type` decides its further fields. */
export interface Bundle {
  readonly type: string;
  readonly subject: Subject;
  /** Number of notes in it. */
  readonly notes: number;
}

/** Receives bundles; the data of a bundle may be overwritten as soon as the sink returns. */
export type BundleSink = (bundle: Bundle) => void;

/** How often a reason has decided, and what it decided last: a reason nearly always leads to the same type of note. */
interface Tally {
  readonly reason: Reason;
  count: number;
  type: string;
  typeHash: number;
}

/** Numbers the notes, hashes them into a fingerprint, counts the reasons, and passes each entry to its sink. */
export class Journal {
  /** Of the last note; 0 before the first. */
  seq = 0;
  private readonly sink: JournalSink | null;
  private bundles: BundleSink | null;
  private print = new Fingerprint();
  private readonly typeHashes: Map<string, number> = new Map();
  private readonly tallies: Map<Reason, Tally> = new Map();
  /** The tally of the last note. */
  private latest: Tally = tallyOf({ rules: [], assumptions: [] });

  /**
   * @param sink null: no entries are passed on; numbers, fingerprint and reasons are still kept
   * @param bundles receives many notes at once; null: none are passed on
   */
  constructor(sink: JournalSink | null, bundles: BundleSink | null = null) {
    this.sink = sink;
    this.bundles = bundles;
  }

  /** Whether a sink receives the entries. */
  get isHeard(): boolean {
    return this.sink !== null;
  }

  /** From now on many notes may be added at once, and are passed on as bundles. */
  takeBundles(bundles: BundleSink): void {
    this.bundles = bundles;
  }

  /** Whether many notes may be added at once: nobody expects their entries one by one. */
  get takesBundles(): boolean {
    return this.sink === null || this.bundles !== null;
  }

  /**
   * Adds an entry and returns its `seq`, which is the `cause` of entries that follow from it.
   *
   * @param facts the part of its data that enters the fingerprint; default: all of it
   */
  note(at: Instant, note: Note, facts: Facts = note.data): number {
    this.seq += 1;
    const { type, subject, ordinal, reason } = note;
    this.print.add(at, this.tallied(reason, type), subject.hash, ordinal, facts);
    if (this.sink !== null) this.sink(entryOf(this.seq, at, note));
    return this.seq;
  }

  /**
   * Adds an entry that nobody receives, given as numbers: the same as `note`, without an object for its data.
   *
   * @param values the numbers that stand for its ordinal, then for its data (`numberOf`)
   * @throws if a sink expects the entry
   */
  noteNumbers(at: Instant, type: string, subject: Subject, reason: Reason, values: Float64Array): number {
    if (this.sink !== null) throw new Error('noteNumbers() makes no entry, but a sink expects it');
    this.seq += 1;
    this.print.addNumbers(at, this.tallied(reason, type), subject.hash, values);
    return this.seq;
  }

  /**
   * Adds many notes at once without entries. The caller must count their reasons (`count`) and pass them on as a bundle
   * (`tell`).
   *
   * @throws if a sink expects entries
   */
  noteAll(notes: NotesAlike): void {
    if (!this.takesBundles) throw new Error('noteAll() writes no entries, but a sink expects them');
    this.seq += notes.count;
    if (notes.count > 0) this.print.addAll(notes);
  }

  /** Passes on a bundle of notes that were added without entries. */
  tell(bundle: Bundle): void {
    if (this.bundles !== null) this.bundles(bundle);
  }

  /** Adds so many decisions of a reason. */
  count(reason: Reason, times: number): void {
    if (times > 0) this.turnTo(reason).count += times;
  }

  /**
   * The fingerprint, 16 hex digits: a hash of the instants, types, subjects, ordinals and data values of all notes so
   * far.
   *
   * `seq`, causes, reasons and keys do not enter, so that two ways of computing the same facts agree. It tells runs
   * apart; it does not protect against forgery.
   */
  fingerprint(): string {
    return this.print.toString();
  }

  /** Number of decisions by reason, in the order of their first decisions. */
  reasons(): ReadonlyMap<Reason, number> {
    const counts = new Map<Reason, number>();
    for (const [reason, { count }] of this.tallies) counts.set(reason, count);
    return counts;
  }

  /** A copy with the same past; later notes go to the given sinks, by default to none. */
  fork(sink: JournalSink | null = null, bundles: BundleSink | null = null): Journal {
    const fork = new Journal(sink, bundles);
    fork.seq = this.seq;
    fork.print = this.print.fork();
    for (const [reason, tally] of this.tallies) fork.tallies.set(reason, { ...tally });
    return fork;
  }

  /** Counts a decision of a reason. @returns the hash of the type of its note */
  private tallied(reason: Reason, type: string): number {
    let tally = this.latest;
    if (tally.reason !== reason) tally = this.turnTo(reason);
    tally.count += 1;
    if (tally.type !== type) this.retype(tally, type);
    return tally.typeHash;
  }

  /** Makes a reason's tally the latest. */
  private turnTo(reason: Reason): Tally {
    let tally = this.tallies.get(reason);
    if (tally === undefined) {
      tally = tallyOf(reason);
      this.tallies.set(reason, tally);
    }
    this.latest = tally;
    return tally;
  }

  private retype(tally: Tally, type: string): void {
    let hash = this.typeHashes.get(type);
    if (hash === undefined) {
      hash = hash32(type);
      this.typeHashes.set(type, hash);
    }
    tally.type = type;
    tally.typeHash = hash;
  }
}

function entryOf(seq: number, at: Instant, { type, subject, ordinal, reason, cause, data }: Note): Entry {
  return { seq, at, type, subject, ordinal, reason, cause, data };
}

function tallyOf(reason: Reason): Tally {
  return { reason, count: 0, type: '', typeHash: 0 };
}
