/**
 * Many notes of one kind as columns: written down together they take a third of the time that one after the other
 * takes.
 */
import { firstFactor, secondFactor } from './hash.ts';
import { firstOf, secondOf, startOfFirst, startOfSecond } from './lanes.ts';
import { type NoteRoom, notesAtOnce } from './notesKernel.ts';

/** So many at once. */
export const notesMax = 256;

/** Notes about one subject with as many numbers each. */
export interface NotesAlike {
  readonly count: number;
  /** 32 bits each, as `subject`. */
  readonly type: Int32Array | number;
  readonly subject: number;
  readonly at: Float64Array;
  /**
   * Their ordinals and then the values of their data, as numbers (`numbersOf`); one that is the same in all stands for
   * itself. Columns hold neither NaN nor -0.
   */
  readonly values: readonly (Float64Array | number)[];
}

/** What they add to both halves of a fingerprint. */
interface Prints {
  readonly first: number;
  readonly second: number;
}

/**
 * The numbers of notes, one column after the other, all as long. Not note after note, nor as columns apart: copies of
 * whole columns cost next to nothing, and one array is read without looking for it at each number.
 */
export class NoteTable {
  private room: NoteRoom | null;
  private numbers: Float64Array;
  private bits: Int32Array;

  /** @param room for columns of `notesMax`; null: sums are found without it, in five times the time */
  constructor(room: NoteRoom | null) {
    this.room = room;
    this.numbers = room === null ? new Float64Array(16 * notesMax) : new Float64Array(room.buffer);
    this.bits = new Int32Array(this.numbers.buffer);
  }

  /** The same as `Fingerprint.add` finds for each of them. */
  printsOf({ count, type, subject, at, values }: NotesAlike): Prints {
    const columns = values.length + 3;
    this.widen(columns);
    this.numbers.set(at);
    this.putKinds(count, type, subject);
    values.forEach((value, i) => {
      this.put(i + 2, value);
    });
    this.put(columns - 1, 0);
    const { room } = this;
    const most = room === null ? 0 : count - (count % notesAtOnce);
    const rest = printsOf(this.bits, columns, most, count);
    if (room === null || most === 0) return rest;
    const [first, second] = room.sumUp(8 * notesMax * columns, 8 * most);
    return { first: (first + rest.first) | 0, second: (second + rest.second) | 0 };
  }

  private putKinds(count: number, type: Int32Array | number, subject: number): void {
    const { bits } = this;
    const from = 2 * notesMax;
    for (let i = 0; i < count; i += 1) {
      bits[from + 2 * i] = typeof type === 'number' ? type : type[i]!;
      bits[from + 2 * i + 1] = subject;
    }
  }

  private put(column: number, value: Float64Array | number): void {
    const from = column * notesMax;
    if (typeof value === 'number') this.numbers.fill(canonical(value), from, from + notesMax);
    else this.numbers.set(value, from);
  }

  private widen(columns: number): void {
    if (columns * notesMax <= this.numbers.length) return;
    this.room = null;
    this.numbers = new Float64Array(2 * columns * notesMax);
    this.bits = new Int32Array(this.numbers.buffer);
  }
}

/** Zeros count as one, and so do all that are no number. */
export function canonical(value: number): number {
  return Number.isNaN(value) ? Number.NaN : value + 0;
}

/**
 * The steps of `Fingerprint` for the notes from one on, of two at a time: those of one need not wait for the other's.
 */
function printsOf(bits: Int32Array, columns: number, from: number, count: number): Prints {
  const next = 2 * notesMax;
  const until = next * columns;
  let first = 0;
  let second = 0;
  for (let i = from; i < count; i += 2) {
    let [oneFirst, oneSecond] = [startOfFirst, startOfSecond];
    let [otherFirst, otherSecond] = [startOfFirst, startOfSecond];
    for (let at = 2 * i; at < until; at += next) {
      oneFirst = Math.imul(((oneFirst << 13) | (oneFirst >>> 19)) ^ bits[at + 1]! ^ oneSecond, firstFactor);
      otherFirst = Math.imul(((otherFirst << 13) | (otherFirst >>> 19)) ^ bits[at + 3]! ^ otherSecond, firstFactor);
      oneSecond = Math.imul(((oneSecond << 17) | (oneSecond >>> 15)) + bits[at]! + oneFirst, secondFactor);
      otherSecond = Math.imul(((otherSecond << 17) | (otherSecond >>> 15)) + bits[at + 2]! + otherFirst, secondFactor);
    }
    // Of an odd count the last is alone.
    const hasOther = i + 1 < count;
    first = (first + firstOf(oneFirst, oneSecond) + (hasOther ? firstOf(otherFirst, otherSecond) : 0)) | 0;
    second = (second + secondOf(oneFirst, oneSecond) + (hasOther ? secondOf(otherFirst, otherSecond) : 0)) | 0;
  }
  return { first, second };
}
