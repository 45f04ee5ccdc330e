/**
 * Rating: exact costs from the ledger's whole numbers, without floats and without rounding a row's cost.
 */

import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { inRatingOrder } from './cellOrder.ts';
import type { Grain } from './cells.ts';
import { CourseRows } from './courseRows.ts';
import type { LedgerCell } from './ledger.ts';
import { type PeriodKind, periodAt } from './period.ts';
import { PriceLookup } from './priceLookup.ts';
import type { PriceBook } from './prices.ts';
import type { RatedRow } from './ratedRow.ts';
import { compareUntagged } from './series.ts';
import { SeriesCourse } from './seriesCourse.ts';
import { tierEnds } from './tiers.ts';

/** Simulated time. */
export interface Horizon {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
}

export interface RatingInput {
  readonly cells: readonly LedgerCell[];
  readonly book: PriceBook;
  /** Meters that are charged (`chargedMeters`). */
  readonly charged: readonly string[];
  /** Which meters are charged on the org's own clusters. */
  readonly byok: Assumptions['billing.byok'];
  readonly period: PeriodKind;
  readonly horizon: Horizon;
  /** The stretch of a row: a billing period (`month`), a day or an hour. */
  readonly rowsPer: Grain;
}

/**
 * Rates cells: one row per series, stretch, price and tier, in the order of series, surplus, time, tier.
 *
 * Quantities in hours or months are rounded to nine decimals along the series (ignoring tags), from the start of each
 * billing period: a row gets `round(sum up to its end) - round(sum up to its start)`, half up, so that rows are never
 * negative and add up to the rounded sum.
 *   three hours of 700 Core-Seconds -> 0.194444444, 0.194444445, 0.194444444 Core-Hours
 *
 * Tiers are counted cell by cell: by time, and at one time in the order of series, surplus, tags. So they are counted
 * by the hour as long as the ledger holds hours. `rowsPer` changes nothing. A coarser ledger changes whose units are in
 * which tier, but not how many.
 *
 * A series without a price, or with two equal matches, is a finding, and its rows have no charge.
 */
export function rate(input: RatingInput): { readonly rows: RatedRow[]; readonly findings: Finding[] } {
  const book = new PriceLookup(input);
  const rows = rowsByCourse(input, book).flatMap((course) => course.takeAll());
  return { rows, findings: book.findings() };
}

/** The rows of `rate`, by course: to be taken one stretch after the other, as there may be a million of them. */
export function rowsByCourse(input: RatingInput, book: PriceLookup = new PriceLookup(input)): CourseRows[] {
  const courses = coursesOf(inRatingOrder(input.cells), input, book);
  const ends = tierEnds(courses);
  return courses.map((course) => new CourseRows(course, ends, input.rowsPer));
}

/** One course for each series and billing period, with surplus separate. */
function coursesOf(
  cells: readonly LedgerCell[],
  { period: kind, horizon }: RatingInput,
  book: PriceLookup,
): SeriesCourse[] {
  const courses: SeriesCourse[] = [];
  for (const [index, cell] of cells.entries()) {
    let course = courses.at(-1);
    if (course === undefined || !goesOn(course, cell)) {
      course = new SeriesCourse(cells, index, periodAt(kind, horizon, cell.from), book.skuOf(cell.series));
      courses.push(course);
    }
    course.take(course.sku === null ? null : book.entryOf(course.sku, cell, horizon));
  }
  return courses;
}

/** Whether cumulative rounding continues to a cell: the same series and billing period. */
function goesOn({ series, surplus, period }: SeriesCourse, cell: LedgerCell): boolean {
  if (cell.surplus !== surplus || (cell.series !== series && compareUntagged(cell.series, series) !== 0)) return false;
  return cell.from < period.end;
}
