/**
 * Which SKU prices a series, and which price holds at an instant.
 */
import type { Instant } from '../../engine/time.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { Finding } from '../finding.ts';
import type { Price, PriceBook, Sku } from './pricebook.ts';
import type { Series } from './series.ts';

const matchKeys = [
  'locationType',
  'provider',
  'location',
  'workloadType',
  'performanceClass',
  'org',
  'gvc',
  'container',
] as const satisfies readonly (keyof Series)[];

/** What a series must be for a SKU to price it; empty: any. */
export type Match = { readonly [key in (typeof matchKeys)[number]]?: string };

/** A match without the keys that were left out. */
export function matchOf(given: { readonly [key in (typeof matchKeys)[number]]?: string | undefined } = {}): Match {
  return Object.fromEntries(matchKeys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

/** Whether two SKUs could never be told apart. */
export function isSameMatch(a: Match, b: Match): boolean {
  return matchKeys.every((key) => a[key] === b[key]);
}

/**
 * The SKUs with the most keys among those that match a series: one where the book is clear, none where it has no price, several for a tie.
 */
export function skusFor(book: PriceBook, series: Series): Sku[] {
  let best: Sku[] = [];
  let most = -1;
  for (const sku of book.skus) {
    const keys = matchKeys.filter((key) => sku.match[key] !== undefined);
    if (sku.meter !== series.meter || keys.some((key) => sku.match[key] !== series[key])) continue;
    if (keys.length > most) best = [];
    if (keys.length >= most) best.push(sku);
    most = Math.max(most, keys.length);
  }
  return best;
}

/** The price that holds at an instant; null in a gap. */
export function priceAt(sku: Sku, at: Instant): Price | null {
  return sku.prices.find((price) => price.from <= at && (price.until === null || at < price.until)) ?? null;
}

/** Instants at which any price of the book begins or ends, rising: where the ledger has to cut. */
export function priceCuts(book: PriceBook): Instant[] {
  const bounds = book.skus.flatMap((sku) =>
    sku.prices.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
  );
  return [...new Set(bounds)].sort((a, b) => a - b);
}

/**
 * Stretches of the horizon in which a SKU has no price.
 *
 * @param horizon `end` excluded
 */
export function findGaps(book: PriceBook, horizon: { readonly start: Instant; readonly end: Instant }): Finding[] {
  return book.skus.flatMap((sku) => {
    const findings: Finding[] = [];
    let priced = horizon.start;
    for (const { from, until } of [...sku.prices, { from: horizon.end, until: null }]) {
      const gapUntil = Math.min(from, horizon.end);
      if (gapUntil > priced) {
        findings.push({
          path: ['skus', sku.index, 'prices'],
          rule: null,
          message: `gap: ${sku.id} has no price from ${isoFromInstant(priced)} until ${isoFromInstant(gapUntil)}`,
          severity: 'error',
        });
      }
      priced = Math.max(priced, until ?? horizon.end);
    }
    return findings;
  });
}
