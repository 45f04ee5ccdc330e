/**
 * How long a quantity had each of its values: its statistics over time in memory that does not grow with the run.
 */
import { Durations } from './durations.ts';
import type { Instant } from './time.ts';

/**
 * A step function of time, folded as it comes. What holds for no time (several changes at one instant) counts for
 * nothing.
 *
 * Statistics are of what is settled. Memory grows with the number of different values, not of changes; `Series` keeps
 * the course itself.
 */
export class Occupancy extends Durations {
  private current: number | null = null;
  private since: Instant = 0;

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
    if (Number.isNaN(value)) throw new Error(`an occupancy must not be NaN (at ${at})`);
    if (value === this.current) return;
    if (this.current !== null && at < this.since)
      throw new Error(`an occupancy only moves forward in time: ${at} < ${this.since}`);
    this.settle(at);
    this.current = value;
    this.since = at;
  }

  /** Adds to the value of now, which is 0 before the first. */
  add(at: Instant, by: number): void {
    this.set(at, (this.current ?? 0) + by);
  }

  /**
   * Adds so much for so many stretches of time, one after the other, each no sooner than the end of the one before: the
   * same as `add` at each begin and end.
   *
   * @throws on a stretch that begins before the last change
   */
  addDuring(begins: Float64Array, ends: Float64Array, count: number, by: number): void {
    const low = this.current ?? 0;
    const high = low + by;
    let next = 0;
    // What is new comes in its turn: values are kept in the order in which they came, and the first to reach an extreme
    // has it.
    for (; next < count && !(this.has(low) && this.has(high)); next += 1) {
      this.add(begins[next]!, by);
      this.add(ends[next]!, -by);
    }
    if (by === 0 || next === count) return;
    if (begins[next]! < this.since)
      throw new Error(`an occupancy only moves forward in time: ${begins[next]} < ${this.since}`);
    let highMs = 0;
    for (let i = next; i < count; i += 1) highMs += ends[i]! - begins[i]!;
    const until = ends[count - 1]!;
    this.hold(high, begins[next]!, highMs);
    this.hold(low, this.since, until - this.since - highMs);
    this.since = until;
  }

  /** Closes the course so far: what held until an instant counts. It may go on after that. */
  settle(until: Instant): void {
    const { current, since } = this;
    if (current === null || until <= since) return;
    this.hold(current, since, until - since);
    this.since = until;
  }

  /** The same value, of which nothing has been counted before an instant. */
  carriedForward(at: Instant): Occupancy {
    const begun = new Occupancy();
    begun.current = this.current;
    begun.since = at;
    return begun;
  }

  override fork(): Occupancy {
    const fork = new Occupancy();
    fork.copy(this);
    fork.current = this.current;
    fork.since = this.since;
    return fork;
  }
}
