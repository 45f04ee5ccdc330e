/**
 * The course of a series through a billing period: its cells in order of time, what they add up to, and which prices
 * hold when.
 */

import type { Instant } from '../../engine/time.ts';
import { type Decimal, minus, zero } from './decimal.ts';
import type { LedgerCell } from './ledger.ts';
import { consumedFromBase } from './meters.ts';
import type { Period } from './period.ts';
import { PricedUnits } from './pricedUnits.ts';
import type { PriceEntry, Sku } from './prices.ts';
import type { MeterSeries } from './series.ts';

/** Cells that follow each other under the same prices. */
export interface PricedStretch {
  readonly course: SeriesCourse;
  /** null: no prices hold, or more than one in a cell. */
  readonly entry: PriceEntry | null;
  readonly first: number;
  /** Excluded. */
  end: number;
}

/** A place among all cells in rating order: so much, of what is priced of the cell there, lies before it. */
export interface RatingPosition {
  readonly cell: number;
  readonly within: bigint;
}

/** Usage between two places. */
export interface RatedUsage {
  readonly base: bigint;
  /** In the last decimal of `PricedUnits`; 0 without a SKU. */
  readonly quantity: bigint;
  readonly consumed: Decimal;
}

/**
 * Cells are called by their index in all of a rating. Rounding runs on from one to the next, whatever replica or tags
 * they have.
 */
export class SeriesCourse {
  readonly period: Period;
  readonly sku: Sku | null;
  /** null without a SKU. */
  readonly units: PricedUnits | null;
  readonly stretches: PricedStretch[] = [];
  private readonly cells: readonly LedgerCell[];
  private readonly first: number;
  /** What the first cell, the first two, the first three and so on add up to, after a 0. */
  private readonly sums: bigint[] = [0n];
  /** The quantity asked for last: where one row ends, the next one begins. */
  private known = { cell: -1, quantity: 0n };

  /** @param first the cell with which it begins; `take` adds it and those after it */
  constructor(cells: readonly LedgerCell[], first: number, period: Period, sku: Sku | null) {
    this.cells = cells;
    this.first = first;
    this.period = period;
    this.sku = sku;
    this.units = sku === null ? null : new PricedUnits(sku, period);
  }

  /** Of its first cell; others may have another replica, or other tags. */
  get series(): MeterSeries {
    return this.cellAt(this.first).series;
  }

  /** Whether it is of time that the metering policy added. */
  get surplus(): boolean {
    return this.cellAt(this.first).surplus;
  }

  /** Goes on by one cell, under these prices. */
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

  /** What is used between two places of it. */
  usage(from: RatingPosition, until: RatingPosition): RatedUsage {
    const base = this.baseBefore(until) - this.baseBefore(from);
    const quantity = this.quantityBefore(until.cell) + until.within - this.quantityBefore(from.cell) - from.within;
    const isWhole = from.within === 0n && until.within === 0n;
    const consumed = isWhole
      ? consumedFromBase(this.series.meter, base)
      : minus(this.consumedBefore(until), this.consumedBefore(from));
    return { base, quantity, consumed };
  }

  /** What is priced of the cells before one of it. */
  quantityBefore(cell: number): bigint {
    if (this.units === null) return 0n;
    if (this.known.cell !== cell) this.known = { cell, quantity: this.units.quantityOf(this.sumBefore(cell)) };
    return this.known.quantity;
  }

  /** The first cell from `low` on that begins at an instant or later; `high` where none below it does. */
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
   * Where a cell is divided, its series has consumed just what is priced of it up to there, so that it does not matter
   * in how many pieces a series comes; base units at the whole one below.
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
