/**
 * The parts of `bill.json` that a recount can judge, as they are in the file: every amount a decimal text.
 */
import { Figures, type Sections, type Values } from './figures.ts';
import { type Fraction, fractionFromText } from './fraction.ts';
import { nameOf } from './series.ts';
import type { Grain } from './tally.ts';

export interface Billed {
  /** How fine the ledger was. */
  readonly grain: Grain;
  readonly assumptions: { readonly [name: string]: unknown };
  readonly totals: readonly BilledTotal[];
  readonly usage: readonly BilledRow[];
  readonly invoices: readonly BilledInvoice[];
}

export interface BilledTotal {
  readonly meter: string;
  readonly quantity: string;
  readonly surplus: string;
  readonly base: string;
}

export interface BilledRow {
  readonly org: string;
  readonly gvc: string;
  readonly resource: string;
  readonly workloadType: string | null;
  readonly location: string;
  readonly provider: string;
  readonly locationType: string;
  readonly container: string | null;
  readonly volumeIndex: number | null;
  readonly performanceClass: string | null;
  readonly meter: string;
  /** The month, or the first day of what is none; at a finer grain it begins with the month. */
  readonly period: string;
  readonly quantity: string;
  readonly surplus: string;
  readonly pricingQuantity: string | null;
  readonly skuPriceId: string | null;
  readonly listCost: string | null;
  readonly cost: string | null;
}

export interface BilledInvoice {
  readonly id: string;
  readonly lines: readonly BilledLine[];
  readonly usageTotal: string;
  readonly credits: string;
  readonly tax: string;
  readonly rounding: string;
  readonly payable: string;
}

export type BilledLine =
  | BilledUsageLine
  | { readonly kind: 'credit'; readonly id: string; readonly cost: string }
  | { readonly kind: 'tax'; readonly id: string; readonly rate: string; readonly cost: string }
  | { readonly kind: 'adjustment'; readonly cost: string };

export interface BilledUsageLine {
  readonly kind: 'usage';
  readonly meter: string;
  readonly skuPriceId: string;
  readonly surplus: boolean;
  readonly quantity: string;
  readonly listPrice: string;
  readonly contractedPrice: string;
  readonly tier: number;
  readonly cost: string;
  readonly share: string;
}

/** The figures of a bill; rows that differ in tags alone are one. */
export function sectionsOfBill(bill: Billed): Sections {
  return { rows: rowsOf(bill), totals: totalsOf(bill), invoices: invoicesOf(bill) };
}

/** What usage rows are called: series and month, then the price. */
export function rowName(series: string, priceId: string | null): string {
  return `${series} at ${priceId ?? 'no price'}`;
}

/** What an invoice's line is called. */
export function lineName(invoice: string, meter: string, priceId: string, surplus: boolean): string {
  return `${invoice} ${meter} at ${priceId}${surplus ? ' surplus' : ''}`;
}

/** What a series in a month is called. */
export function seriesMonth(key: string, month: string): string {
  return `${key} in ${month}`;
}

function rowsOf({ usage, assumptions }: Billed): Figures {
  const letters = assumptions['billing.period'] === 'utcMonth' ? 'yyyy-mm'.length : 'yyyy-mm-dd'.length;
  const figures = new Figures();
  for (const row of usage) {
    const key = nameOf(row, row.surplus !== '0.0');
    const series = seriesMonth(key, row.period.slice(0, letters));
    const values = {
      quantity: fractionFromText(row.quantity),
      surplus: fractionFromText(row.surplus),
      pricingQuantity: read(row.pricingQuantity),
      listCost: read(row.listCost),
      cost: read(row.cost),
    };
    figures.add(rowName(series, row.skuPriceId), values, series);
  }
  return figures;
}

function totalsOf({ totals }: Billed): Figures {
  const figures = new Figures();
  for (const { meter, base, quantity, surplus } of totals) {
    const values = {
      base: fractionFromText(base),
      quantity: fractionFromText(quantity),
      surplus: fractionFromText(surplus),
    };
    figures.add(meter, values);
  }
  return figures;
}

function invoicesOf({ invoices }: Billed): Figures {
  const figures = new Figures();
  for (const { id, lines, usageTotal, credits, tax, rounding, payable } of invoices) {
    figures.add(id, readAll({ usageTotal, credits, tax, rounding, payable }));
    for (const line of lines) figures.add(nameOfLine(id, line), valuesOf(line));
  }
  return figures;
}

function nameOfLine(invoice: string, line: BilledLine): string {
  switch (line.kind) {
    case 'usage':
      return lineName(invoice, line.meter, line.skuPriceId, line.surplus);
    case 'credit':
    case 'tax':
      return `${invoice} ${line.kind} ${line.id}`;
    case 'adjustment':
      return `${invoice} adjustment`;
  }
}

function valuesOf(line: BilledLine): Values {
  if (line.kind === 'tax') return readAll({ rate: line.rate, cost: line.cost });
  if (line.kind !== 'usage') return readAll({ cost: line.cost });
  const { quantity, listPrice, contractedPrice, tier, cost, share } = line;
  return readAll({ quantity, listPrice, contractedPrice, tier: String(tier), cost, share });
}

function readAll(texts: { readonly [figure: string]: string }): Values {
  return Object.fromEntries(Object.entries(texts).map(([figure, text]) => [figure, fractionFromText(text)]));
}

function read(text: string | null): Fraction | null {
  return text === null ? null : fractionFromText(text);
}
