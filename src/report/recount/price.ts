/**
 * What a series costs: the entry of the book that fits it most closely, and its price on a date.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Fraction } from './fraction.ts';
import type { Series } from './series.ts';

export type Sku = PriceBook['skus'][number];
export type Entry = Sku['prices'][number];
export type Price = Entry['tiers'][number];

/** The SKU that names most about a series and nothing that it is not; null where there is none, or two are as close. */
export function skuOf(book: Pick<PriceBook, 'skus'>, series: Series): Sku | null {
  const keysOf = (sku: Sku): number => Object.keys(sku.match).length;
  const fitting = book.skus.filter((sku) => sku.meter === series.meter && fits(sku, series));
  const most = fitting.reduce((keys, sku) => Math.max(keys, keysOf(sku)), 0);
  const [closest, other] = fitting.filter((sku) => keysOf(sku) === most);
  return closest === undefined || other !== undefined ? null : closest;
}

function fits({ match }: Sku, series: Series): boolean {
  const { locationType, provider, location, workloadType, performanceClass, org, gvc, container } = series;
  const known = { locationType, provider, location, workloadType, performanceClass, org, gvc, container };
  return Object.entries(known).every(([key, value]) => {
    const wanted = match[key as keyof typeof known];
    return wanted === undefined || wanted === value;
  });
}

/** What holds at an instant; null where nothing does. */
export function entryOf(sku: Sku, at: Instant): Entry | null {
  return sku.prices.find(({ from, until }) => at >= from && at < (until ?? Number.POSITIVE_INFINITY)) ?? null;
}

/** Whether the price of some usage may depend on what was used before it. */
export function hasTiers(sku: Sku): boolean {
  return sku.prices.some(({ tiers }) => tiers.length > 1);
}

/** A number of the book as a fraction. */
export function fractionOf({ coefficient, scale }: Price['list']): Fraction {
  return { top: coefficient, bottom: BigInt(`1${'0'.repeat(scale)}`) };
}
