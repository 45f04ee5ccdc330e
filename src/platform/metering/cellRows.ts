/**
 * The ledger's accumulators, exact at any size: columns in pages, so they grow without a copy, to a million rows of 20
 * bytes. An accumulator is `hi * 2^50 + lo`, both whole doubles.
 */
import { hour, type Instant } from '../../engine/time.ts';

/** Rows of a page, a power of two. The first page begins with fewer, as most runs need few. */
const pageRows = 32_768;
const pageBits = 15;
const rowsAtFirst = 64;

export const two50 = 1_125_899_906_842_624;

interface Page {
  /** Hours since the epoch. */
  readonly from: Int32Array;
  readonly older: Int32Array;
  readonly lo: Float64Array;
  /** Whole numbers: few pages hold greater ones than 32 bits do. */
  hi: Int32Array | Float64Array;
}

export class CellRows {
  /** Rows in use. */
  count = 0;
  private pages: Page[] = [newPage(rowsAtFirst)];

  /** Makes a row with an accumulator of 0. @param from the start of its stretch, a whole hour */
  make(from: Instant): number {
    const row = this.count;
    this.count += 1;
    const index = row & (pageRows - 1);
    if (row < pageRows) this.lengthenFirst(row);
    else if (index === 0) this.pages.push(newPage(pageRows));
    const page = this.pageOf(row);
    page.from[index] = from / hour;
    page.lo[index] = 0;
    page.hi[index] = 0;
    return row;
  }

  /** The start of its stretch. */
  fromOf(row: number): Instant {
    return this.pageOf(row).from[row & (pageRows - 1)]! * hour;
  }

  /** The next older row of the same slot; below 0: there is none. */
  olderOf(row: number): number {
    return this.pageOf(row).older[row & (pageRows - 1)]!;
  }

  setOlder(row: number, older: number): void {
    this.pageOf(row).older[row & (pageRows - 1)] = older;
  }

  valueOf(row: number): bigint {
    const { hi, lo } = this.pageOf(row);
    const index = row & (pageRows - 1);
    return (BigInt(hi[index]!) << 50n) + BigInt(lo[index]!);
  }

  /** Adds `hi * 2^50 + lo`. @param lo at most 7 * 2^50 */
  add(row: number, hi: number, lo: number): void {
    const page = this.pageOf(row);
    const index = row & (pageRows - 1);
    const low = page.lo[index]! + lo;
    const carry = low < two50 ? 0 : Math.floor(low / two50);
    const high = page.hi[index]! + hi + carry;
    if (high !== (high | 0) && page.hi instanceof Int32Array) page.hi = Float64Array.from(page.hi);
    page.lo[index] = low - carry * two50;
    page.hi[index] = high;
  }

  /** Adds the accumulator of a row of others. */
  addFrom(row: number, others: CellRows, other: number): void {
    const { hi, lo } = others.pageOf(other);
    const index = other & (pageRows - 1);
    this.add(row, hi[index]!, lo[index]!);
  }

  fork(): CellRows {
    const copy = new CellRows();
    copy.count = this.count;
    copy.pages = this.pages.map(({ from, older, lo, hi }) => ({
      from: from.slice(),
      older: older.slice(),
      lo: lo.slice(),
      hi: hi.slice(),
    }));
    return copy;
  }

  private pageOf(row: number): Page {
    return this.pages[row >> pageBits]!;
  }

  private lengthenFirst(row: number): void {
    const { from, older, lo, hi } = this.pages[0]!;
    if (row < from.length) return;
    const longer = newPage(2 * from.length);
    longer.from.set(from);
    longer.older.set(older);
    longer.lo.set(lo);
    longer.hi = hi instanceof Int32Array ? longer.hi : new Float64Array(longer.hi.length);
    longer.hi.set(hi);
    this.pages[0] = longer;
  }
}

function newPage(rows: number): Page {
  return {
    from: new Int32Array(rows),
    older: new Int32Array(rows),
    lo: new Float64Array(rows),
    hi: new Int32Array(rows),
  };
}
