/**
 * Which SKU prices a series, and which price applies at an instant.
 */

import { type Instant, shortIsoFromInstant } from '../../engine/time.ts';
import type { Finding } from '../../rules/finding.ts';
import { type Match, matchKeys, type PriceBook, type PriceEntry, type Sku } from './prices.ts';
import type { MeterSeries } from './series.ts';

/** A match without its absent keys. */
export function matchOf(given: { readonly [key in (typeof matchKeys)[number]]?: string | undefined } = {}): Match {
  return Object.fromEntries(matchKeys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

/** Whether two SKUs match exactly the same series. */
export function isSameMatch(a: Match, b: Match): boolean {
  return matchKeys.every((key) => a[key] === b[key]);
}

/**
 * The SKUs with the most keys among those that match a series: one if the book is clear, none if there is no price,
 * several for a tie.
 */
export function skusFor(book: PriceBook, series: MeterSeries): Sku[] {
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

/** The prices that apply at an instant; null in a gap. */
export function entryAt(sku: Sku, at: Instant): PriceEntry | null {
  return sku.prices.find(({ from, until }) => from <= at && (until === null || at < until)) ?? null;
}

/** Instants at which any price of the book begins or ends, rising: the ledger has to cut there. */
export function priceCuts(book: PriceBook): Instant[] {
  const bounds = book.skus.flatMap((sku) =>
    sku.prices.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
  );
  return [...new Set(bounds)].sort((a, b) => a - b);
}

/**
 * Stretches of the horizon in which an entry of the book has no price, each given at the price before or after it.
 *
 * @param horizon `end` excluded
 */
export function findGaps(book: PriceBook, horizon: { readonly start: Instant; readonly end: Instant }): Finding[] {
  const entries = new Map<number, Sku[]>();
  for (const sku of book.skus) entries.set(sku.index, [...(entries.get(sku.index) ?? []), sku]);
  // Meters of one entry share its prices.
  return [...entries.values()].flatMap(([sku, another]) => {
    if (sku === undefined) return [];
    const name = another === undefined ? sku.id : sku.id.slice(0, -sku.meter.length - 1);
    const findings: Finding[] = [];
    let priced = horizon.start;
    for (const [index, { from, until }] of [...sku.prices, { from: horizon.end, until: null }].entries()) {
      const gapUntil = Math.min(from, horizon.end);
      if (gapUntil > priced) {
        const isLast = index === sku.prices.length;
        findings.push({
          path: ['skus', sku.index, 'prices', isLast ? index - 1 : index, isLast ? 'until' : 'from'],
          rule: null,
          message: `gap: ${name} has no price from ${shortIsoFromInstant(priced)} until ${shortIsoFromInstant(gapUntil)}, while the run needs one; write "0" for a free meter`,
          severity: 'error',
        });
      }
      priced = Math.max(priced, until ?? horizon.end);
    }
    return findings;
  });
}
