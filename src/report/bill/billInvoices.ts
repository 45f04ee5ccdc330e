/**
 * Invoices: one for each org and billing period, its usage grouped by price, credits and taxes, its total rounded once.
 */

import { grouped } from '../../engine/grouped.ts';
import { isoFromInstant } from '../../engine/time.ts';
import { minorDigits } from '../../platform/metering/currency.ts';
import {
  type Decimal,
  formatDecimal,
  isZero,
  minus,
  plus,
  ratioToNine,
  rounded,
  times,
  zero,
} from '../../platform/metering/decimal.ts';
import { type PeriodKind, periodAt } from '../../platform/metering/period.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Charge } from '../../platform/metering/ratedRow.ts';
import type { Horizon } from '../../platform/metering/rating.ts';
import { compareText } from '../../platform/metering/series.ts';
import type { Invoice, NamedRow, UsageLine } from './billDocument.ts';
import { CreditBalances } from './creditBalances.ts';

interface ChargedRow {
  readonly row: NamedRow;
  readonly charge: Charge;
}

/**
 * The invoices of all charged rows, by org and then by period: usage, then credits, then taxes on what they leave, then
 * rounding.
 *
 *   usage 0.0680373958347, half up to cents -> payable 0.07, rounding 0.0019626041653
 *   usage 60, a credit of 25, tax 0.20      -> 60 - 25 = 35, tax 7, payable 42
 */
export function invoicesOf(
  rows: readonly NamedRow[],
  book: PriceBook,
  horizon: Horizon,
  periods: PeriodKind,
): Invoice[] {
  const charged = rows.flatMap((row) => (row.charge === null ? [] : [{ row, charge: row.charge }]));
  const groups = grouped(charged, ({ row }) => JSON.stringify([row.series.org, isoFromInstant(row.periodAt)]));
  const credits = new CreditBalances(book.credits);
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => invoice(group, { book, horizon, periods, credits }));
}

interface Settling {
  readonly book: PriceBook;
  readonly horizon: Horizon;
  readonly periods: PeriodKind;
  /** What earlier invoices have left of them. */
  readonly credits: CreditBalances;
}

function invoice(rows: readonly [ChargedRow, ...ChargedRow[]], { book, horizon, periods, credits }: Settling): Invoice {
  const { series, periodAt: startsAt } = rows[0].row;
  const { org } = series;
  const { name: period, start, end } = periodAt(periods, horizon, startsAt);
  const usageTotal = costOf(rows);
  const from = Math.max(start, horizon.start);
  const until = Math.min(end, horizon.end);
  const used = credits.take(org, { from, until }, usageTotal);
  const rest = plus(usageTotal, total(used));
  const taxes = book.tax.filter((tax) => tax.org === org).map((tax) => ({ ...tax, cost: times(tax.rate, rest) }));
  const exact = plus(rest, total(taxes));
  const { rounding } = book.invoice;
  const digits = minorDigits(book.currency);
  const payable = rounding === 'none' ? exact : rounded(exact, digits, rounding);
  const adjustment = minus(payable, exact);
  const groups = grouped(rows, ({ row, charge }) => JSON.stringify([row.series.meter, charge.price.id, row.surplus]));
  const usage = [...groups.values()].sort(byMeterAndPrice).map((group) => line(group, usageTotal));
  return {
    id: `INV-${org}-${period}`,
    org,
    period,
    partial: horizon.start > start || horizon.end < end,
    lines: [
      ...usage,
      ...used.map(({ id, cost, before }) => {
        const balance = { before: formatDecimal(before), after: formatDecimal(plus(before, cost)) };
        return { kind: 'credit' as const, id, cost: formatDecimal(cost), balance };
      }),
      ...taxes.map(({ id, rate, cost }) => {
        return {
          kind: 'tax' as const,
          id,
          rate: formatDecimal(rate),
          cost: formatDecimal(cost),
          base: formatDecimal(rest),
        };
      }),
      ...(isZero(adjustment) || rounding === 'none'
        ? []
        : [
            {
              kind: 'adjustment' as const,
              cost: formatDecimal(adjustment),
              exact: formatDecimal(exact),
              rounding,
              digits,
            },
          ]),
    ],
    usageTotal: formatDecimal(usageTotal),
    credits: formatDecimal(total(used)),
    tax: formatDecimal(total(taxes)),
    rounding: formatDecimal(adjustment),
    payable: formatDecimal(payable),
  };
}

function byMeterAndPrice(
  [a]: readonly [ChargedRow, ...ChargedRow[]],
  [b]: readonly [ChargedRow, ...ChargedRow[]],
): number {
  return (
    compareText(a.row.series.meter, b.row.series.meter) ||
    compareText(entryOf(a), entryOf(b)) ||
    a.charge.tier - b.charge.tier ||
    Number(a.row.surplus) - Number(b.row.surplus)
  );
}

/** A price's id without its tier. */
function entryOf({ charge }: ChargedRow): string {
  return charge.price.id.slice(0, charge.price.id.lastIndexOf('/'));
}

function total(lines: readonly { readonly cost: Decimal }[]): Decimal {
  return lines.reduce((sum, { cost }) => plus(sum, cost), zero);
}

function line(rows: readonly [ChargedRow, ...ChargedRow[]], usageTotal: Decimal): UsageLine {
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
    ...boundsOf(charge),
    cost: formatDecimal(cost),
    share: formatDecimal(shareOf(cost, usageTotal)),
    rows: rows.map((one) => one.row.id),
  };
}

function boundsOf({ sku, price, tier }: Charge): Pick<UsageLine, 'bounds'> {
  const tiers = sku.prices.find((entry) => entry.tiers.includes(price))?.tiers ?? [];
  if (tiers.length < 2) return {};
  const { upTo } = price;
  const above = formatDecimal(tiers[tier - 1]?.upTo ?? zero);
  return { bounds: { above, upTo: upTo === null ? null : formatDecimal(upTo), scope: sku.tierScope } };
}

function costOf(rows: readonly ChargedRow[]): Decimal {
  return rows.reduce((sum, { charge }) => plus(sum, charge.cost), zero);
}

function shareOf(part: Decimal, all: Decimal): Decimal {
  if (isZero(all)) return zero;
  const scale = Math.max(part.scale, all.scale);
  const whole = (value: Decimal): bigint => plus(value, { coefficient: 0n, scale }).coefficient;
  return ratioToNine(whole(part), whole(all));
}
