/**
 * Computes the cost formula of a usage row: consumed quantity, pricing quantity, unit price, tier.
 */

import { monthStart, nextMonthStart, second } from '../../engine/time.ts';
import {
  compare,
  type Decimal,
  formatDecimal,
  fromBigInt,
  plus,
  quotientToNine,
  times,
  zero,
} from '../../platform/metering/decimal.ts';
import { isExactUnit } from '../../platform/metering/meters.ts';
import type { Bill, Invoice, UsageLine, UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import { stretchOf } from '../bill/rowStretch.ts';

/** Exact decimals as text, each as the bill has it. */
export interface Formula {
  readonly consumed: string;
  readonly consumedUnit: string;
  /** How many consumed units are one pricing unit. */
  readonly divisor: string;
  /**
   * The quotient to nine decimals by itself; the pricing quantity may differ from it in the last one, as rounding runs
   * on along the series.
   */
  readonly quotient: string;
  readonly pricingQuantity: string;
  readonly pricingUnit: string;
  readonly skuPriceId: string;
  readonly listPrice: string;
  readonly contractedPrice: string;
  readonly tier: number;
  /** Which units are in the tier; null where the price has none. */
  readonly bounds: NonNullable<UsageLine['bounds']> | null;
  /**
   * What is counted together in the billing period, at the first units in the tier at this price and after the last
   * ones; null where there are no tiers.
   */
  readonly counter: Counter | null;
  readonly listCost: string;
  readonly cost: string;
}

/** A line of an invoice with its place in it, from 1. */
export interface PlacedLine {
  readonly invoice: Invoice;
  readonly number: number;
  readonly line: UsageLine;
}

/** The invoice line of a row; null if the row is not charged. */
export function lineOfRow({ id }: UsageRow, { invoices }: Bill): PlacedLine | null {
  for (const invoice of invoices) {
    const index = invoice.lines.findIndex((line) => line.kind === 'usage' && line.rows.includes(id));
    const line = invoice.lines[index];
    if (line?.kind === 'usage') return { invoice, number: index + 1, line };
  }
  return null;
}

/** The formula of a row; null if the row is not charged. */
export function formulaOf(row: UsageRow, bill: Bill, placed: PlacedLine | null): Formula | null {
  const { pricingQuantity, pricingUnit, skuPriceId, listCost, cost, quantity, unit } = row;
  if (pricingQuantity === null || pricingUnit === null || skuPriceId === null || cost === null || placed === null) {
    return null;
  }
  const divisor = isExactUnit(pricingUnit) ? 1n : pricingUnit.endsWith('-Hours') ? 3_600n : monthSeconds(row, bill);
  const quotient = divisor === 1n ? amount(quantity) : quotientToNine(amount(quantity), fromBigInt(divisor));
  const { listPrice, contractedPrice, tier, bounds = null } = placed.line;
  return {
    consumed: quantity,
    consumedUnit: unit,
    divisor: divisor.toString(),
    quotient: formatDecimal(quotient),
    pricingQuantity,
    pricingUnit,
    skuPriceId,
    listPrice,
    contractedPrice,
    tier,
    bounds,
    counter: bounds === null ? null : counterOf(row, bill, placed.invoice, bounds),
    listCost: listCost ?? formatDecimal(times(amount(listPrice), amount(pricingQuantity))),
    cost,
  };
}

interface Counter {
  readonly before: string;
  readonly after: string;
}

/**
 * What earlier prices of the SKU have counted, or the bound below where that is more; then with all that is counted
 * together with the row at its price.
 */
function counterOf(row: UsageRow, { usage }: Bill, { lines }: Invoice, { above, scope }: TierBounds): Counter {
  const { sku, from } = priceOf(row);
  const ids = new Set(lines.flatMap((line) => (line.kind === 'usage' ? line.rows : [])));
  const own = usage.filter((one) => ids.has(one.id) && priceOf(one).sku === sku && isTogether(one, row, scope));
  const sum = (rows: readonly UsageRow[]): Decimal =>
    rows.reduce((all, { pricingQuantity }) => plus(all, amount(pricingQuantity ?? '0')), zero);
  const earlier = sum(own.filter((one) => priceOf(one).from < from));
  const bound = amount(above);
  const before = compare(earlier, bound) > 0 ? earlier : bound;
  const inTier = sum(own.filter(({ skuPriceId }) => skuPriceId === row.skuPriceId));
  return { before: formatDecimal(before), after: formatDecimal(plus(before, inTier)) };
}

type TierBounds = NonNullable<UsageLine['bounds']>;

/** Whether the units of two rows of an invoice and SKU are counted together. */
function isTogether(a: UsageRow, b: UsageRow, scope: TierBounds['scope']): boolean {
  if (scope === 'org') return true;
  return a.gvc === b.gvc && (scope === 'gvc' || a.resource === b.resource);
}

/** Parts of `cpu.reserved-cpu/2027-01-01T00:00:00Z/t0`; dates of one form are in order as texts are. */
function priceOf({ skuPriceId }: UsageRow): { readonly sku: string; readonly from: string } {
  const [sku = '', from = ''] = (skuPriceId ?? '').split('/');
  return { sku, from };
}

/** Of the UTC month, or of 30 days where billing periods are none. */
function monthSeconds(row: UsageRow, bill: Bill): bigint {
  if (bill.assumptions['billing.period'] !== 'utcMonth') return 2_592_000n;
  const { from } = stretchOf(row, bill);
  return BigInt((nextMonthStart(from) - monthStart(from)) / second);
}
