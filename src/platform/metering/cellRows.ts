/**
 * The ledger's accumulators, exact at any size: columns in pages, so they grow without a copy, to a million rows of 20
 * bytes. An accumulator is `hi * 2^50 + lo`, both whole doubles.
 */
import { hour, type Instant } from '../../engine/time.ts';
import { largerFloats, largerInts } from './columns.ts';

/** A page has 2^15 rows. The first begins with fewer, as most runs need few. */
const pageBits = 15;
const pageRows = 1 << pageBits;
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
    if (row < pageRows) this.lengthenFirst(row);
    else if (placeOf(row) === 0) this.pages.push(newPage(pageRows));
    this.pageOf(row).from[placeOf(row)] = from / hour;
    return row;
  }

  /** The start of its stretch. */
  fromOf(row: number): Instant {
    return this.pageOf(row).from[placeOf(row)]! * hour;
  }

  /** The next older row of the same slot; below 0: there is none. */
  olderOf(row: number): number {
    return this.pageOf(row).older[placeOf(row)]!;
  }

  setOlder(row: number, older: number): void {
    this.pageOf(row).older[placeOf(row)] = older;
  }

  valueOf(row: number): bigint {
    const { hi, lo } = this.pageOf(row);
    const place = placeOf(row);
    return (BigInt(hi[place]!) << 50n) + BigInt(lo[place]!);
  }

  /** Adds `hi * 2^50 + lo`. @param lo at most 7 * 2^50 */
  add(row: number, hi: number, lo: number): void {
    const page = this.pageOf(row);
    const place = placeOf(row);
    const low = page.lo[place]! + lo;
    const carry = low < two50 ? 0 : Math.floor(low / two50);
    const high = page.hi[place]! + hi + carry;
    if (high !== (high | 0) && page.hi instanceof Int32Array) page.hi = Float64Array.from(page.hi);
    page.lo[place] = low - carry * two50;
    page.hi[place] = high;
  }

  /** Adds the accumulator of a row of others. */
  addFrom(row: number, others: CellRows, other: number): void {
    const { hi, lo } = others.pageOf(other);
    const place = placeOf(other);
    this.add(row, hi[place]!, lo[place]!);
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
    const size = 2 * from.length;
    this.pages[0] = {
      from: largerInts(from, size),
      older: largerInts(older, size),
      lo: largerFloats(lo, size),
      hi: hi instanceof Int32Array ? largerInts(hi, size) : largerFloats(hi, size),
    };
  }
}

/** The place of a row in its page. */
function placeOf(row: number): number {
  return row & (pageRows - 1);
}

function newPage(rows: number): Page {
  return {
    from: new Int32Array(rows),
    older: new Int32Array(rows),
    lo: new Float64Array(rows),
    hi: new Int32Array(rows),
  };
}
