/**
 * The accumulators of the ledger: typed columns, one row per series and calendar stretch, exact at any size.
 *
 * An accumulator is `hi * 2^50 + lo`, both whole doubles. An amount is split into `high * 2^20 + low` before it is
 * multiplied by time, so gibibytes over a month need no BigInt (a BigInt addition costs five times as much).
 */
import { type Duration, day, hour, type Instant, monthStart, nextMonthStart } from '../../engine/time.ts';
import { float, int, largerFloats, largerInts } from './columns.ts';

/** The calendar stretch of one cell: UTC hours; if those would be too many, days or months. */
export type Grain = 'hour' | 'day' | 'month';

const two20 = 1_048_576;
const two30 = 1_073_741_824;
const two50 = 1_125_899_906_842_624;
/** One of these, one `lo` and one carried rest stay below 2^53. */
const productMax = 4 * two50;
const none = -1;
const rowsAtFirst = 64;

/** Columns: the start of each row's stretch, and its accumulator. */
interface CellRows {
  readonly from: Float64Array;
  readonly hi: Float64Array;
  readonly lo: Float64Array;
}

export class Cells {
  grain: Grain = 'hour';
  /** Rows in use. */
  count = 0;
  private readonly cellsMax: number;
  private readonly cuts: readonly Instant[];
  /** Newest row of each slot. */
  private heads: Int32Array = new Int32Array(64).fill(none);
  /** The next older row of the same slot. */
  private older: Int32Array = new Int32Array(rowsAtFirst);
  private from: Float64Array = new Float64Array(rowsAtFirst);
  private hi: Float64Array = new Float64Array(rowsAtFirst);
  private lo: Float64Array = new Float64Array(rowsAtFirst);
  /** The current stretch, which was looked up last: nearly every addition falls into it. */
  private stretchFrom: Instant = 0;
  private stretchUntil: Instant = 0;

  /**
   * @param cellsMax above so many rows the grain coarsens
   * @param cuts instants, rising, that no row may lie across at any grain: whole hours, where prices change
   */
  constructor(cellsMax: number, cuts: readonly Instant[]) {
    this.cellsMax = cellsMax;
    this.cuts = cuts;
  }

  /** Adds `amount` times milliseconds over `[from, until)`, cut at the calendar. */
  addTime(slot: number, amount: number, from: Instant, until: Instant): void {
    if (from >= this.stretchFrom && until <= this.stretchUntil) {
      this.addProduct(this.rowAt(slot), amount, until - from);
    } else {
      this.addAcross(slot, amount, from, until);
    }
    if (this.count > this.cellsMax) this.coarsen();
  }

  /** Adds many stretches of time: adjoining ones within one calendar stretch are multiplied as one. */
  addTimes(slot: number, amount: number, from: Float64Array, until: Float64Array, count: number): void {
    for (let i = 0; i < count; i += 1) {
      const { stretchFrom, stretchUntil } = this;
      let length = 0;
      for (; i < count && float(from, i) >= stretchFrom && float(until, i) <= stretchUntil; i += 1)
        length += Math.max(0, float(until, i) - float(from, i));
      if (length > 0) this.addAt(slot, amount, length, stretchFrom);
      if (i < count && float(until, i) > float(from, i)) this.addTime(slot, amount, float(from, i), float(until, i));
    }
  }

  /** Adds `amount` times a length to the stretch that holds an instant, even if the length goes beyond the stretch. */
  addAt(slot: number, amount: number, length: Duration, at: Instant): void {
    this.lookAt(at);
    this.addProduct(this.rowAt(slot), amount, length);
    if (this.count > this.cellsMax) this.coarsen();
  }

  /** Every row of a slot, oldest first. */
  forEach(slot: number, visit: (from: Instant, until: Instant, value: bigint) => void): void {
    const rows: number[] = [];
    for (let row = this.headOf(slot); row !== none; row = int(this.older, row)) rows.push(row);
    for (const row of rows.reverse()) {
      const from = float(this.from, row);
      this.lookAt(from);
      visit(from, this.stretchUntil, (BigInt(float(this.hi, row)) << 50n) + BigInt(float(this.lo, row)));
    }
  }

  /** Adds every row of other columns with the same cuts. @param slotOf the slot here, by the slot there */
  join(other: Cells, slotOf: (slot: number) => number): void {
    while (this.grain !== other.grain && other.grain !== 'hour' && this.grain !== 'month') this.coarsen();
    const rows = { from: other.from, hi: other.hi, lo: other.lo };
    for (let slot = 0; slot < other.heads.length; slot += 1)
      for (let row = other.headOf(slot), into = none; row !== none; row = int(other.older, row))
        into = this.addRow(rows, row, slotOf(slot), into);
    if (this.count > this.cellsMax) this.coarsen();
  }

  fork(): Cells {
    const copy = new Cells(this.cellsMax, this.cuts);
    copy.grain = this.grain;
    copy.count = this.count;
    copy.heads = this.heads.slice();
    copy.older = this.older.slice();
    copy.from = this.from.slice();
    copy.hi = this.hi.slice();
    copy.lo = this.lo.slice();
    copy.stretchFrom = this.stretchFrom;
    copy.stretchUntil = this.stretchUntil;
    return copy;
  }

