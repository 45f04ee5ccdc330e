/**
 * A quantity that moves in straight lines with jumps between them: how long it was at most a value.
 */
import type { Duration } from '../../engine/time.ts';
import { ValueClasses } from './valueClasses.ts';

/** Of a longer course no more is kept than what goes into classes of values. */
const piecesMax = 100_000;

/**
 * Straight pieces of a course, in any order. It is exact, even if a piece rises or falls: within a piece each value
 * holds for as long as any other. Beyond 100,000 pieces, or on request, percentiles are those of classes of values
 * (`ValueClasses`); all other results stay exact.
 */
export class Ramps {
  /** Time of all pieces. */
  total: Duration = 0;
  /** Value times time of all pieces. */
  area = 0;
  /** The greatest value that was reached; null where there is no piece. */
  max: number | null = null;
  private lows: number[] = [];
  private highs: number[] = [];
  private durations: Duration[] = [];
  /** Ends of all pieces; null where a piece has come since they were put together. */
  private ends: Float64Array | null = null;
  /** null: the pieces themselves are kept. */
  private classes: ValueClasses | null = null;

  /** Whether percentiles are those of classes. */
  get isClassed(): boolean {
    return this.classes !== null;
  }

  /** How many pieces are kept. */
  get pieces(): number {
    return this.durations.length;
  }

  /** From one value to another in so long; nothing where it takes no time. */
  add(first: number, last: number, duration: Duration): void {
    if (duration <= 0) return;
    const low = Math.min(first, last);
    const high = Math.max(first, last);
    this.total += duration;
    this.area += ((first + last) / 2) * duration;
    if (this.max === null || high > this.max) this.max = high;
    if (this.classes !== null) {
      this.classes.add(low, high, duration);
      return;
    }
    this.ends = null;
    this.lows.push(low);
    this.highs.push(high);
    this.durations.push(duration);
    if (this.durations.length > piecesMax) this.classify();
  }

  /** From here on only classes of values are kept, so that memory stays flat. */
  classify(): void {
    if (this.classes !== null) return;
    const classes = new ValueClasses();
    this.durations.forEach((duration, i) => {
      classes.add(this.lows[i] ?? 0, this.highs[i] ?? 0, duration);
    });
    this.classes = classes;
    this.lows = [];
    this.highs = [];
    this.durations = [];
    this.ends = null;
  }

  /** Every piece, in the order in which they came; of classes of values each as one piece. */
  eachPiece(callback: (low: number, high: number, duration: Duration) => void): void {
    this.classes?.eachClass(callback);
    for (let i = 0; i < this.durations.length; i += 1)
      callback(this.lows[i] ?? 0, this.highs[i] ?? 0, this.durations[i] ?? 0);
  }

  /** Weighted by time; null where there is no piece. */
  get mean(): number | null {
    return this.total === 0 ? null : this.area / this.total;
  }

  /**
   * The smallest value v such that the quantity was at most v for at least so many hundredths of the time; null where
   * there is no piece.
   *
   *   0 to 10 in an hour, then 10 for an hour:  25 -> 5,  50 and up -> 10
   *
   * @param percent 0 to 100
   */
  percentile(percent: number): number | null {
    if (this.total === 0) return null;
    // What is reached but for the rounding of a sum is reached.
    const needed = (this.total * percent) / 100 - this.total * 1e-12;
    if (this.classes !== null) return this.classes.valueAfter(needed);
    const { value, before } = this.endAfter(needed);
    if (before === Number.NEGATIVE_INFINITY) return value;
    // Between two ends of pieces the time grows evenly; all that holds just there comes on top.
    const reached = this.timeUpTo(before, true);
    const next = this.timeUpTo(value, false);
    return next < needed ? value : before + ((value - before) * Math.max(0, needed - reached)) / (next - reached);
  }

  /**
   * The least end of a piece up to which so long passes, and the greatest below it. It is searched for among ever
   * fewer: to sort all of them takes longer.
   */
  private endAfter(needed: Duration): { readonly value: number; readonly before: number } {
    let value = Number.POSITIVE_INFINITY;
    let before = Number.NEGATIVE_INFINITY;
    this.ends ??= endsOf(this.lows, this.highs);
    for (let ends = this.ends; ends.length > 0; ends = between(ends, before, value)) {
      const some = sampleOf(ends);
      let low = 0;
      let high = some.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.timeUpTo(some[middle] ?? 0, true) >= needed) high = middle;
        else low = middle + 1;
      }
      value = some[high] ?? value;
      before = some[high - 1] ?? before;
    }
    return { value, before };
  }

  fork(): Ramps {
    return Object.assign(new Ramps(), this, {
      lows: this.lows.slice(),
      highs: this.highs.slice(),
      durations: this.durations.slice(),
      classes: this.classes?.fork() ?? null,
    });
  }

  /** Time below a value, and exactly at it where that is included. */
  private timeUpTo(value: number, isIncluded: boolean): Duration {
    let time = 0;
    for (let i = 0; i < this.durations.length; i += 1) {
      const low = this.lows[i] ?? 0;
      const high = this.highs[i] ?? 0;
      const duration = this.durations[i] ?? 0;
      if (low === high) time += low < value || (isIncluded && low === value) ? duration : 0;
      else if (value >= high) time += duration;
      else if (value > low) time += (duration * (value - low)) / (high - low);
    }
    return time;
  }
}

function endsOf(lows: readonly number[], highs: readonly number[]): Float64Array {
  const ends = new Float64Array(lows.length + highs.length);
  ends.set(lows);
  ends.set(highs, lows.length);
  return ends;
}

/** So many values are looked at in one go, if there are more. */
const sampleSize = 256;

/** Some of many values, or all of few, in order. */
function sampleOf(values: Float64Array): Float64Array {
  const step = Math.ceil(values.length / sampleSize);
  const some = new Float64Array(Math.ceil(values.length / step));
  for (let i = 0; i < some.length; i += 1) some[i] = values[i * step] ?? 0;
  return some.sort();
}

/** Those that lie between two, both excluded. */
function between(values: Float64Array, low: number, high: number): Float64Array {
  const inside = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    if (value <= low || value >= high) continue;
    inside[count] = value;
    count += 1;
  }
  return inside.subarray(0, count);
}
