/**
 * Rating: from the ledger's whole numbers to exact costs, without a float and without rounding a row's cost.
 */
import type { Instant } from '../../engine/time.ts';
import { day, hour } from '../../engine/time.ts';
import type { Finding } from '../finding.ts';
import { grouped } from '../grouped.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { inRatingOrder } from './cellOrder.ts';
import type { Grain } from './cells.ts';
import { CumulativeRounding, perUnitIn } from './cumulative.ts';
import type { Decimal } from './decimal.ts';
import { plus, times, zero } from './decimal.ts';
import type { Cell } from './ledger.ts';
import { consumedFromBase } from './meters.ts';
import { type Period, type PeriodKind, periodAt } from './period.ts';
import type { Price, PriceBook, PriceEntry, Sku } from './pricebook.ts';
import { PriceLookup } from './priceLookup.ts';
import type { Series } from './series.ts';
import { compareSeries, compareUntagged } from './series.ts';
import { counterKey, isTiered, type Measured, TierCounter, type Usage } from './tiers.ts';

/** Simulated time. */
export interface Horizon {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
}

/** Usage of one series, one billing period (or a finer stretch of it), one price and one of its tiers. */
export interface RatedRow {
  readonly series: Series;
  /** Start of the billing period that it is in. */
  readonly periodAt: Instant;
  /** Start of the stretch that the row is for: the period, or the day or hour where rows are finer. */
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
  /** That of its tier. */
  readonly price: Price;
  /** From 0; 0 where the price has none. */
  readonly tier: number;
  readonly quantity: Decimal;
  readonly listCost: Decimal;
  /** At the contracted price: what counts. */
  readonly cost: Decimal;
}

export interface RatingInput {
  readonly cells: readonly Cell[];
  readonly book: PriceBook;
  /** Meters that are charged (`chargedMeters`). */
  readonly charged: readonly string[];
  /** What of that is charged on own clusters. */
  readonly byok: Assumptions['billing.byok'];
  readonly period: PeriodKind;
  readonly horizon: Horizon;
  /** How fine the rows are: one per billing period (`month`), day or hour. */
  readonly rowsPer: Grain;
}

/** A row before its usage is told apart by tiers. */
interface OpenRow {
  readonly cell: Cell;
  readonly period: Period;
  readonly stretchAt: Instant;
  readonly sku: Sku | null;
  readonly entry: PriceEntry | null;
  /** By tier. */
  readonly parts: (Part | undefined)[];
}

/** Usage of a row in one tier. */
interface Part {
  readonly from: Instant;
  until: Instant;
  /** Of usage that was not split. */
  whole: bigint;
  /** Of usage that was, at bounds of tiers. */
  split: bigint;
  splitConsumed: Decimal;
  quantity: Decimal;
}

/** Usage of a row over some of its cells, in order of time. */
interface Span {
  readonly row: OpenRow;
  readonly from: Instant;
  until: Instant;
  base: bigint;
}

interface MeasuredSpan extends Span {
  readonly usage: Measured;
}

/**
 * Rates cells: one row per series, stretch, price and tier, in the order of series, surplus, time, tier.
 *
 * Quantities in hours or months are rounded to nine decimals along the series (blind to tags), from the start of each billing period:
 * a row gets `round(sum up to its end) - round(sum up to its start)`, half up, so that rows are never negative and add up to the rounded sum.
 *   three hours of 700 Core-Seconds -> 0.194444444, 0.194444445, 0.194444444 Core-Hours
 *
 * Tiers are counted cell by cell: by time, and at one time in the order of series, surplus, tags. So hour by hour, as long as the ledger holds hours;
 * `rowsPer` changes nothing, and a coarser ledger changes whose units are in which tier, but not how many.
 *
 * A series without a price, or with two that match alike, is a finding, and its rows carry no charge.
 */
export function rate(input: RatingInput): { readonly rows: RatedRow[]; readonly findings: Finding[] } {
  const book = new PriceLookup(input);
  const rows: OpenRow[] = [];
  const counted: MeasuredSpan[] = [];
  const cells = inRatingOrder(input.cells);
  for (let start = 0; start < cells.length; ) {
    let end = start + 1;
    const period = periodAt(input.period, input.horizon, cells[start]?.from ?? 0);
    while (end < cells.length && isSameRun(cells[start], cells[end], period)) end += 1;
    measurePeriod(cells.slice(start, end), input, period, book, { rows, counted });
    start = end;
  }
  countTiers(counted);
  return { rows: rows.flatMap(closed), findings: book.findings() };
}

/** Whether cumulative rounding runs on from one cell to another: one series, one billing period. */
function isSameRun(a: Cell | undefined, b: Cell | undefined, period: Period): boolean {
  if (a === undefined || b === undefined || a.surplus !== b.surplus) return false;
  if (a.series !== b.series && compareUntagged(a.series, b.series) !== 0) return false;
  return b.from < period.end;
}

