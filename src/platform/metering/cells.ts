/**
 * The cells of the ledger: an accumulator for each series and calendar stretch. An amount is split into `high * 2^20 +
 * low` before it is multiplied by time, so gibibytes over a month need no BigInt (a BigInt addition costs five times as
 * much).
 */
import { type Duration, day, hour, type Instant, monthStart, nextMonthStart } from '../../engine/time.ts';
import { CellRows, two50 } from './cellRows.ts';
import { float, int, largerInts } from './columns.ts';

/** The calendar stretch of one cell: UTC hours; if those would be too many, days or months. */
export type Grain = 'hour' | 'day' | 'month';

const two20 = 1_048_576;
const two30 = 1_073_741_824;
/** One of these, one `lo` and one carried rest stay below 2^53. */
const productMax = 4 * two50;
const none = -1;

export class Cells {
  grain: Grain = 'hour';
  private readonly cellsMax: number;
  private readonly cuts: readonly Instant[];
  /** Newest row of each slot. */
  private heads: Int32Array = new Int32Array(64).fill(none);
  private rows: CellRows = new CellRows();
  /** The current stretch, which was looked up last: nearly every addition falls into it. */
  private stretchFrom: Instant = 0;
  private stretchUntil: Instant = 0;

  /** Rows in use. */
  get count(): number {
    return this.rows.count;
  }

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
    const { rows } = this;
    const all: number[] = [];
    for (let row = this.headOf(slot); row !== none; row = rows.olderOf(row)) all.push(row);
    for (const row of all.reverse()) {
      const from = rows.fromOf(row);
      this.lookAt(from);
      visit(from, this.stretchUntil, rows.valueOf(row));
    }
  }

  /** Adds every row of others with the same cuts. @param slotOf the slot here, by the slot there */
  join(other: Cells, slotOf: (slot: number) => number): void {
    while (this.grain !== other.grain && other.grain !== 'hour' && this.grain !== 'month') this.coarsen();
    const { rows } = other;
    for (let slot = 0; slot < other.heads.length; slot += 1)
      for (let row = other.headOf(slot), into = none; row !== none; row = rows.olderOf(row))
        into = this.addRow(rows, row, slotOf(slot), into);
    if (this.count > this.cellsMax) this.coarsen();
  }

  fork(): Cells {
    const copy = new Cells(this.cellsMax, this.cuts);
    copy.grain = this.grain;
    copy.heads = this.heads.slice();
    copy.rows = this.rows.fork();
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
    return head !== none && this.rows.fromOf(head) === this.stretchFrom ? head : this.rowBelow(slot, none);
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
    const { rows } = this;
    let above = newer;
    let row = newer === none ? this.headOf(slot) : newer;
    while (row !== none && rows.fromOf(row) > this.stretchFrom) {
      above = row;
      row = rows.olderOf(row);
    }
    if (row !== none && rows.fromOf(row) === this.stretchFrom) return row;
    const made = rows.make(this.stretchFrom);
    rows.setOlder(made, row);
    if (above === none) this.setHead(slot, made);
    else rows.setOlder(above, made);
    return made;
  }

  private setHead(slot: number, row: number): void {
    while (slot >= this.heads.length) this.heads = largerInts(this.heads, this.heads.length * 2, none);
    this.heads[slot] = row;
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
    this.rows.add(row, carried, (product - carried * two30) * two20 + rest);
  }

  /** Rare: more than 1.6 TiB for a month, 1.1 PiB for an hour. Cutting at hours would not always be enough. */
  private addBig(row: number, value: bigint): void {
    const high = value >> 50n;
    this.rows.add(row, Number(high), Number(value - (high << 50n)));
  }

  /** Adds a row of others to a slot's row at or below `newer`. @returns that row */
  private addRow(others: CellRows, row: number, slot: number, newer: number): number {
    this.lookAt(others.fromOf(row));
    const into = this.rowBelow(slot, newer);
    this.rows.addFrom(into, others, row);
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
    const { heads, rows } = this;
    this.grain = this.grain === 'hour' ? 'day' : 'month';
    this.heads = new Int32Array(heads.length).fill(none);
    this.rows = new CellRows();
    this.stretchFrom = 0;
    this.stretchUntil = 0;
    for (let slot = 0; slot < heads.length; slot += 1) {
      for (let row = int(heads, slot), into = none; row !== none; row = rows.olderOf(row))
        into = this.addRow(rows, row, slot, into);
    }
    if (this.count > this.cellsMax) this.coarsen();
  }
}
