/**
 * How long a quantity had each of its values, in memory that does not grow with the time.
 */
import type { Duration, Instant } from './time.ts';

/** A value and since when it held first. */
export interface Extreme {
  readonly value: number;
  readonly at: Instant;
}

interface Held extends Extreme {
  /** For how long, together. */
  length: Duration;
}

/**
 * Memory grows with the number of different values. Nearly all quantities have one, which is held in place: a map is
 * made for the second.
 */
export class Durations {
  /** The only one; null: there is none yet, or there are several. */
  private value: number | null = null;
  private at: Instant = 0;
  private length: Duration = 0;
  /** By value, in the order in which they came; null while there is one at most. */
  private several: Map<number, Held> | null = null;
  /** The greatest of several values; null while there is one at most. */
  private greatest: Extreme | null = null;

  /** It had a value for so long, from an instant on. */
  hold(value: number, since: Instant, length: Duration): void {
    if (this.several === null && (this.value ?? value) === value) {
      if (this.value === null) this.at = since;
      this.value = value;
      this.length += length;
      return;
    }
    if (this.several === null) {
      const only = { value: this.value ?? value, at: this.at, length: this.length };
      this.several = new Map([[only.value, only]]);
      this.greatest = only;
      this.value = null;
    }
    const known = this.several.get(value);
    if (known === undefined) {
      const held = { value, at: since, length };
      this.several.set(value, held);
      if (this.greatest === null || value > this.greatest.value) this.greatest = held;
    } else known.length += length;
  }

  /** Whether it has had a value. */
  has(value: number): boolean {
    return this.several?.has(value) ?? this.value === value;
  }

  /** The greatest value and since when it held first; null where none held. */
  get max(): Extreme | null {
    if (this.greatest !== null) return { value: this.greatest.value, at: this.greatest.at };
    return this.value === null ? null : { value: this.value, at: this.at };
  }

  /** The least value and since when it held first; null where none held. */
  get min(): Extreme | null {
    let least: Held | null = null;
    for (const held of this.values()) if (least === null || held.value < least.value) least = held;
    return least === null ? null : { value: least.value, at: least.at };
  }

  /** Time in which there was a value. */
  get total(): Duration {
    let total = 0;
    for (const { length } of this.values()) total += length;
    return total;
  }

  /** Value times time, exactly: for whole values. Throws on others. */
  get area(): bigint {
    return this.areaUpTo(Number.POSITIVE_INFINITY);
  }

  /** The same where each value counts for no more than a bound. */
  areaUpTo(most: number): bigint {
    let area = 0n;
    for (const { value, length } of this.values()) area += BigInt(Math.min(value, most)) * BigInt(length);
    return area;
  }

  /** Weighted by time; null where none held. */
  get mean(): number | null {
    let sum = 0;
    for (const { value, length } of this.values()) sum += value * length;
    const { total } = this;
    return total === 0 ? null : sum / total;
  }

  /**
   * The smallest value v such that the quantity was at most v for at least so many hundredths of the time; null where
   * none held.
   *
   *   3 for 4 h, 7 for 1 h, 4 for 5 h:  40 -> 3,  41 to 90 -> 4,  91 and up -> 7
   *
   * @param percent whole, 0 to 100: so that the comparison is one of whole numbers
   */
  percentile(percent: number): number | null {
    const needed = this.total * percent;
    let passed = 0;
    for (const { value, length } of [...this.values()].sort((a, b) => a.value - b.value)) {
      passed += length;
      if (passed * 100 >= needed) return value;
    }
    return null;
  }

  /** Every value that held, and for how long; in the order in which they first came. */
  eachValue(callback: (value: number, length: Duration) => void): void {
    for (const { value, length } of this.values()) callback(value, length);
  }

  /** An independent copy. */
  fork(): Durations {
    const fork = new Durations();
    fork.copy(this);
    return fork;
  }

  protected copy(other: Durations): void {
    for (const { value, at, length } of other.values()) this.hold(value, at, length);
  }

  private values(): Iterable<Held> {
    const { value, at, length } = this;
    return this.several?.values() ?? (value === null ? [] : [{ value, at, length }]);
  }
}