/** Adds the rows of one series in one billing period, from its cells in order of time; usage that tiers have to be found for is kept cell by cell. */
function measurePeriod(
  cells: readonly Cell[],
  { horizon, rowsPer }: RatingInput,
  period: Period,
  book: PriceLookup,
  { rows, counted }: { readonly rows: OpenRow[]; readonly counted: MeasuredSpan[] },
): void {
  const first = cells[0];
  if (first === undefined) return;
  const sku = book.skuOf(first.series);
  const mayCross = sku !== null && isTiered(sku);
  const own: OpenRow[] = [];
  const rounding = new CumulativeRounding(first.series.meter, sku, period);

  let span: Span | null = null;
  const settle = () => {
    if (span === null) return;
    const measured = { ...span, usage: rounding.take(span.base) };
    if (mayCross && span.row.entry !== null) counted.push(measured);
    else grow(span.row, 0, span, measured.usage);
  };
  for (const cell of cells) {
    const stretchAt = stretchStart(cell.from, rowsPer, period);
    const entry = sku === null ? null : book.entryOf(sku, cell, horizon);
    const { from, until, amount: base } = cell;
    if (span === null || mayCross || !isRowOf(span.row, cell, stretchAt, entry)) {
      settle();
      let row = rowAmong(own, cell, stretchAt, entry);
      if (row === undefined) {
        row = { cell, period, stretchAt, sku, entry, parts: [] };
        own.push(row);
      }
      span = { row, from, until, base };
    } else {
      span.until = until;
      span.base += base;
    }
  }
  settle();
  rows.push(...own);
}

/** The row that a cell falls into: among the last ones, as rows of one stretch come together, and there are as many stretches as hours. */
function rowAmong(
  own: readonly OpenRow[],
  cell: Cell,
  stretchAt: Instant,
  entry: PriceEntry | null,
): OpenRow | undefined {
  for (let i = own.length - 1; i >= 0 && own[i]?.stretchAt === stretchAt; i -= 1) {
    const row = own[i];
    if (row !== undefined && isRowOf(row, cell, stretchAt, entry)) return row;
  }
  return undefined;
}

function isRowOf(row: OpenRow, cell: Cell, stretchAt: Instant, entry: PriceEntry | null): boolean {
  return row.stretchAt === stretchAt && row.entry === entry && compareSeries(row.cell.series, cell.series) === 0;
}

/** Shares usage out over the tiers of its rows, by time and then in the order in which it is given. */
function countTiers(spans: readonly MeasuredSpan[]): void {
  const counters = new Map<string, TierCounter>();
  const ofRows = new Map<OpenRow, TierCounter>();
  // Instants are few: to sort them alone takes a tenth of the time.
  const byTime = grouped(spans, ({ from }) => from);
  for (const from of [...byTime.keys()].sort((a, b) => a - b)) {
    for (const span of byTime.get(from) ?? []) {
      const { sku, entry, cell, period } = span.row;
      if (sku === null || entry === null) continue;
      const { series } = cell;
      let counter = ofRows.get(span.row);
      if (counter === undefined) {
        const key = counterKey(sku, series, period.start);
        counter = counters.get(key) ?? new TierCounter();
        counters.set(key, counter);
        ofRows.set(span.row, counter);
      }
      for (const { tier, usage } of counter.take(series.meter, span.usage, entry.tiers, perUnitIn(sku, period)))
        grow(span.row, tier, span, usage);
    }
  }
}

function grow({ parts }: OpenRow, tier: number, { from, until }: Span, { base, quantity, consumed }: Usage): void {
  parts[tier] ??= { from, until, whole: 0n, split: 0n, splitConsumed: zero, quantity: zero };
  const part = parts[tier];
  part.until = until;
  part.quantity = plus(part.quantity, quantity);
  if (consumed === null) part.whole += base;
  else {
    part.split += base;
    part.splitConsumed = plus(part.splitConsumed, consumed);
  }
}

function closed({ cell, period, stretchAt, sku, entry, parts }: OpenRow): RatedRow[] {
  return parts.flatMap((part, tier) => {
    if (part === undefined) return [];
    const { from, until, whole, split, splitConsumed, quantity } = part;
    const consumed = plus(consumedFromBase(cell.series.meter, whole), splitConsumed);
    const price = entry?.tiers[tier];
    const charge = sku === null || price === undefined ? null : chargeOf(sku, price, tier, quantity);
    return {
      series: cell.series,
      periodAt: period.start,
      stretchAt,
      surplus: cell.surplus,
      from,
      until,
      base: whole + split,
      consumed,
      charge,
    };
  });
}

function chargeOf(sku: Sku, price: Price, tier: number, quantity: Decimal): Charge {
  return { sku, price, tier, quantity, listCost: times(price.list, quantity), cost: times(price.contracted, quantity) };
}

function stretchStart(at: Instant, grain: Grain, period: Period): Instant {
  if (grain === 'month') return period.start;
  const length = grain === 'day' ? day : hour;
  return Math.floor(at / length) * length;
}
