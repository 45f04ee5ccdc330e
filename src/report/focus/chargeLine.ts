/**
 * The lines of a FOCUS file for one kind of usage. Rows of other hours mostly have the same amounts, so their lines
 * differ in their dates alone: what they share is put into text once.
 */
import type { Instant } from '../../engine/time.ts';
import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import type { Charge } from '../../platform/metering/ratedRow.ts';
import { type FocusColumn, type FocusRow, piecesAround } from './columns.ts';

/** Of all rows of one stretch, which follow each other. */
export interface ChargeDates {
  readonly at: Instant;
  /** Texts of the charge period. */
  readonly start: string;
  /** Excluded. */
  readonly end: string;
}

/** What a row has of its own: digits and dates, which need no quotes. */
const ofEachRow = [
  'BilledCost',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ContractedCost',
  'EffectiveCost',
  'ListCost',
  'PricingQuantity',
] as const satisfies readonly FocusColumn[];

type Amounts = Pick<Charge, 'cost' | 'listCost' | 'quantity'>;

export class ChargeLine {
  private readonly pieces: readonly string[];
  /** Of the last line; null: there is none yet. */
  private amounts: Amounts | null = null;
  private consumed: Decimal | null = null;
  private beforeDates = '';
  private afterDates = '';

  /** @param row what all rows share */
  constructor(row: FocusRow) {
    this.pieces = piecesAround(row, ofEachRow);
  }

  /** Without its end. */
  text(consumed: Decimal, amounts: Amounts, { start, end }: ChargeDates): string {
    if (!this.isSaid(consumed, amounts)) this.say(consumed, amounts);
    return `${this.beforeDates}${end}${this.pieces[2]}${start}${this.afterDates}`;
  }

  private isSaid(consumed: Decimal, { cost, listCost, quantity }: Amounts): boolean {
    if (this.amounts === null || this.consumed === null) return false;
    return (
      isSame(this.consumed, consumed) &&
      isSame(this.amounts.cost, cost) &&
      isSame(this.amounts.listCost, listCost) &&
      isSame(this.amounts.quantity, quantity)
    );
  }

  private say(consumed: Decimal, amounts: Amounts): void {
    const { pieces } = this;
    this.consumed = consumed;
    this.amounts = amounts;
    const cost = formatDecimal(amounts.cost);
    const listCost = amounts.listCost === amounts.cost ? cost : formatDecimal(amounts.listCost);
    const others = [formatDecimal(consumed), cost, cost, listCost, formatDecimal(amounts.quantity)];
    // Flat, as the pieces are.
    this.beforeDates = [pieces[0], cost, pieces[1]].join('');
    this.afterDates = others
      .reduce((all, value, i) => all.concat(value, pieces[4 + i] ?? ''), [pieces[3] ?? ''])
      .join('');
  }
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a === b || (a.coefficient === b.coefficient && a.scale === b.scale);
}
