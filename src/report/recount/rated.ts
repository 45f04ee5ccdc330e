/**
 * Recounted sums at their prices: what the usage rows of the bill ought to say.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Month } from './calendar.ts';
import { difference, type Fraction, product } from './fraction.ts';
import { consumedOf, pricedOf } from './meter.ts';
import { entryOf, fractionOf, skuOf } from './price.ts';
import type { Series } from './series.ts';
import type { Sum } from './tally.ts';
import { type Measured, type Part, partsOf } from './tiered.ts';

/** Usage of one series, one month, one price and one of its tiers; surplus apart. */
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
  readonly tier: number;
  readonly list: Fraction;
  readonly contracted: Fraction;
  readonly quantity: Fraction;
  readonly listCost: Fraction;
  /** What counts: at the contracted price. */
  readonly cost: Fraction;
}

interface Rating {
  readonly book: Pick<PriceBook, 'skus'>;
  readonly charged: ReadonlySet<string>;
  /** What is charged on own clusters. */
  readonly byok: Assumptions['billing.byok'];
  /** Before it nothing is priced. */
  readonly start: Instant;
}

/**
 * Rates sums in their order. Quantities that need rounding are rounded as sums from the start of their month, so parts
 * add up to the whole:
 *   0.5, 0.5 and 0.5 units of the ninth decimal -> 1, 0 and 1
 */
export function rate(sums: readonly Sum[], { book, charged, byok, start }: Rating): Rated[] {
  let soFar: { readonly last: Sum; readonly base: bigint } | null = null;
  const free: Rated[] = [];
  const measured: Measured[] = [];
  for (const one of sums) {
    const { series, month, base, surplus } = one;
    const before: bigint = soFar !== null && isSameMonth(soFar.last, one) ? soFar.base : 0n;
    soFar = { last: one, base: before + base };
    const consumed = consumedOf(series.meter, base);
    const sku = charged.has(series.meter) && isCharged(series, byok) ? skuOf(book, series) : null;
    const entry = sku === null ? null : entryOf(sku, Math.max(one.from, start));
    if (sku === null || entry === null) {
      free.push({ series, surplus, month, quantity: consumed, charge: null });
      continue;
    }
    const priced = (upTo: bigint): Fraction => pricedOf(series.meter, sku.unit, upTo, month);
    const quantity = difference(priced(before + base), priced(before));
    const earlier = { consumed: consumedOf(series.meter, before), quantity: priced(before) };
    measured.push({ sum: one, sku, entry, consumed, quantity, before: earlier });
  }
  return [...free, ...partsOf(measured).map(ratedPart)];
}

function isCharged({ locationType, meter }: Series, byok: Rating['byok']): boolean {
  if (locationType !== 'byok') return true;
  return byok === 'sameMeters' || (byok === 'replicaTimeOnly' && meter === 'replica-time');
}

function isSameMonth(a: Sum, b: Sum): boolean {
  return a.key === b.key && a.month.from === b.month.from;
}

function ratedPart({ sum: { series, surplus, month }, entry, tier, consumed, quantity }: Part): Rated {
  const price = entry.tiers[tier];
  if (price === undefined) throw new Error(`no tier ${tier}`);
  const [list, contracted] = [fractionOf(price.list), fractionOf(price.contracted)];
  const costs = { listCost: product(list, quantity), cost: product(contracted, quantity) };
  const charge = { priceId: price.id, tier, list, contracted, quantity, ...costs };
  return { series, surplus, month, quantity: consumed, charge };
}
