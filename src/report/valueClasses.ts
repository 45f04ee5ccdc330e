/**
 * How long a quantity had values of each class: percentiles in memory that does not grow with the run.
 */
import type { Duration } from '../engine/time.ts';

interface ValueClass {
  /** The least and the greatest value in it that was had. */
  least: number;
  greatest: number;
  time: Duration;
}

/** Below it all values are of one class. */
const smallest = 1 / 1_024;
/** The upper 32 bits of a double without those that tell values of a class apart: sign, exponent and six bits of the fraction are left, 64 classes a doubling. */
const shift = 14;
const bits = new DataView(new ArrayBuffer(8));

/** Of values of 0 or more; those of a class are taken as held for as long as each other. */
export class ValueClasses {
  private readonly byKey: Map<number, ValueClass> = new Map();

  /** How many there are. */
  get count(): number {
    return this.byKey.size;
  }

  /** From a value to one that is not less, evenly, in so long. */
  add(low: number, high: number, duration: Duration): void {
    if (low === high) {
      this.hold(keyOf(low), low, low, duration);
      return;
    }
    for (let from = low, key = keyOf(low); from < high; key += 1) {
      const until = Math.min(high, key === 0 ? smallest : leastOf(key + 1));
      this.hold(key, from, until, (duration * (until - from)) / (high - low));
      if (key === 0) key = keyOf(smallest) - 1;
      from = until;
    }
  }

  /** The value that was not exceeded for so long, of the values in their order; 0 where there is none. */
  valueAfter(needed: Duration): number {
    let reached = 0;
    let last = 0;
    for (const [, { least, greatest, time }] of [...this.byKey].sort(([a], [b]) => a - b)) {
      if (reached + time >= needed) return least + ((greatest - least) * Math.max(0, needed - reached)) / time;
      reached += time;
      last = greatest;
    }
    return last;
  }

  fork(): ValueClasses {
    const fork = new ValueClasses();
    for (const [key, one] of this.byKey) fork.byKey.set(key, { ...one });
    return fork;
  }

  private hold(key: number, low: number, high: number, time: Duration): void {
    const known = this.byKey.get(key);
    if (known === undefined) {
      this.byKey.set(key, { least: low, greatest: high, time });
      return;
    }
    known.least = Math.min(known.least, low);
    known.greatest = Math.max(known.greatest, high);
    known.time += time;
  }
}

/** Rises with the value; 0 for the smallest. */
function keyOf(value: number): number {
  if (value < smallest) return 0;
  bits.setFloat64(0, value);
  return bits.getUint32(0) >>> shift;
}

/** The least value of a class. */
function leastOf(key: number): number {
  bits.setUint32(0, key << shift);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
