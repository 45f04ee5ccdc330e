/**
 * Invoices: one for each org and UTC month, its usage grouped by price, its total rounded once.
 */
import { isoFromInstant, nextMonthStart } from '../engine/time.ts';
import { minorDigits } from '../platform/metering/currency.ts';
import type { Decimal } from '../platform/metering/decimal.ts';
import { formatDecimal, minus, plus, ratioToNine, rounded, zero } from '../platform/metering/decimal.ts';
import type { Meter, PricingUnit } from '../platform/metering/meters.ts';
import type { PriceBook } from '../platform/metering/pricebook.ts';
import type { Charge, Horizon } from '../platform/metering/rating.ts';
import type { NamedRow } from './bill.ts';
import { grouped } from './grouped.ts';

export interface Invoice {
  /** `INV-birch-2027-05` */
  readonly id: string;
  readonly org: string;
  readonly period: string;
  /** The month is not fully simulated. */
  readonly partial: boolean;
  /** Usage first, then credits, taxes, and the rounding where there is any. */
  readonly lines: readonly InvoiceLine[];
  readonly usageTotal: string;
  readonly credits: string;
  readonly tax: string;
  /** What rounding to the smallest coin adds, or takes away. */
  readonly rounding: string;
  readonly payable: string;
}

export type InvoiceLine = UsageLine | CreditLine | TaxLine | AdjustmentLine;

/** A credit that the book grants, as far as it is used up here. */
export interface CreditLine {
  readonly kind: 'credit';
  /** Of the credit in the book. */
  readonly id: string;
  /** Below 0. */
  readonly cost: string;
}

/** A tax on what credits have left. */
export interface TaxLine {
  readonly kind: 'tax';
  readonly id: string;
  /** `0.20` for twenty hundredths. */
  readonly rate: string;
  readonly cost: string;
}

/** What rounding to the smallest coin adds, or takes away. */
export interface AdjustmentLine {
  readonly kind: 'adjustment';
  readonly cost: string;
}

/** Usage at one price and tier; time that the metering policy added has a line of its own. */
export interface UsageLine {
  readonly kind: 'usage';
  readonly meter: Meter;
  readonly skuPriceId: string;
  readonly surplus: boolean;
  readonly quantity: string;
  readonly unit: PricingUnit;
  readonly listPrice: string;
  readonly contractedPrice: string;
  readonly tier: number;
  readonly cost: string;
  /** Of the usage total, 0 to 1, to nine decimals. */
  readonly share: string;
  /** Ids of usage rows. */
  readonly rows: readonly string[];
}

interface ChargedRow {
  readonly row: NamedRow;
  readonly charge: Charge;
}

/**
 * The invoices of all charged rows, by org and then by month.
 *
 *   usage 0.0680373958347, half up to cents -> payable 0.07, rounding 0.0019626041653
 */
export function invoicesOf(rows: readonly NamedRow[], book: PriceBook, horizon: Horizon): Invoice[] {
  const charged = rows.flatMap((row) => (row.charge === null ? [] : [{ row, charge: row.charge }]));
  const groups = grouped(charged, ({ row }) => JSON.stringify([row.series.org, isoFromInstant(row.periodAt)]));
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => invoice(group, book, horizon));
}

function invoice(rows: readonly [ChargedRow, ...ChargedRow[]], book: PriceBook, horizon: Horizon): Invoice {
  const { series, periodAt } = rows[0].row;
  const period = isoFromInstant(periodAt).slice(0, 7);
  const total = costOf(rows);
  const { rounding } = book.invoice;
  const payable = rounding === 'none' ? total : rounded(total, minorDigits(book.currency), rounding);
  const groups = grouped(rows, ({ row, charge }) => JSON.stringify([row.series.meter, charge.price.id, row.surplus]));
  const lines = [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    id: `INV-${series.org}-${period}`,
    org: series.org,
    period,
    partial: horizon.start > periodAt || horizon.end < nextMonthStart(periodAt),
    lines: lines.map(([, group]) => line(group, total)),
    usageTotal: formatDecimal(total),
    credits: formatDecimal(zero),
    tax: formatDecimal(zero),
    rounding: formatDecimal(minus(payable, total)),
    payable: formatDecimal(payable),
  };
}

function line(rows: readonly [ChargedRow, ...ChargedRow[]], total: Decimal): UsageLine {
  const { row, charge } = rows[0];
  const cost = costOf(rows);
  return {
    kind: 'usage',
    meter: row.series.meter,
    skuPriceId: charge.price.id,
    surplus: row.surplus,
    quantity: formatDecimal(rows.reduce((sum, one) => plus(sum, one.charge.quantity), zero)),
    unit: charge.sku.unit,
    listPrice: formatDecimal(charge.price.list),
    contractedPrice: formatDecimal(charge.price.contracted),
    tier: charge.tier,
    cost: formatDecimal(cost),
    share: formatDecimal(shareOf(cost, total)),
    rows: rows.map((one) => one.row.id),
  };
}

function costOf(rows: readonly ChargedRow[]): Decimal {
  return rows.reduce((sum, { charge }) => plus(sum, charge.cost), zero);
}

function shareOf(part: Decimal, total: Decimal): Decimal {
  if (total.coefficient === 0n) return zero;
  const scale = Math.max(part.scale, total.scale);
  const whole = (value: Decimal): bigint => plus(value, { coefficient: 0n, scale }).coefficient;
  return ratioToNine(whole(part), whole(total));
}
