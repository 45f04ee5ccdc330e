/**
 * Why the cost of an item differs from the day before: a different price or a different quantity.
 */

import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { moneyText, shortNumber } from '../../report/words/format.ts';
import type { Shift } from '../view/days.ts';

/** `cpu.reserved-cpu/2027-01-01T00:00:00Z/t1`: the SKU, when the price becomes effective, and its tier. */
interface PriceId {
  readonly sku: string;
  readonly from: string;
  readonly tier: number;
}

/**
 * The change of the price, in words; '' if the prices are the same.
 *   `tier 1 is reached: 0.06 per GB-Month (before: 0.08 per GB-Month)`, `the price from 2027-02-01 applies`,
 *   `tiers restart with the new month, at tier 0`
 */
export function priceCause({ rows }: Pick<Shift, 'rows'>): string {
  const [before, after] = [pricesOf(rows.before), pricesOf(rows.after)];
  const fresh = [...after].filter(([id]) => !before.has(id));
  if (before.size === 0 || after.size === 0) return '';
  if (fresh.length === 0) {
    const gone = [...before].filter(([id]) => !after.has(id));
    const [left] = [...after];
    if (gone.length === 0 || left === undefined) return '';
    return `all usage is now in ${tierText(left[0])}: ${priced(left)}`;
  }
  return fresh
    .map((one) => {
      const own = idOf(one[0]);
      const last = [...before.keys()].map(idOf);
      if (last.every(({ sku }) => sku !== own.sku))
        return `the price of another SKU applies, ${own.sku}: ${priced(one)}`;
      if (last.every(({ from }) => from !== own.from))
        return `the price from ${own.from.slice(0, 10)} applies: ${priced(one)}`;
      const was = Math.max(...last.map(({ tier }) => tier));
      return own.tier > was
        ? `tier ${own.tier} is reached: ${priced(one)} (before: ${[...before].map(priced).join(', ')})`
        : `tiers restart with the new month, at tier ${own.tier}: ${priced(one)}`;
    })
    .join('; ');
}

/** The change of the quantity: `1.29 → 2.58 GB-Months`; '' if it is the same. */
export function quantityCause({ rows }: Pick<Shift, 'rows'>): string {
  const [before, after] = [quantityOf(rows.before), quantityOf(rows.after)];
  const unit = [...rows.after, ...rows.before][0]?.pricingUnit ?? '';
  const texts = [before, after].map((value) => shortNumber(Number(formatDecimal(value)), 4));
  return texts[0] === texts[1] ? '' : `${texts[0]} → ${texts[1]} ${unit}`;
}

/** The rows of each price id. */
function pricesOf(rows: readonly UsageRow[]): ReadonlyMap<string, readonly UsageRow[]> {
  const prices = new Map<string, UsageRow[]>();
  for (const row of rows) {
    if (row.skuPriceId === null || quantityOf([row]).coefficient === 0n) continue;
    prices.set(row.skuPriceId, [...(prices.get(row.skuPriceId) ?? []), row]);
  }
  return prices;
}

function idOf(text: string): PriceId {
  const [sku = '', from = '', tier = 't0'] = text.split('/');
  return { sku, from, tier: Number(tier.slice(1)) };
}

function tierText(id: string): string {
  return `tier ${idOf(id).tier}`;
}

/** `0.06 per GB-Month`: the cost of the rows divided by their quantity. */
function priced([, rows]: readonly [string, readonly UsageRow[]]): string {
  const quantity = Number(formatDecimal(quantityOf(rows)));
  const cost = rows.reduce((sum, row) => sum + Number(row.cost ?? 0), 0);
  const unit = rows[0]?.pricingUnit ?? '';
  const price = moneyText(amount((cost / quantity).toFixed(6)), 6)
    .replace(/0+$/, '')
    .replace(/\.$/, '');
  return `${price} per ${unit.replace(/s$/, '')}`;
}

function quantityOf(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { pricingQuantity }) => plus(sum, amount(pricingQuantity ?? '0.0')), zero);
}
