/**
 * How much of a quantity lies in each class of values: gives percentiles in memory that does not grow with the run.
 */
import { exp } from '../../engine/math.ts';
import type { SpreadShare } from '../../platform/traffic/spread.ts';
import { withRoomFor } from './keyedRows.ts';

/** Below it all values are of one class. */
const smallest = 1 / 1_024;
/**
 * The upper 32 bits of a double without those that tell values of a class apart: sign, exponent and six bits of the
 * fraction are left, 64 classes a doubling.
 */
const shift = 14;
const bits = new DataView(new ArrayBuffer(8));
const firstKey = keyOfBits(smallest) - 1;
/** So many classes on either side are made room for at once, where one is missing. */
const spare = 16;
/** A row of a class: its weight, and its least and its greatest value. */
const rowSize = 3;
/** Less of a weight is not spread any further. */
const nearlyNone = 1e-7;
/** Below so small a part of a spread's width values are of one class, however near to 0 they are. */
const fine = 1 / 256;

/**
 * Values of 0 or more, each with its weight; the values of a class are taken as spread evenly between its least and its
 * greatest value.
 */
export class ValueClasses {
  /** Of all. */
  total = 0;
  /** Key of the first row. */
  private first = 0;
  private rows: Float64Array = new Float64Array(0);

  /** How many there are. */
  get count(): number {
    let count = 0;
    this.eachClass(() => {
      count += 1;
    });
    return count;
  }

  /** From a value to one that is not less, evenly, with so much weight. */
  add(low: number, high: number, weight: number): void {
    if (low === high) {
      this.hold(keyOf(low), low, low, weight);
      return;
    }
    for (let from = low, key = keyOf(low); from < high; key += 1) {
      const until = Math.min(high, leastOf(key + 1));
      this.hold(key, from, until, (weight * (until - from)) / (high - low));
      from = until;
    }
  }

  /** The same with an exponential part on top; what lies above a limit counts as the limit. */
  addSpread({ share, from, to, tail }: SpreadShare, weight: number, limit = Number.POSITIVE_INFINITY): void {
    const all = weight * share;
    if (all <= 0) return;
    if (from >= limit) {
      this.add(limit, limit, all);
      return;
    }
    if (tail === 0) {
      if (to <= limit) this.add(from, to, all);
      else {
        const within = (all * (limit - from)) / (to - from);
        this.add(from, limit, within);
        this.add(limit, limit, all - within);
      }
      return;
    }
    const width = to - from;
    let below = 0;
    let low = from;
    for (let key = keyOf(from + Math.max(width, tail) * fine); low < limit && below < 1 - nearlyNone; key += 1) {
      const until = Math.min(limit, leastOf(key + 1));
      const reached = spreadBelow(until - from, width, tail);
      this.hold(key, low, until, all * (reached - below));
      below = reached;
      low = until;
    }
    const last = Math.min(low, limit);
    if (below < 1) this.hold(keyOf(last), last, last, all * (1 - below));
  }

  /** The value that so much weight does not exceed, of the values in their order; 0 where there is none. */
  valueAfter(needed: number): number {
    const { rows } = this;
    let reached = 0;
    let last = 0;
    for (let i = 0; i < rows.length; i += rowSize) {
      const weight = rows[i]!;
      if (weight === 0) continue;
      const [least, greatest] = [rows[i + 1]!, rows[i + 2]!];
      if (reached + weight >= needed) return least + ((greatest - least) * Math.max(0, needed - reached)) / weight;
      reached += weight;
      last = greatest;
    }
    return last;
  }

  /** Each class that there is, in the order of values. */
  eachClass(callback: (least: number, greatest: number, weight: number) => void): void {
    const { rows } = this;
    for (let i = 0; i < rows.length; i += rowSize) if (rows[i]! > 0) callback(rows[i + 1]!, rows[i + 2]!, rows[i]!);
  }

  fork(): ValueClasses {
    return Object.assign(new ValueClasses(), this, { rows: this.rows.slice() });
  }

  private hold(key: number, low: number, high: number, weight: number): void {
    if (key < this.first || (key - this.first) * rowSize >= this.rows.length) this.makeRoom(key);
    const { rows } = this;
    const place = (key - this.first) * rowSize;
    this.total += weight;
    if (rows[place]! === 0) {
      rows[place + 1] = low;
      rows[place + 2] = high;
    } else {
      if (low < rows[place + 1]!) rows[place + 1] = low;
      if (high > rows[place + 2]!) rows[place + 2] = high;
    }
    rows[place]! += weight;
  }

  private makeRoom(key: number): void {
    const { first, rows } = withRoomFor(key, { first: this.first, rows: this.rows }, rowSize, spare);
    this.first = first;
    this.rows = rows;
  }
}

/** The share of an even time from 0 up and an exponential one, both together, that is below a time. */
function spreadBelow(time: number, width: number, tail: number): number {
  // An even part that is hardly there would only lose digits.
  if (width < tail * 1e-6) return time <= 0 ? 0 : 1 - exp(-time / tail);
  if (time <= width) return (time - tail * (1 - exp(-time / tail))) / width;
  return 1 - (tail / width) * (exp((width - time) / tail) - exp(-time / tail));
}

function keyOfBits(value: number): number {
  bits.setFloat64(0, value);
  return bits.getUint32(0) >>> shift;
}

/** Rises with the value; 0 for the smallest. */
function keyOf(value: number): number {
  return value < smallest ? 0 : keyOfBits(value) - firstKey;
}

/** The least value of a class: looked up, as it is asked for far more often than there are classes. */
function leastOf(key: number): number {
  return edges[key] ?? edgeOf(key);
}

function edgeOf(key: number): number {
  if (key === 0) return 0;
  bits.setUint32(0, (key + firstKey) << shift);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** Up to half a million years in milliseconds. */
const edges = Array.from({ length: 64 * 64 }, (_, key) => edgeOf(key));
