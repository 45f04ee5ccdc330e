/**
 * How long a quantity had each of its values: its statistics over time in memory that does not grow with the run.
 */
import type { Duration, Instant } from './time.ts';

/**
 * A step function of time, folded as it comes. What holds for no time (several changes at one instant) counts for nothing.
 *
 * Memory grows with the number of different values, not of changes; `Series` keeps the course itself.
 */
export class Occupancy {
  private readonly durations: Map<number, Duration> = new Map();
  private current: number | null = null;
  private since: Instant = 0;
  private greatest: Extreme | null = null;
  private least: Extreme | null = null;

  /** The value of now; null before the first. */
  get last(): number | null {
    return this.current;
  }

  /**
   * The value from an instant on; a second one at the same instant replaces the first.
   *
   * @throws on an instant before the last one's, and on NaN
   */
  set(at: Instant, value: number): void {
    if (Number.isNaN(value)) throw new Error(`an occupancy takes no NaN (at ${at})`);
    if (value === this.current) return;
    if (this.current !== null && at < this.since) throw new Error(`runs forward only: ${at} < ${this.since}`);
    this.settle(at);
    this.current = value;
    this.since = at;
  }

  /** Adds to the value of now, which is 0 before the first. */
  add(at: Instant, by: number): void {
    this.set(at, (this.current ?? 0) + by);
  }

  /**
   * Adds so much for so many stretches of time, one after the other, each no sooner than the end of the one before: the same as `add` at each begin and
   * end.
   *
   * @throws on a stretch that begins before the last change
   */
  addDuring(begins: Float64Array, ends: Float64Array, count: number, by: number): void {
    const low = this.current ?? 0;
    const high = low + by;
    let next = 0;
    // What is new comes in its turn: values are kept in the order in which they came, and the first to reach an extreme has it.
    for (; next < count && !(this.durations.has(low) && this.durations.has(high)); next += 1) {
      this.add(begins[next]!, by);
      this.add(ends[next]!, -by);
    }
    if (by === 0 || next === count) return;
    if (begins[next]! < this.since) throw new Error(`runs forward only: ${begins[next]} < ${this.since}`);
    let highMs = 0;
    for (let i = next; i < count; i += 1) highMs += ends[i]! - begins[i]!;
    const until = ends[count - 1]!;
    this.durations.set(high, (this.durations.get(high) ?? 0) + highMs);
    this.durations.set(low, (this.durations.get(low) ?? 0) + (until - this.since - highMs));
    this.since = until;
  }

  /** Closes the course so far: what held until an instant counts. It may go on after that. */
  settle(until: Instant): void {
    const { current, since } = this;
    if (current === null || until <= since) return;
    this.durations.set(current, (this.durations.get(current) ?? 0) + (until - since));
    if (this.greatest === null || current > this.greatest.value) this.greatest = { value: current, at: since };
    if (this.least === null || current < this.least.value) this.least = { value: current, at: since };
    this.since = until;
  }

  /** The greatest settled value and since when it held first; null where none held. */
  get max(): Extreme | null {
    return this.greatest;
  }

  /** The least settled value and since when it held first; null where none held. */
  get min(): Extreme | null {
    return this.least;
  }

  /** Settled time in which there was a value. */
  get total(): Duration {
    let total = 0;
    for (const duration of this.durations.values()) total += duration;
    return total;
  }

  /** Value times time, settled, exactly: for whole values. Throws on others. */
  get area(): bigint {
    return this.areaUpTo(Number.POSITIVE_INFINITY);
  }

  /** The same where each value counts for no more than a bound. */
  areaUpTo(most: number): bigint {
    let area = 0n;
    for (const [value, duration] of this.durations) area += BigInt(Math.min(value, most)) * BigInt(duration);
    return area;
  }

  /** Weighted by time; null where none held. */
  get mean(): number | null {
    let sum = 0;
    for (const [value, duration] of this.durations) sum += value * duration;
    return this.total === 0 ? null : sum / this.total;
  }

  /**
   * The smallest value v such that the quantity was at most v for at least so many hundredths of the time; null where none held.
   *
   *   3 for 4 h, 7 for 1 h, 4 for 5 h:  40 -> 3,  41 to 90 -> 4,  91 and up -> 7
   *
   * @param percent whole, 0 to 100: so that the comparison is one of whole numbers
   */
  percentile(percent: number): number | null {
    const needed = this.total * percent;
    let passed = 0;
    const values = [...this.durations.keys()].sort((a, b) => a - b);
    for (const value of values) {
      passed += this.durations.get(value) ?? 0;
      if (passed * 100 >= needed) return value;
    }
    return null;
  }

  /** Every value that held, and for how long, settled; in the order in which they first came. */
  eachValue(callback: (value: number, duration: Duration) => void): void {
    for (const [value, duration] of this.durations) callback(value, duration);
  }

  /** The same value, of which nothing has been counted before an instant. */
  begun(at: Instant): Occupancy {
    const begun = new Occupancy();
    begun.current = this.current;
    begun.since = at;
    return begun;
  }

  fork(): Occupancy {
    const fork = new Occupancy();
    for (const [value, duration] of this.durations) fork.durations.set(value, duration);
    fork.current = this.current;
    fork.since = this.since;
    fork.greatest = this.greatest;
    fork.least = this.least;
    return fork;
  }
}

export interface Extreme {
  readonly value: number;
  /** Since when it held first. */
  readonly at: Instant;
}
