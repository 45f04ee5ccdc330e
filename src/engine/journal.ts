/**
 * The journal: what happened, in order, and why. A sink; it decides nothing and the run never reads it back.
 */

import { Fingerprint } from './fingerprint.ts';
import { hash32 } from './hash.ts';
import type { NotesAlike } from './notesAlike.ts';
import type { Instant } from './time.ts';
import type { Facts } from './value.ts';

/**
 * Why something happened: the stated rules and the assumptions that decided. Reasons are constants, compared by
 * identity.
 */
export interface Reason {
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

/** Who an entry is about: a long-lived noun, named once. `hash` is 32 bits of `name`. */
export interface Subject {
  readonly name: string;
  readonly hash: number;
}

/** What a call site hands over. */
export interface Note {
  /** From the model's closed list, in the past tense: `replica.ready`. */
  readonly type: string;
  readonly subject: Subject;
  /**
   * Which one of the subject's: a replica's ordinal, a volume's index, an execution's slot or command; null for the
   * subject itself.
   */
  readonly ordinal: number | string | null;
  readonly reason: Reason;
  /** Sequence number of the entry that led to this one; null where nothing in the run did. */
  readonly cause: number | null;
  readonly data: Facts;
}

/** A note with its place in the run. */
export interface Entry extends Note {
  /** Counts every note from 1, dropped ones too. */
  readonly seq: number;
  readonly at: Instant;
}

/** Where entries go: memory, a file, nowhere. Called in order, never during a fork's construction. */
export type JournalSink = (entry: Entry) => void;

/**
 * Notes about one subject that are told together, in the place of their entries: what they say is a matter of its type.
 */
export interface Bundle {
  readonly type: string;
  readonly subject: Subject;
  /** How many notes it stands for. */
  readonly notes: number;
}

/** Where bundles go; what is in one may be overwritten as soon as it returns. */
export type BundleSink = (bundle: Bundle) => void;

/** How often a reason has decided, and what it decided last: a reason nearly always leads to the same type of note. */
interface Tally {
  readonly reason: Reason;
  count: number;
  type: string;
  typeHash: number;
}

/**
 * Numbers the notes, keeps a fingerprint of them, counts the reasons, and hands each entry to its sink.
 */
export class Journal {
  /** Of the last note; 0 before the first. */
  seq = 0;
  private readonly sink: JournalSink | null;
  private readonly bundles: BundleSink | null;
  private print = new Fingerprint();
  private readonly typeHashes: Map<string, number> = new Map();
  private readonly tallies: Map<Reason, Tally> = new Map();
  /** The tally of the last note. */
  private latest: Tally = tallyOf({ rules: [], assumptions: [] });

  /**
   * @param sink null where nobody listens: numbers, fingerprint and reasons go on
   * @param bundles of a listener that takes many notes together
   */
  constructor(sink: JournalSink | null, bundles: BundleSink | null = null) {
    this.sink = sink;
    this.bundles = bundles;
  }

  /** Whether somebody listens. */
  get isHeard(): boolean {
    return this.sink !== null;
  }

  /**
   * Writes a note down and answers its `seq`, the `cause` of what follows from it.
   *
   * @param facts of its data what the fingerprint covers, where that is less than all of it
   */
  note(at: Instant, note: Note, facts: Facts = note.data): number {
    this.seq += 1;
    const { type, subject, ordinal, reason } = note;
    let tally = this.latest;
    if (tally.reason !== reason) tally = this.turnTo(reason);
    tally.count += 1;
    if (tally.type !== type) this.retype(tally, type);
    this.print.add(at, tally.typeHash, subject.hash, ordinal, facts);
    if (this.sink !== null) this.sink(entryOf(this.seq, at, note));
    return this.seq;
  }

  /**
   * Many notes at once that nobody is to get as entries; their reasons are to be counted (`count`), and they are to be
   * told (`tell`).
   *
   * @throws where somebody listens for entries
   */
  noteAll(notes: NotesAlike): void {
    if (this.sink !== null && this.bundles === null)
      throw new Error('noteAll() writes no entries, but a sink expects them');
    this.seq += notes.count;
    if (notes.count > 0) this.print.addAll(notes);
  }

  /** Tells of notes that have been written down without entries. */
  tell(bundle: Bundle): void {
    if (this.bundles !== null) this.bundles(bundle);
  }

  /** A reason has decided so many times. */
  count(reason: Reason, times: number): void {
    if (times > 0) this.turnTo(reason).count += times;
  }

  /**
   * 16 hex digits over everything noted so far: instants, types, subjects, ordinals and the values of `data` in order.
   *
   * Not over `seq`, causes, reasons and keys, so that two ways of deciding the same facts agree. It tells runs apart,
   * it does not protect against forgers.
   */
  fingerprint(): string {
    return this.print.toString();
  }

  /** How often each reason has decided, in the order of their first decisions. */
  reasons(): ReadonlyMap<Reason, number> {
    const counts = new Map<Reason, number>();
    for (const [reason, { count }] of this.tallies) counts.set(reason, count);
    return counts;
  }

  /** The same past; what is noted from here on goes to another sink, and to none by default. */
  fork(sink: JournalSink | null = null): Journal {
    const fork = new Journal(sink);
    fork.seq = this.seq;
    fork.print = this.print.fork();
    for (const [reason, tally] of this.tallies) fork.tallies.set(reason, { ...tally });
    return fork;
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
