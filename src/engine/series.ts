/**
 * A quantity that holds its value until the next change, and the statistics of its whole course, exact and weighted by
 * time.
 */
import type { Duration, Instant } from './time.ts';

/**
 * A step function of time, kept as two growing columns. All stretches are [from, until). Time before the first value is
 * undefined and counts for nothing.
 */
export class TimeSeries {
  private instants: Float64Array = new Float64Array(8);
  private values: Float64Array = new Float64Array(8);
  private length = 0;

  /** How many steps are kept. */
  get steps(): number {
    return this.length;
  }

  /**
   * The value from an instant on. A second one at the same instant replaces the first; an equal one adds no step.
   *
   * @throws on an instant before the last one's, and on NaN
   */
  set(at: Instant, value: number): void {
    if (Number.isNaN(value)) throw new Error(`a series value must not be NaN (at ${at})`);
    const last = this.length - 1;
    if (last >= 0) {
      const lastAt = this.instants[last]!;
      if (!(at >= lastAt)) throw new Error(`a series only moves forward in time: ${at} < ${lastAt}`);
      if (at === lastAt) this.length = last;
      if (this.length > 0 && this.values[this.length - 1] === value) return;
    }
    if (this.length === this.instants.length) {
      this.instants = wider(this.instants);
      this.values = wider(this.values);
    }
    this.instants[this.length] = at;
    this.values[this.length] = value;
    this.length += 1;
  }

  /** The value at an instant; undefined before the first. */
  at(instant: Instant): number | undefined {
    const step = this.stepAt(instant);
    return step < 0 ? undefined : this.values[step];
  }

  /** The value of now; undefined where there is none yet. */
  get last(): number | undefined {
    return this.length === 0 ? undefined : this.values[this.length - 1];
  }

  /** Weighted by time; NaN where no value held for any time. */
  mean(from: Instant, until: Instant): number {
    let sum = 0;
    let total = 0;
    this.eachStep(from, until, (value, duration) => {
      sum += value * duration;
      total += duration;
    });
    return sum / total;
  }

  /**
   * The smallest value v such that the quantity was at most v for at least the share p of the time; NaN where none
   * held.
   *
   *   3 for 4 h, 7 for 1 h, 4 for 5 h:  p 0.40 -> 3,  0.41 to 0.90 -> 4,  0.91 and up -> 7
   *
   * @param p 0 to 1; 0 gives the least value
   */
  percentile(p: number, from: Instant, until: Instant): number {
    const durations = this.durations(from, until);
    const values = [...durations.keys()].sort((a, b) => a - b);
    let total = 0;
    for (const duration of durations.values()) total += duration;
    let passed = 0;
    for (const value of values) {
      passed += durations.get(value) ?? 0;
      // Whole milliseconds: a share that is meant exactly must not fail by the rounding of p * total.
      if (passed >= p * total - total * 1e-12) return value;
    }
    return values.at(-1) ?? Number.NaN;
  }

  /** The greatest value and since when it held first; undefined where none held. */
  max(from: Instant, until: Instant): { readonly value: number; readonly at: Instant } | undefined {
    return this.extreme(from, until, (value, best) => value > best);
  }

  /** The least value and since when it held first; undefined where none held. */
  min(from: Instant, until: Instant): { readonly value: number; readonly at: Instant } | undefined {
    return this.extreme(from, until, (value, best) => value < best);
  }

  /** How long the quantity had exactly this value. */
  timeAt(value: number, from: Instant, until: Instant): Duration {
    return this.durations(from, until).get(value) ?? 0;
  }

  /** Calls back for each step that held for some time within the stretch, in order. */
  eachStep(from: Instant, until: Instant, visit: (value: number, duration: Duration, since: Instant) => void): void {
    for (let step = Math.max(0, this.stepAt(from)); step < this.length; step++) {
      const since = Math.max(from, this.instants[step]!);
      const ends = step + 1 < this.length ? Math.min(until, this.instants[step + 1]!) : until;
      if (since >= until) return;
      if (ends > since) visit(this.values[step]!, ends - since, since);
    }
  }

  /** Drops the steps that ended by an instant: what held before that is not to be asked for any more. */
  forget(before: Instant): void {
    const step = this.stepAt(before);
    if (step <= 0) return;
    this.instants = this.instants.slice(step, this.length);
    this.values = this.values.slice(step, this.length);
    this.length -= step;
  }

  fork(): TimeSeries {
    const fork = new TimeSeries();
    fork.instants = this.instants.slice();
    fork.values = this.values.slice();
    fork.length = this.length;
    return fork;
  }

  private durations(from: Instant, until: Instant): Map<number, Duration> {
    const durations = new Map<number, Duration>();
    this.eachStep(from, until, (value, duration) => {
      durations.set(value, (durations.get(value) ?? 0) + duration);
    });
    return durations;
  }

  private extreme(
    from: Instant,
    until: Instant,
    isBetter: (value: number, best: number) => boolean,
  ): { readonly value: number; readonly at: Instant } | undefined {
    let best: { value: number; at: Instant } | undefined;
    this.eachStep(from, until, (value, _, since) => {
      if (best === undefined || isBetter(value, best.value)) best = { value, at: since };
    });
    return best;
  }

  /** The step that holds at an instant; -1 before the first. */
  private stepAt(instant: Instant): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.instants[middle]! <= instant) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function wider(column: Float64Array): Float64Array {
  const wide = new Float64Array(column.length * 2);
  wide.set(column);
  return wide;
}
