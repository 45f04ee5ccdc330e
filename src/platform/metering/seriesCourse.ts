/**
 * A series in one billing period: its cells in order of time, their sums, and the prices that apply.
 */

import type { Instant } from '../../engine/time.ts';
import { type Decimal, minus, zero } from './decimal.ts';
import type { LedgerCell } from './ledger.ts';
import { consumedFromBase } from './meters.ts';
import type { Period } from './period.ts';
import { PricedUnits } from './pricedUnits.ts';
import type { PriceEntry, Sku } from './prices.ts';
import type { MeterSeries } from './series.ts';

/** Adjoining cells under the same prices. */
export interface PricedStretch {
  readonly course: SeriesCourse;
  /** null: no prices apply, or several within one cell. */
  readonly entry: PriceEntry | null;
  readonly first: number;
  /** Excluded. */
  end: number;
}

/** A position among all cells in rating order: a quantity of the priced amount of that cell lies before it. */
export interface RatingPosition {
  readonly cell: number;
  readonly within: bigint;
}

/** Usage between two positions. */
export interface RatedUsage {
  readonly base: bigint;
  /** In the last decimal of `PricedUnits`; 0 without a SKU. */
  readonly quantity: bigint;
  readonly consumed: Decimal;
}

/**
 * Cells are identified by their index in the whole rating. Rounding continues from one cell to the next, for any
 * replica and tags.
 */
export class SeriesCourse {
  readonly period: Period;
  readonly sku: Sku | null;
  /** null without a SKU. */
  readonly units: PricedUnits | null;
  readonly stretches: PricedStretch[] = [];
  private readonly cells: readonly LedgerCell[];
  private readonly first: number;
  /** Sums of the first cell, the first two, the first three and so on, after a 0. */
  private readonly sums: bigint[] = [0n];
  /** The quantity computed last: where one row ends, the next one begins. */
  private knownCell = -1;
  private knownQuantity = 0n;

  /** @param first the first cell; `take` adds it and the cells after it */
  constructor(cells: readonly LedgerCell[], first: number, period: Period, sku: Sku | null) {
    this.cells = cells;
    this.first = first;
    this.period = period;
    this.sku = sku;
    this.units = sku === null ? null : new PricedUnits(sku, period);
  }

  /** The series of its first cell; other cells may have another replica or other tags. */
  get series(): MeterSeries {
    return this.cellAt(this.first).series;
  }

  /** Whether it is time that the metering policy added. */
  get surplus(): boolean {
    return this.cellAt(this.first).surplus;
  }

  /** Adds the next cell, under these prices. */
  take(entry: PriceEntry | null): void {
    const cell = this.first + this.sums.length - 1;
    const last = this.stretches.at(-1);
    if (last === undefined || last.entry !== entry)
      this.stretches.push({ course: this, entry, first: cell, end: cell + 1 });
    else last.end = cell + 1;
    this.sums.push(this.sumBefore(cell) + this.cellAt(cell).amount);
  }

  cellAt(cell: number): LedgerCell {
    const found = this.cells[cell];
    if (found === undefined) throw new Error(`cell ${cell} does not exist`);
    return found;
  }

  /** The usage between two of its positions. */
  usage(from: RatingPosition, until: RatingPosition): RatedUsage {
    const base = this.baseBefore(until) - this.baseBefore(from);
    const quantity = this.quantityBefore(until.cell) + until.within - this.quantityBefore(from.cell) - from.within;
    const isWhole = from.within === 0n && until.within === 0n;
    const consumed = isWhole
      ? consumedFromBase(this.series.meter, base)
      : minus(this.consumedBefore(until), this.consumedBefore(from));
    return { base, quantity, consumed };
  }

  /** The priced quantity of the cells before one of its cells. */
  quantityBefore(cell: number): bigint {
    if (this.units === null) return 0n;
    if (this.knownCell !== cell) {
      this.knownCell = cell;
      this.knownQuantity = this.units.quantityOf(this.sumBefore(cell));
    }
    return this.knownQuantity;
  }

  /** The first cell from `low` on that begins at an instant or later; `high` if none below it does. */
  cellFrom(at: Instant, low: number, high: number): number {
    let [from, until] = [low, high];
    while (from < until) {
      const middle = (from + until) >> 1;
      if (this.cellAt(middle).from < at) from = middle + 1;
      else until = middle;
    }
    return from;
  }

  private sumBefore(cell: number): bigint {
    return this.sums[cell - this.first] ?? 0n;
  }

  /**
   * At a position within a cell, the series has consumed exactly the priced quantity up to it, so the number of pieces
   * of a series does not matter; base units are rounded down.
   */
  private baseBefore({ cell, within }: RatingPosition): bigint {
    if (within === 0n || this.units === null) return this.sumBefore(cell);
    return this.units.baseOf(this.quantityBefore(cell) + within);
  }

  private consumedBefore({ cell, within }: RatingPosition): Decimal {
    if (this.units === null) return zero;
    if (within === 0n) return consumedFromBase(this.series.meter, this.sumBefore(cell));
    return this.units.consumedOf(this.quantityBefore(cell) + within);
  }
}
