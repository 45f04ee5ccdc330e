/**
 * The journal: what happened, in order, and why. A sink; it decides nothing and the run never reads it back.
 */
import { hash32, mix32 } from './hash.ts';
import type { Instant } from './time.ts';

/** Why something happened: the stated rules and the assumptions that decided. Reasons are constants, compared by identity. */
export interface Reason {
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

/** Who an entry is about: a long-lived noun, named once. `hash` is 32 bits of `name`. */
export interface Subject {
  readonly name: string;
  readonly hash: number;
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Facts = { readonly [key: string]: Value };

/** What a call site hands over. */
export interface Note {
  /** From the model's closed list, in the past tense: `replica.ready`. */
  readonly type: string;
  readonly subject: Subject;
  /** Which one of the subject's: a replica's ordinal, a volume's index, an execution's slot or command; null for the subject itself. */
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
 * Numbers the notes, keeps a fingerprint of them, counts the reasons, and hands each entry to its sink.
 */
export class Journal {
  /** Of the last note; 0 before the first. */
  seq = 0;
  private readonly sink: JournalSink | null;
  /** Two lanes of 32 bits, signed as the machine has them. */
  private first = 0x6a09e667;
  private second = 0x3c6ef372;
  private readonly types: Map<string, number> = new Map();
  private readonly decided: Map<Reason, { count: number }> = new Map();

  /** @param sink null where nobody listens: numbers, fingerprint and reasons go on */
  constructor(sink: JournalSink | null) {
    this.sink = sink;
  }

  /** Writes a note down and answers its `seq`, the `cause` of what follows from it. */
  note(at: Instant, note: Note): number {
    this.seq += 1;
    const { type, subject, ordinal, reason, data } = note;
    this.addNumber(at);
    this.add(this.hashOf(type));
    this.add(subject.hash);
    if (typeof ordinal === 'number') this.addNumber(ordinal);
    else this.addValue(ordinal);
    for (const key in data) {
      const value = data[key];
      if (typeof value === 'number') this.addNumber(value);
      else this.addValue(value);
    }
    this.count(reason);
    if (this.sink !== null) {
      this.sink({ seq: this.seq, at, type, subject, ordinal, reason, cause: note.cause, data });
    }
    return this.seq;
  }

  /**
   * 16 hex digits over everything noted so far: instants, types, subjects, ordinals and the values of `data` in order.
   *
   * Not over `seq`, causes, reasons and keys, so that two ways of deciding the same facts agree. It tells runs apart, it does
   * not protect against forgers.
   */
  fingerprint(): string {
    return hex(mix32(this.first ^ this.second)) + hex(mix32(this.second + Math.imul(this.first, 0x9e3779b1)));
  }

  /** How often each reason has decided, in the order of their first decisions. */
  reasons(): ReadonlyMap<Reason, number> {
    const counts = new Map<Reason, number>();
    for (const [reason, { count }] of this.decided) counts.set(reason, count);
    return counts;
  }

  /** The same past; what is noted from here on goes to another sink, and to none by default. */
  fork(sink: JournalSink | null = null): Journal {
    const fork = new Journal(sink);
    fork.seq = this.seq;
    fork.first = this.first;
    fork.second = this.second;
    for (const [reason, { count }] of this.decided) fork.decided.set(reason, { count });
    return fork;
  }

  private hashOf(type: string): number {
    let hash = this.types.get(type);
    if (hash === undefined) {
      hash = hash32(type);
      this.types.set(type, hash);
    }
    return hash;
  }

  private count(reason: Reason): void {
    const known = this.decided.get(reason);
    if (known === undefined) this.decided.set(reason, { count: 1 });
    else known.count += 1;
  }

  private add(bits: number): void {
    const first = Math.imul(this.first ^ bits, 0x85ebca6b);
    this.first = (first << 13) | (first >>> 19);
    const second = Math.imul(this.second + bits, 0xc2b2ae35);
    this.second = second ^ (second >>> 15);
  }

  private addNumber(value: number): void {
    const whole = value | 0;
    if (whole === value) {
      this.add(whole);
      return;
    }
    // The two halves of the bits; every NaN counts as one.
    double[0] = Number.isNaN(value) ? Number.NaN : value;
    this.add(words[0]!);
    this.add(words[1]!);
  }

  private addValue(value: Value | undefined): void {
    switch (typeof value) {
      case 'number':
        this.addNumber(value);
        return;
      case 'string':
        this.add(hash32(value));
        return;
      case 'boolean':
        this.add(value ? yes : no);
        return;
      case 'object':
        if (value === null) {
          this.add(nothing);
          return;
        }
        if (Array.isArray(value)) {
          this.add(value.length);
          for (const item of value) this.addValue(item);
          return;
        }
        for (const key in value) this.addValue((value as Facts)[key]);
    }
  }
}

/** Arbitrary words that no number of a run is likely to be. */
const yes = 0x5be0cd19;
const no = 0x1f83d9ab;
const nothing = 0x510e527f;

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
