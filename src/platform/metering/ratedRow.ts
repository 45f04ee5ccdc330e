/**
 * Rated rows: the cost of a series' usage over a stretch of time, by price and tier.
 */

import type { Instant } from '../../engine/time.ts';
import { type Decimal, plus, times } from './decimal.ts';
import type { Price, PriceEntry, Sku } from './prices.ts';
import { compareSeries, type MeterSeries } from './series.ts';
import type { RatedUsage, RatingPosition, SeriesCourse } from './seriesCourse.ts';

/** Usage of one series, one billing period (or a finer stretch of it), one price and one of its tiers. */
export interface RatedRow {
  readonly series: MeterSeries;
  /** Start of its billing period. */
  readonly periodAt: Instant;
  /** Start of the row's stretch: the period, or the day or hour if rows are finer. */
  readonly stretchAt: Instant;
  readonly surplus: boolean;
  /** First and last instant of the row's cells, the last excluded. */
  readonly from: Instant;
  readonly until: Instant;
  readonly base: bigint;
  readonly consumed: Decimal;
  /** null if the meter is not charged, or has no price. */
  readonly charge: Charge | null;
}

export interface Charge {
  readonly sku: Sku;
  /** The price of its tier. */
  readonly price: Price;
  /** From 0; 0 if the price has no tiers. */
  readonly tier: number;
  readonly quantity: Decimal;
  readonly listCost: Decimal;
  /** At the contracted price: the cost that counts. */
  readonly cost: Decimal;
}

/** What all usage of a row has in common, except its tier. */
export interface RowKind {
  readonly series: MeterSeries;
  readonly stretchAt: Instant;
  /** null: not priced. */
  readonly entry: PriceEntry | null;
}

/** Usage of a row in one tier. */
interface Part {
  readonly from: Instant;
  until: Instant;
  usage: RatedUsage;
}

/** A row while usage is added; it is split into one row for each tier. */
export class RowDraft {
  readonly kind: RowKind;
  private readonly course: SeriesCourse;
  /** By tier. */
  private readonly parts: (Part | undefined)[] = [];

  constructor(course: SeriesCourse, kind: RowKind) {
    this.course = course;
    this.kind = kind;
  }

  isOf({ series, stretchAt, entry }: RowKind): boolean {
    return (
      this.kind.stretchAt === stretchAt && this.kind.entry === entry && compareSeries(this.kind.series, series) === 0
    );
  }

  /** Adds the usage of its course between two positions, after all that was added before. */
  add(tier: number, from: RatingPosition, until: RatingPosition): void {
    const usage = this.course.usage(from, until);
    const last = this.course.cellAt(until.within === 0n ? until.cell - 1 : until.cell);
    const part = this.parts[tier];
    if (part === undefined) this.parts[tier] = { from: this.course.cellAt(from.cell).from, until: last.until, usage };
    else {
      part.until = last.until;
      part.usage = sumOf(part.usage, usage);
    }
  }

  /** Adds its rows to others, the lowest tier first. */
  addTo(rows: RatedRow[]): void {
    const { series, stretchAt } = this.kind;
    const { period, surplus } = this.course;
    for (const [tier, part] of this.parts.entries()) {
      if (part === undefined) continue;
      const { from, until, usage } = part;
      const { base, consumed } = usage;
      const charge = this.chargeOf(tier, usage);
      rows.push({ series, periodAt: period.start, stretchAt, surplus, from, until, base, consumed, charge });
    }
  }

  private chargeOf(tier: number, usage: RatedUsage): Charge | null {
    const { sku, units } = this.course;
    const price = this.kind.entry?.tiers[tier];
    if (sku === null || units === null || price === undefined) return null;
    const quantity = { coefficient: usage.quantity, scale: units.scale };
    const listCost = times(price.list, quantity);
    const cost = price.contracted === price.list ? listCost : times(price.contracted, quantity);
    return { sku, price, tier, quantity, listCost, cost };
  }
}

function sumOf(a: RatedUsage, b: RatedUsage): RatedUsage {
  return { base: a.base + b.base, quantity: a.quantity + b.quantity, consumed: plus(a.consumed, b.consumed) };
}
