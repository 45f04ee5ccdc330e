/**
 * Whether a bill says what its journal says: every quantity, cost, total and invoice, to the last unit and digit.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { type Billed, sectionsOfBill, seriesMonth } from './billed.ts';
import type { Figures } from './figures.ts';
import { type Fraction, textOf } from './fraction.ts';
import type { Recount } from './recount.ts';
import { sectionsOfRecount } from './recounted.ts';
import type { Sum } from './tally.ts';

/** A figure on which the journal and the bill do not agree. */
export interface Difference {
  /** A column of the bill: `quantity`, `cost`, `payable`. */
  readonly figure: string;
  /** A series with its month and price, a meter, an invoice or a line of one. */
  readonly of: string;
  /** null: there is no such thing, or it has no price. */
  readonly recounted: string | null;
  readonly billed: string | null;
  /**
   * The first journal numbers that touch the series in this month, rising; empty where none does, or the figure is of
   * many series.
   */
  readonly entries: readonly number[];
}

/**
 * Where a bill departs from its journal: usage rows first, in the order of series, then totals, then invoices; empty
 * where they agree.
 *
 * Tags are not compared, since the journal does not name them: rows that differ in tags alone count as one.
 *
 * @param recount has heard the whole journal
 * @param bill as in `bill.json`
 * @param book the one that the recount was given, or another with the same dates and metering, and tiers for the same
 * meters
 * @param horizon `end` excluded
 */
export function compareWithBill(
  recount: Recount,
  bill: Billed,
  book: PriceBook,
  horizon: { readonly start: Instant; readonly end: Instant },
): Difference[] {
  const recounted = sectionsOfRecount(recount, book, horizon, bill.grain);
  const billed = sectionsOfBill(bill);
  const entries = entriesBySeries(recount.series(horizon.end));
  return (['rows', 'totals', 'invoices'] as const).flatMap((section) =>
    differencesOf(recounted[section], billed[section], entries),
  );
}

function differencesOf(
  recounted: Figures,
  billed: Figures,
  entries: ReadonlyMap<string, readonly number[]>,
): Difference[] {
  const names = [...new Set([...recounted.parts.keys(), ...billed.parts.keys()])].sort();
  return names.flatMap((of) => {
    const ours = recounted.parts.get(of);
    const theirs = billed.parts.get(of);
    const series = ours?.series ?? theirs?.series ?? '';
    return Object.keys(ours?.values ?? theirs?.values ?? {}).flatMap((figure) => {
      const found = { recounted: written(ours?.values[figure]), billed: written(theirs?.values[figure]) };
      if (found.recounted === found.billed) return [];
      return [{ figure, of, ...found, entries: entries.get(series) ?? [] }];
    });
  });
}

function written(value: Fraction | null | undefined): string | null {
  return value == null ? null : textOf(value);
}

function entriesBySeries(sums: readonly Sum[]): ReadonlyMap<string, readonly number[]> {
  const entries = new Map<string, readonly number[]>();
  for (const { key, month, entries: own } of sums) {
    const name = seriesMonth(key, month.name);
    entries.set(
      name,
      [...new Set([...(entries.get(name) ?? []), ...own])].sort((a, b) => a - b),
    );
  }
  return entries;
}
