/**
 * Rating: exact costs from the ledger's whole numbers, without floats and without rounding a row's cost.
 */

import { day, hour, type Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { inRatingOrder } from './cellOrder.ts';
import type { Grain } from './cells.ts';
import type { LedgerCell } from './ledger.ts';
import { type Period, type PeriodKind, periodAt } from './period.ts';
import { PriceLookup } from './priceLookup.ts';
import type { PriceBook } from './prices.ts';
import { type RatedRow, RowDraft, type RowKind } from './ratedRow.ts';
import { compareUntagged } from './series.ts';
import { type RatingPosition, SeriesCourse } from './seriesCourse.ts';
import { type TierEnd, type TierEnds, tierEnds } from './tiers.ts';

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
  const courses = coursesOf(inRatingOrder(input.cells), input, book);
  const ends = tierEnds(courses);
  const rows = courses.flatMap((course) => [...rowsOf(course, ends, input.rowsPer)]);
  return { rows, findings: book.findings() };
}

/**
 * The rows of `rate`, those of one stretch at a time, in order of time. Each row is made when its stretch comes and is
 * not kept: there may be a million of them.
 */
export function* rateInTime(input: RatingInput): Generator<readonly RatedRow[]> {
  const courses = coursesOf(inRatingOrder(input.cells), input, new PriceLookup(input));
  const ends = tierEnds(courses);
  const left = courses.map((course) => {
    const rows = rowsOf(course, ends, input.rowsPer);
    return { rows, next: nextOf(rows) };
  });
  for (;;) {
    let at = Number.POSITIVE_INFINITY;
    for (const { next } of left) if (next !== null && next.stretchAt < at) at = next.stretchAt;
    if (at === Number.POSITIVE_INFINITY) return;
    const found: RatedRow[] = [];
    for (const course of left) {
      while (course.next?.stretchAt === at) {
        found.push(course.next);
        course.next = nextOf(course.rows);
      }
    }
    yield found;
  }
}

function nextOf(rows: Iterator<RatedRow, void>): RatedRow | null {
  const next = rows.next();
  return next.done === true ? null : next.value;
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

/** The rows of a course, in the order in which they begin. */
function* rowsOf(course: SeriesCourse, ends: TierEnds, rowsPer: Grain): Generator<RatedRow, void> {
  // Of one stretch of the calendar: the next cells may add to them.
  let drafts: RowDraft[] = [];
  for (const stretch of course.stretches) {
    for (let first = stretch.first, end = first; first < stretch.end; first = end) {
      const { series, from } = course.cellAt(first);
      const { at: stretchAt, until } = calendarStretch(from, rowsPer, course.period);
      do end += 1;
      while (end < stretch.end && course.cellAt(end).series === series && course.cellAt(end).from < until);
      const [last] = drafts;
      if (last !== undefined && last.kind.stretchAt !== stretchAt) {
        for (const draft of drafts) yield* draft.rows();
        drafts = [];
      }
      const draft = draftOf(course, { series, stretchAt, entry: stretch.entry }, drafts);
      addByTier(draft, course, { first, end, ends: ends.get(stretch) ?? [] });
    }
  }
  for (const draft of drafts) yield* draft.rows();
}

/** The stretch of the calendar, or the billing period, that a row is for. */
function calendarStretch(
  at: Instant,
  grain: Grain,
  { start, end }: Period,
): { readonly at: Instant; readonly until: Instant } {
  if (grain === 'month') return { at: start, until: end };
  const length = grain === 'day' ? day : hour;
  const from = Math.floor(at / length) * length;
  return { at: from, until: from + length };
}

/** The draft of a row, among those of its stretch. */
function draftOf(course: SeriesCourse, kind: RowKind, drafts: RowDraft[]): RowDraft {
  let draft = drafts.findLast((one) => one.isOf(kind));
  if (draft === undefined) {
    draft = new RowDraft(course, kind);
    drafts.push(draft);
  }
  return draft;
}

interface CellRange {
  readonly first: number;
  /** Excluded. */
  readonly end: number;
  readonly ends: readonly TierEnd[];
}

/** Adds the usage of cells to a row, split at the ends of tiers. */
function addByTier(draft: RowDraft, course: SeriesCourse, { first, end, ends }: CellRange): void {
  let from: RatingPosition = { cell: first, within: 0n };
  for (const [tier, tierEnd] of ends.entries()) {
    const until = placeOf(tierEnd, course, from, end);
    if (until.cell > from.cell || until.within > from.within) draft.add(tier, from, until);
    from = until;
    if (from.cell === end) return;
  }
  draft.add(ends.length, from, { cell: end, within: 0n });
}

/** The position at which a tier ends for cells of one course; it may contain none, some or all of them. */
function placeOf(
  { at, cell, within }: TierEnd,
  course: SeriesCourse,
  from: RatingPosition,
  end: number,
): RatingPosition {
  const first = course.cellFrom(at, from.cell, end);
  const later = course.cellFrom(at + 1, first, end);
  const reached = Math.min(Math.max(first, cell), later);
  if (reached !== cell || reached === later) return { cell: reached, within: 0n };
  const isWhole = within === course.quantityBefore(cell + 1) - course.quantityBefore(cell);
  return isWhole ? { cell: cell + 1, within: 0n } : { cell, within };
}
