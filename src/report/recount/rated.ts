/**
 * Recounted sums at their prices: what the usage rows of the bill ought to say.
 */
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/pricebook.ts';
import type { Month } from './calendar.ts';
import { difference, type Fraction, product } from './fraction.ts';
import { consumedOf, pricedOf } from './meter.ts';
import { fractionOf, type Price, priceOf, skuOf } from './price.ts';
import type { Series } from './series.ts';
import type { Sum } from './tally.ts';

/** Usage of one series, one month and one price; surplus apart. */
export interface Rated {
  readonly series: Series;
  readonly surplus: boolean;
  readonly month: Month;
  readonly quantity: Fraction;
  /** null where nothing is charged for it, or no price holds. */
  readonly charge: Charge | null;
}

export interface Charge {
  readonly priceId: string;
  readonly quantity: Fraction;
  readonly listCost: Fraction;
  /** What counts: at the contracted price. */
  readonly cost: Fraction;
}

interface Rating {
  readonly book: Pick<PriceBook, 'skus'>;
  readonly charged: readonly string[];
  /** Before it nothing is priced. */
  readonly start: Instant;
}

/**
 * Rates sums in their order. Quantities that need rounding are rounded as sums from the start of their month, so parts add up to the whole:
 *   0.5, 0.5 and 0.5 units of the ninth decimal -> 1, 0 and 1
 */
export function rate(sums: readonly Sum[], { book, charged, start }: Rating): Rated[] {
  let soFar: { readonly last: Sum; readonly base: bigint } | null = null;
  return sums.map((one) => {
    const { series, month, base, surplus } = one;
    const before: bigint = soFar !== null && isSameMonth(soFar.last, one) ? soFar.base : 0n;
    soFar = { last: one, base: before + base };
    const rated = { series, surplus, month, quantity: consumedOf(series.meter, base) };
    const sku = charged.includes(series.meter) ? skuOf(book, series) : null;
    const price = sku === null ? null : priceOf(sku, Math.max(one.from, start));
    if (sku === null || price === null) return { ...rated, charge: null };
    const priced = (upTo: bigint): Fraction => pricedOf(series.meter, sku.unit, upTo, month);
    return { ...rated, charge: chargeOf(price, difference(priced(before + base), priced(before))) };
  });
}

function isSameMonth(a: Sum, b: Sum): boolean {
  return a.key === b.key && a.month.from === b.month.from;
}

function chargeOf(price: Price, quantity: Fraction): Charge {
  const { id: priceId, list, contracted } = price;
  const listCost = product(fractionOf(list), quantity);
  return { priceId, quantity, listCost, cost: product(fractionOf(contracted), quantity) };
}
