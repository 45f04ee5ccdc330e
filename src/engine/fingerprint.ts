/**
 * A hash over what is noted: it tells runs apart, it does not protect against forgers.
 */

import { hash32 } from './hash.ts';
import { firstOf, secondOf, startOfFirst, startOfSecond } from './lanes.ts';
import { canonical, type NotesAlike, NoteTable, notesMax } from './notesAlike.ts';
import { noteRoom } from './notesKernel.ts';
import type { Instant } from './time.ts';
import type { Facts, Value } from './value.ts';

/** Numbers of a note that may wait to be mixed in: a loop over many of them is cheaper than a step at each. */
const waitingMax = 64;

/**
 * 64 bits that depend on every note added so far. Each note is hashed by itself and the sum is kept: notes carry their
 * instants, so that the order in which they are added says nothing more, and parts of a run that do not touch may be
 * worked out one after the other.
 */
export class Fingerprint {
  /** Two sums of 32 bits, signed as the machine has them. */
  private first = 0;
  private second = 0;
  /** Two lanes over the note that is being added. */
  private noteFirst = 0;
  private noteSecond = 0;
  /** What waits to be mixed in, as numbers and as their bits, with room for a last one; `end` counts the numbers. */
  private readonly numbers = new Float64Array(waitingMax + 1);
  private readonly bits = new Int32Array(this.numbers.buffer);
  private end = 0;

  /**
   * Adds a note: an instant, two hashes, an ordinal, and the values of facts in the order of their keys; not the keys.
   *
   * @param type 32 bits, as `subject`
   */
  add(at: Instant, type: number, subject: number, ordinal: number | string | null, data: Facts): void {
    this.begin(at, type, subject);
    if (typeof ordinal === 'number') this.push(ordinal);
    else numbersOf(ordinal, this);
    const { numbers } = this;
    let { end } = this;
    for (const key in data) {
      const value = data[key];
      // Not `push`, which a loop over all kinds of notes would have to call.
      if (typeof value === 'number' && end < waitingMax) numbers[end++] = canonical(value);
      else {
        this.end = end;
        numbersOf(value, this);
        ({ end } = this);
      }
    }
    this.close(end);
  }

  /**
   * Adds a note whose ordinal and values are already numbers (`numberOf`): the same as `add`.
   *
   * @param values the ordinal, then the values of the facts
   */
  addNumbers(at: Instant, type: number, subject: number, values: Float64Array): void {
    this.begin(at, type, subject);
    for (let i = 0; i < values.length; i += 1) this.push(values[i]!);
    this.close(this.end);
  }

  /** Adds many notes at once: the same as each of them added by itself. */
  addAll(notes: NotesAlike): void {
    table ??= new NoteTable(noteRoom(notesMax));
    const { first, second } = table.printsOf(notes);
    this.first = (this.first + first) | 0;
    this.second = (this.second + second) | 0;
  }

  /** The same past; what is added to one from here on does not reach the other. */
  fork(): Fingerprint {
    const fork = new Fingerprint();
    fork.first = this.first;
    fork.second = this.second;
    return fork;
  }

  /** 16 hex digits. */
  toString(): string {
    return hex(this.first) + hex(this.second);
  }

  /** Adds a number to the note that is being added. */
  push(value: number): void {
    if (this.end === waitingMax) this.mix();
    this.numbers[this.end] = canonical(value);
    this.end += 1;
  }

  private begin(at: Instant, type: number, subject: number): void {
    this.noteFirst = startOfFirst;
    this.noteSecond = startOfSecond;
    this.numbers[0] = at;
    this.bits[2] = type;
    this.bits[3] = subject;
    this.end = 2;
  }

  /** @param end how many numbers wait */
  private close(end: number): void {
    // Once more, with nothing: so the last number reaches both lanes as well as the first one does.
    this.numbers[end] = 0;
    this.end = end + 1;
    this.mix();
    this.first = (this.first + firstOf(this.noteFirst, this.noteSecond)) | 0;
    this.second = (this.second + secondOf(this.noteFirst, this.noteSecond)) | 0;
  }

  /** Mixes in what waits. Each lane feeds the other, so that either half of a number reaches all 64 bits. */
  private mix(): void {
    const { bits } = this;
    const until = 2 * this.end;
    let { noteFirst: first, noteSecond: second } = this;
    for (let at = 0; at < until; at += 2) {
      first = Math.imul(((first << 13) | (first >>> 19)) ^ bits[at + 1]! ^ second, 0x85ebca6b);
      second = Math.imul(((second << 17) | (second >>> 15)) + bits[at]! + first, 0xc2b2ae35);
    }
    this.noteFirst = first;
    this.noteSecond = second;
    this.end = 0;
  }
}

/** The fingerprint of all notes of several runs, from theirs: the order in which notes are added says nothing. */
export function sumOfFingerprints(fingerprints: readonly string[]): string {
  let [first, second] = [0, 0];
  for (const fingerprint of fingerprints) {
    first = (first + Number.parseInt(fingerprint.slice(0, 8), 16)) | 0;
    second = (second + Number.parseInt(fingerprint.slice(8), 16)) | 0;
  }
  return hex(first) + hex(second);
}

/** Made when it is first needed. Nothing is kept in it from one call to the next. */
let table: NoteTable | null = null;

/** Where numbers go: a list, or a fingerprint. */
interface Numbers {
  push(value: number): unknown;
}

/** Adds the numbers that stand for a value in a fingerprint: itself, a hash of a text, those of all members. */
export function numbersOf(value: Value | undefined, into: Numbers): void {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'boolean':
      into.push(numberOf(value));
      return;
    case 'object':
      if (value === null) {
        into.push(numberOf(value));
        return;
      }
      if (Array.isArray(value)) {
        into.push(value.length);
        for (let i = 0; i < value.length; i += 1) numbersOf(value[i], into);
        return;
      }
      for (const key in value) numbersOf((value as Facts)[key], into);
  }
}

/** The number that stands for a single value in a fingerprint. */
export function numberOf(value: number | string | boolean | null): number {
  if (value === null) return nothing;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? hash32(value) : value ? yes : no;
}

/** Arbitrary words that no number of a run is likely to be. */
const yes = 0x5be0cd19;
const no = 0x1f83d9ab;
const nothing = 0x510e527f;

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
