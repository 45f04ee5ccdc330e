/**
 * Rating: from the ledger's whole numbers to exact costs, without a float and without rounding a row's cost.
 */
import type { Instant } from '../../engine/time.ts';
import { day, hour, isoFromInstant, monthStart, nextMonthStart } from '../../engine/time.ts';
import type { Finding } from '../finding.ts';
import { inRatingOrder } from './cellOrder.ts';
import type { Grain } from './cells.ts';
import type { Decimal } from './decimal.ts';
import { minus, plus, ratioToNine, times, zero } from './decimal.ts';
import type { Cell } from './ledger.ts';
import { basePerPricingUnit, consumedFromBase, isExactUnit } from './meters.ts';
import type { Price, PriceBook, Sku } from './pricebook.ts';
import { priceAt, skusFor } from './priceMatch.ts';
import type { Series } from './series.ts';
import { compareSeries, compareUntagged } from './series.ts';

/** Simulated time. */
export interface Horizon {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
}

/** Usage of one series, one billing period (or a finer stretch of it) and one price. */
export interface RatedRow {
  readonly series: Series;
  /** Start of the UTC month that bills it. */
  readonly periodAt: Instant;
  /** Start of the stretch that the row is for: the month, or the day or hour where rows are finer. */
  readonly stretchAt: Instant;
  readonly surplus: boolean;
  /** First and last instant of the row's cells, the last excluded. */
  readonly from: Instant;
  readonly until: Instant;
  readonly base: bigint;
  readonly consumed: Decimal;
  /** null where the meter is not charged, or has no price. */
  readonly charge: Charge | null;
}

export interface Charge {
  readonly sku: Sku;
  readonly price: Price;
  /** Of the price's tiers, from 0; 0 where it has none. */
  readonly tier: number;
  readonly quantity: Decimal;
  readonly listCost: Decimal;
  /** At the contracted price: what counts. */
  readonly cost: Decimal;
}

export interface RatingInput {
  readonly cells: readonly Cell[];
  readonly book: PriceBook;
  /** Meters that are charged (`billing.chargedMeters`). */
  readonly charged: readonly string[];
  readonly horizon: Horizon;
  /** How fine the rows are: one per month, day or hour. */
  readonly rowsPer: Grain;
}

/** A row that still grows. */
interface OpenRow {
  readonly cell: Cell;
  readonly stretchAt: Instant;
  readonly price: Price | null;
  until: Instant;
  base: bigint;
  quantity: Decimal;
}

/**
 * Rates cells: one row per series, stretch and price, in the order of series, surplus, time.
 *
 * Quantities in hours or months are rounded to nine decimals along the series (blind to tags), from the start of each billing period:
 * a row gets `round(sum up to its end) - round(sum up to its start)`, half up, so that rows are never negative and add up to the rounded sum.
 *   three hours of 700 Core-Seconds -> 0.194444444, 0.194444445, 0.194444444 Core-Hours
 *
 * A series without a price, or with two that match alike, is a finding, and its rows carry no charge.
 */
export function rate(input: RatingInput): { readonly rows: RatedRow[]; readonly findings: Finding[] } {
  const book = new Lookup(input);
  const rows: RatedRow[] = [];
  const cells = inRatingOrder(input.cells);
  for (let start = 0; start < cells.length; ) {
    let end = start + 1;
    while (end < cells.length && isSameRun(cells[start], cells[end])) end += 1;
    rows.push(...ratePeriod(cells.slice(start, end), input, book));
    start = end;
  }
  return { rows, findings: book.findings() };
}

/** Whether cumulative rounding runs on from one cell to another: one series, one billing period. */
function isSameRun(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === undefined || b === undefined || a.surplus !== b.surplus) return false;
  if (a.series !== b.series && compareUntagged(a.series, b.series) !== 0) return false;
  return b.from < nextMonthStart(a.from);
}