  private headOf(slot: number): number {
    return this.heads[slot] ?? none;
  }

  /** The slot's row of the current stretch. */
  private rowAt(slot: number): number {
    const head = this.headOf(slot);
    return head !== none && float(this.from, head) === this.stretchFrom ? head : this.rowBelow(slot, none);
  }

  /** From the newest stretch to the oldest, so a single walk down the slot's rows visits them all. */
  private addAcross(slot: number, amount: number, from: Instant, until: Instant): void {
    let row = none;
    for (let end = until; end > from; ) {
      this.lookAt(end - 1);
      const start = Math.max(from, this.stretchFrom);
      row = this.rowBelow(slot, row);
      this.addProduct(row, amount, end - start);
      end = start;
    }
    this.lookAt(until - 1);
  }

  /** Finds or makes the row of the current stretch, at or below `newer` (none: from the newest). */
  private rowBelow(slot: number, newer: number): number {
    let above = newer;
    let row = newer === none ? this.headOf(slot) : newer;
    while (row !== none && float(this.from, row) > this.stretchFrom) {
      above = row;
      row = int(this.older, row);
    }
    if (row !== none && float(this.from, row) === this.stretchFrom) return row;
    const made = this.make(slot);
    this.older[made] = row;
    if (above === none) this.heads[slot] = made;
    else this.older[above] = made;
    return made;
  }

  private make(slot: number): number {
    while (slot >= this.heads.length) this.heads = largerInts(this.heads, this.heads.length * 2, none);
    const row = this.count;
    this.count += 1;
    if (row === this.from.length) this.resize(row * 2);
    this.from[row] = this.stretchFrom;
    this.hi[row] = 0;
    this.lo[row] = 0;
    return row;
  }

  private resize(rows: number): void {
    this.from = largerFloats(this.from, rows);
    this.hi = largerFloats(this.hi, rows);
    this.lo = largerFloats(this.lo, rows);
    this.older = largerInts(this.older, rows);
  }

  private addProduct(row: number, amount: number, length: Duration): void {
    const high = Math.floor(amount / two20);
    const rest = (amount - high * two20) * length;
    const product = high * length;
    if (product > productMax || rest > productMax) {
      this.addBig(row, BigInt(amount) * BigInt(length));
      return;
    }
    const carried = Math.floor(product / two30);
    this.settle(row, float(this.hi, row) + carried, float(this.lo, row) + (product - carried * two30) * two20 + rest);
  }

  /** Rare: more than 1.6 TiB for a month, 1.1 PiB for an hour. Cutting at hours would not always be enough. */
  private addBig(row: number, value: bigint): void {
    const high = value >> 50n;
    this.settle(row, float(this.hi, row) + Number(high), float(this.lo, row) + Number(value - (high << 50n)));
  }

  private settle(row: number, hi: number, lo: number): void {
    const carry = lo < two50 ? 0 : Math.floor(lo / two50);
    this.hi[row] = hi + carry;
    this.lo[row] = lo - carry * two50;
  }

  /** Adds a row of other columns to a slot's row at or below `newer`. @returns that row */
  private addRow({ from, hi, lo }: CellRows, row: number, slot: number, newer: number): number {
    this.lookAt(float(from, row));
    const into = this.rowBelow(slot, newer);
    this.settle(into, float(this.hi, into) + float(hi, row), float(this.lo, into) + float(lo, row));
    return into;
  }

  /** Makes the stretch that holds an instant the current one. */
  private lookAt(at: Instant): void {
    if (at >= this.stretchFrom && at < this.stretchUntil) return;
    if (this.grain === 'month') {
      this.stretchFrom = monthStart(at);
      this.stretchUntil = nextMonthStart(at);
    } else {
      const length = this.grain === 'hour' ? hour : day;
      this.stretchFrom = Math.floor(at / length) * length;
      this.stretchUntil = this.stretchFrom + length;
    }
    for (const cut of this.cuts) {
      if (cut <= at && cut > this.stretchFrom) this.stretchFrom = cut;
      if (cut > at && cut < this.stretchUntil) this.stretchUntil = cut;
    }
  }

  /** Coarsens the whole ledger at once: mixed grains could not be read. */
  private coarsen(): void {
    if (this.grain === 'month') return;
    const { heads, older, from, hi, lo } = this;
    this.grain = this.grain === 'hour' ? 'day' : 'month';
    this.count = 0;
    this.heads = new Int32Array(heads.length).fill(none);
    // New columns: few rows are left, and it takes long until there are as many again.
    this.older = new Int32Array(rowsAtFirst);
    this.from = new Float64Array(rowsAtFirst);
    this.hi = new Float64Array(rowsAtFirst);
    this.lo = new Float64Array(rowsAtFirst);
    this.stretchFrom = 0;
    this.stretchUntil = 0;
    for (let slot = 0; slot < heads.length; slot += 1) {
      for (let row = int(heads, slot), into = none; row !== none; row = int(older, row))
        into = this.addRow({ from, hi, lo }, row, slot, into);
    }
    if (this.count > this.cellsMax) this.coarsen();
  }
}
