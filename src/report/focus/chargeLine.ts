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
  /** Fields of a line for one row; what is around the fields of its own in lines for many. */
  private readonly parts: readonly FocusRow[] | null;
  private readonly pieces: readonly string[];
  /** Of the last line from pieces; null: there is none yet. Its costs follow from them, as the price is the same. */
  private consumed: Decimal | null = null;
  private quantity: Decimal | null = null;
  /** What two lines of these amounts had around their dates; null: there was one. */
  private around: AroundDates | null = null;

  /** @param parts what all rows share, each with columns of its own */
  constructor(parts: readonly FocusRow[], isForMany: boolean) {
    this.parts = isForMany ? null : parts;
    this.pieces = isForMany ? piecesAround(parts, ofEachRow) : [];
  }

  /** Without its end. @param text of the file */
  text(consumed: Decimal, amounts: Amounts, { start, end }: ChargeDates, text: FocusText): string {
    const { parts, pieces } = this;
    if (parts !== null) {
      const dates = { ChargePeriodEnd: end, ChargePeriodStart: start };
      return text.line(...parts, amountFields(consumed, amounts), dates);
    }
    const isAsLast = isSame(this.consumed, consumed) && isSame(this.quantity, amounts.quantity);
    if (!isAsLast) {
      this.consumed = consumed;
      this.quantity = amounts.quantity;
      this.around = null;
    }
    const around = this.around ?? aroundDates(consumed, amounts, pieces);
    // Kept from the second line on: amounts that change once mostly change in each row.
    if (isAsLast) this.around = around;
    return `${around.before}${end}${around.between}${start}${around.after}`;
  }
}

/** The text of a line around its two dates. */
interface AroundDates {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** Flat texts, as the pieces are. */
function aroundDates(consumed: Decimal, amounts: Amounts, pieces: readonly string[]): AroundDates {
  const own = amountFields(consumed, amounts);
  return {
    before: [pieces[0], own.BilledCost, pieces[1]].join(''),
    between: pieces[2] ?? '',
    after: ofAmounts
      .reduce((all, column, i) => all.concat(own[column], pieces[4 + i] ?? ''), [pieces[3] ?? ''])
      .join(''),
  };
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

function isSame(a: Decimal | null, b: Decimal): boolean {
  return a !== null && a.coefficient === b.coefficient && a.scale === b.scale;
}
