/**
 * A rolling hash over what is noted: it tells runs apart, it does not protect against forgers.
 */
import { hash32, mix32 } from './hash.ts';
import type { Facts, Value } from './journal.ts';
import type { Instant } from './time.ts';

/** Numbers that may wait to be mixed in: a loop over many of them is cheaper than a step at each. */
const waitingMax = 256;
/** Numbers that a note has beside its data. */
const headSize = 3;

/** 64 bits that depend on every value added so far, and on their order. */
export class Fingerprint {
  /** Two lanes of 32 bits, signed as the machine has them. */
  private first = 0x6a09e667;
  private second = 0x3c6ef372;
  /** What waits to be mixed in, as numbers and as their bits; `end` counts the numbers. */
  private readonly numbers = new Float64Array(waitingMax);
  private readonly bits = new Int32Array(this.numbers.buffer);
  private end = 0;

  /**
   * Adds an instant, two hashes, an ordinal, and the values of facts in the order of their keys; not the keys.
   *
   * @param type 32 bits, as `subject`
   */
  add(at: Instant, type: number, subject: number, ordinal: number | string | null, data: Facts): void {
    if (this.end > waitingMax - headSize) this.mix();
    const { numbers, bits } = this;
    const { end } = this;
    numbers[end] = at;
    bits[2 * end + 2] = type;
    bits[2 * end + 3] = subject;
    if (typeof ordinal === 'number') {
      numbers[end + 2] = ordinal;
      this.end = end + headSize;
    } else {
      this.end = end + headSize - 1;
      this.addValue(ordinal);
    }
    for (const key in data) {
      const value = data[key];
      if (typeof value === 'number') this.addNumber(value);
      else this.addValue(value);
    }
  }

  /** The same past; what is added to one from here on does not reach the other. */
  fork(): Fingerprint {
    this.mix();
    const fork = new Fingerprint();
    fork.first = this.first;
    fork.second = this.second;
    return fork;
  }

  /** 16 hex digits. */
  toString(): string {
    const end = this.fork();
    // Nothing more, but the last numbers reach both lanes as well as the first ones do.
    end.addNumber(0);
    end.addNumber(0);
    end.mix();
    return hex(mix32(end.first ^ end.second)) + hex(mix32(end.second + Math.imul(end.first, 0x9e3779b1)));
  }

  private addNumber(value: number): void {
    if (this.end === waitingMax) this.mix();
    // Zeros count as one, and so do all that are no number.
    this.numbers[this.end] = Number.isNaN(value) ? Number.NaN : value + 0;
    this.end += 1;
  }

  private addValue(value: Value | undefined): void {
    switch (typeof value) {
      case 'number':
        this.addNumber(value);
        return;
      case 'string':
        this.addNumber(hash32(value));
        return;
      case 'boolean':
        this.addNumber(value ? yes : no);
        return;
      case 'object':
        if (value === null) {
          this.addNumber(nothing);
          return;
        }
        if (Array.isArray(value)) {
          this.addNumber(value.length);
          for (const item of value) this.addValue(item);
          return;
        }
        for (const key in value) this.addValue((value as Facts)[key]);
    }
  }

  /** Mixes in what waits. Each lane feeds the other, so that either half of a number reaches all 64 bits. */
  private mix(): void {
    const { bits } = this;
    const until = 2 * this.end;
    let { first, second } = this;
    for (let at = 0; at < until; at += 2) {
      first = Math.imul(((first << 13) | (first >>> 19)) ^ bits[at + 1]! ^ second, 0x85ebca6b);
      second = Math.imul(((second << 17) | (second >>> 15)) + bits[at]! + first, 0xc2b2ae35);
    }
    this.first = first;
    this.second = second;
    this.end = 0;
  }
}

/** Arbitrary words that no number of a run is likely to be. */
const yes = 0x5be0cd19;
const no = 0x1f83d9ab;
const nothing = 0x510e527f;

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
