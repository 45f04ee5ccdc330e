/**
 * The lines of a FOCUS file for one kind of usage. Rows of other hours mostly have the same amounts, so their lines
 * differ in their dates alone: what they share is put into text once.
 */
import type { Instant } from '../../engine/time.ts';
import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import type { Charge } from '../../platform/metering/ratedRow.ts';
import { type FocusColumn, type FocusRow, type FocusText, piecesAround } from './columns.ts';

/** Of all rows of one stretch, which follow each other. */
export interface ChargeDates {
  readonly at: Instant;
  /** Texts of the charge period. */
  readonly start: string;
  /** Excluded. */
  readonly end: string;
}

/** The amounts that come after the dates in a line. */
const ofAmounts = [
  'ConsumedQuantity',
  'ContractedCost',
  'EffectiveCost',
  'ListCost',
  'PricingQuantity',
] as const satisfies readonly FocusColumn[];

/** What a row has of its own: digits and dates, which need no quotes. */
const ofEachRow = [
  'BilledCost',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  ...ofAmounts,
] as const satisfies readonly FocusColumn[];

type Amounts = Pick<Charge, 'cost' | 'listCost' | 'quantity'>;

/** That of one row is put together from its fields; for many it is worth while to have what they share as text. */
export class ChargeLine {
  private readonly parts: readonly FocusRow[];
  /** null: it is for one row. */
  private readonly pieces: readonly string[] | null;
  /** Of the last line from pieces; null: there is none yet. */
  private amounts: Amounts | null = null;
  private consumed: Decimal | null = null;
  private beforeDates = '';
  private afterDates = '';

  /** @param parts what all rows share, each with columns of its own */
  constructor(parts: readonly FocusRow[], isForMany: boolean) {
    this.parts = parts;
    this.pieces = isForMany ? piecesAround(parts, ofEachRow) : null;
  }

  /** Without its end. @param text of the file */
  text(consumed: Decimal, amounts: Amounts, { start, end }: ChargeDates, text: FocusText): string {
    const { pieces } = this;
    if (pieces === null) {
      const dates = { ChargePeriodEnd: end, ChargePeriodStart: start };
      return text.line(...this.parts, amountFields(consumed, amounts), dates);
    }
    if (!this.isSaid(consumed, amounts)) this.say(consumed, amounts, pieces);
    return `${this.beforeDates}${end}${pieces[2]}${start}${this.afterDates}`;
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

  private say(consumed: Decimal, amounts: Amounts, pieces: readonly string[]): void {
    this.consumed = consumed;
    this.amounts = amounts;
    const own = amountFields(consumed, amounts);
    // Flat, as the pieces are.
    this.beforeDates = [pieces[0], own.BilledCost, pieces[1]].join('');
    this.afterDates = ofAmounts
      .reduce((all, column, i) => all.concat(own[column], pieces[4 + i] ?? ''), [pieces[3] ?? ''])
      .join('');
  }
}

function amountFields(
  consumed: Decimal,
  { cost, listCost, quantity }: Amounts,
): Readonly<Record<'BilledCost' | (typeof ofAmounts)[number], string>> {
  const costText = formatDecimal(cost);
  return {
    BilledCost: costText,
    ConsumedQuantity: formatDecimal(consumed),
    ContractedCost: costText,
    EffectiveCost: costText,
    ListCost: listCost === cost ? costText : formatDecimal(listCost),
    PricingQuantity: formatDecimal(quantity),
  };
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a === b || (a.coefficient === b.coefficient && a.scale === b.scale);
}