/** Rates the cells of one series in one billing period, in order of time. */
function ratePeriod(cells: readonly Cell[], { horizon, rowsPer }: RatingInput, book: Lookup): RatedRow[] {
  const first = cells[0];
  if (first === undefined) return [];
  const { meter } = first.series;
  const periodAt = monthStart(first.from);
  const sku = book.skuOf(first.series);
  const inUnits = (base: bigint): Decimal => {
    if (sku === null || isExactUnit(sku.unit)) return consumedFromBase(meter, base);
    return ratioToNine(base, basePerPricingUnit(meter, sku.unit, nextMonthStart(periodAt) - periodAt));
  };

  const rows: OpenRow[] = [];
  let row: OpenRow | null = null;
  let total = 0n;
  let before = zero;
  const settle = () => {
    if (row === null) return;
    const sum = inUnits(total);
    row.quantity = plus(row.quantity, minus(sum, before));
    before = sum;
  };
  for (const cell of cells) {
    const stretchAt = stretchStart(cell.from, rowsPer);
    const price = sku === null ? null : book.priceOf(sku, cell, horizon);
    if (row === null || !isRowOf(row, cell, stretchAt, price)) {
      settle();
      const known = rows.find((one) => isRowOf(one, cell, stretchAt, price));
      row = known ?? { cell, stretchAt, price, until: cell.until, base: 0n, quantity: zero };
      if (known === undefined) rows.push(row);
    }
    row.base += cell.amount;
    row.until = cell.until;
    total += cell.amount;
  }
  settle();
  return rows.map((one) => closed(one, periodAt, sku));
}

function isRowOf(row: OpenRow, cell: Cell, stretchAt: Instant, price: Price | null): boolean {
  return row.stretchAt === stretchAt && row.price === price && compareSeries(row.cell.series, cell.series) === 0;
}

function closed(row: OpenRow, periodAt: Instant, sku: Sku | null): RatedRow {
  const { cell, price, quantity, base } = row;
  const charge: Charge | null =
    sku === null || price === null
      ? null
      : {
          sku,
          price,
          tier: 0,
          quantity,
          listCost: times(price.list, quantity),
          cost: times(price.contracted, quantity),
        };
  return {
    series: cell.series,
    periodAt,
    stretchAt: row.stretchAt,
    surplus: cell.surplus,
    from: cell.from,
    until: row.until,
    base,
    consumed: consumedFromBase(cell.series.meter, base),
    charge,
  };
}

function stretchStart(at: Instant, grain: Grain): Instant {
  if (grain === 'month') return monthStart(at);
  const length = grain === 'day' ? day : hour;
  return Math.floor(at / length) * length;
}

/** The book's answers for the series of one rating, and what was wrong with them: one finding per meter, tie or price change. */
class Lookup {
  private readonly book: PriceBook;
  private readonly charged: ReadonlySet<string>;
  private readonly found = new Map<string, { readonly finding: Finding; others: number }>();

  constructor({ book, charged }: RatingInput) {
    this.book = book;
    this.charged = new Set(charged);
  }

  skuOf(series: Series): Sku | null {
    if (!this.charged.has(series.meter)) return null;
    const skus = skusFor(this.book, series);
    const [sku] = skus;
    if (sku !== undefined && skus.length === 1) return sku;
    const name = `${series.org}/${series.gvc}/${series.resource} at ${series.location} (${series.locationType})`;
    if (sku === undefined) this.note(['skus'], `missing price: no SKU prices ${series.meter} of`, name);
    else this.note(['skus', sku.index, 'match'], `tie: ${skus.map(({ id }) => id).join(' and ')} match alike`, name);
    return null;
  }

  /** The price over a cell, where it is one price. */
  priceOf(sku: Sku, cell: Cell, horizon: Horizon): Price | null {
    const from = Math.max(cell.from, horizon.start);
    const price = priceAt(sku, from);
    const path = ['skus', sku.index, 'prices'];
    if (price === null) {
      this.note(path, `gap: ${sku.id} has no price at`, isoFromInstant(from));
      return null;
    }
    if (price.until !== null && price.until < Math.min(cell.until, horizon.end)) {
      const change = isoFromInstant(price.until);
      this.note(
        path,
        `${sku.id} changes at ${change}, inside an entry of a ledger that was cut for other prices, at`,
        isoFromInstant(cell.from),
      );
      return null;
    }
    return price;
  }

  findings(): Finding[] {
    return [...this.found.values()].map(({ finding, others }) => {
      return others === 0 ? finding : { ...finding, message: `${finding.message}, and ${others} more` };
    });
  }

  private note(path: Finding['path'], what: string, where: string): void {
    const known = this.found.get(what);
    if (known !== undefined) known.others += 1;
    else
      this.found.set(what, {
        finding: { path, rule: null, message: `${what} ${where}`, severity: 'error' },
        others: 0,
      });
  }
}
