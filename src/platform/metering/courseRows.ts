/**
 * The rows of a course: its usage by stretch of the calendar, price and tier.
 */

import { day, hour, type Instant } from '../../engine/time.ts';
import type { Grain } from './cells.ts';
import { type RatedRow, RowDraft, type RowKind } from './ratedRow.ts';
import type { RatingPosition, SeriesCourse } from './seriesCourse.ts';
import type { TierEnd, TierEnds } from './tiers.ts';

/** Rows are made when they are taken: those of one stretch of the calendar at a time, in order of time. */
export class CourseRows {
  readonly course: SeriesCourse;
  /** The start of the stretch whose rows are next; Infinity: none are left. */
  stretchAt: Instant = Number.POSITIVE_INFINITY;
  /** Its end, excluded. */
  private stretchUntil: Instant = Number.POSITIVE_INFINITY;
  private readonly ends: TierEnds;
  private readonly rowsPer: Grain;
  /** Where its usage begins: an index of the stretches under the same prices, and a cell. */
  private priced = 0;
  private cell: number;

  /** @param rowsPer the stretch of a row: a billing period (`month`), a day or an hour */
  constructor(course: SeriesCourse, ends: TierEnds, rowsPer: Grain) {
    this.course = course;
    this.ends = ends;
    this.rowsPer = rowsPer;
    this.cell = course.stretches[0]?.first ?? 0;
    this.lookAt(course.cellAt(this.cell).from);
  }

  /** The rows of the next stretch, in the order in which they begin. */
  take(): RatedRow[] {
    const { course, stretchAt, stretchUntil } = this;
    const { stretches } = course;
    const drafts: RowDraft[] = [];
    for (let stretch = stretches[this.priced]; stretch !== undefined; stretch = stretches[this.priced]) {
      const first = this.cell;
      const { series, from } = course.cellAt(first);
      if (from >= stretchUntil) {
        this.lookAt(from);
        return rowsOf(drafts);
      }
      let end = first;
      do end += 1;
      while (end < stretch.end && course.cellAt(end).series === series && course.cellAt(end).from < stretchUntil);
      const draft = draftOf(course, { series, stretchAt, entry: stretch.entry }, drafts);
      addByTier(draft, course, { first, end, ends: this.ends.get(stretch) ?? [] });
      this.cell = end;
      if (end === stretch.end) this.priced += 1;
    }
    this.stretchAt = Number.POSITIVE_INFINITY;
    return rowsOf(drafts);
  }

  /** All rows that are left. */
  takeAll(): RatedRow[] {
    const all: RatedRow[][] = [];
    while (this.stretchAt < Number.POSITIVE_INFINITY) all.push(this.take());
    return all.flat();
  }

  /** Makes the stretch of the calendar, or the billing period, that holds an instant the next one. */
  private lookAt(at: Instant): void {
    const { rowsPer } = this;
    const { start, end } = this.course.period;
    const length = rowsPer === 'day' ? day : hour;
    this.stretchAt = rowsPer === 'month' ? start : Math.floor(at / length) * length;
    this.stretchUntil = rowsPer === 'month' ? end : this.stretchAt + length;
  }
}

function rowsOf(drafts: readonly RowDraft[]): RatedRow[] {
  const rows: RatedRow[] = [];
  for (const draft of drafts) draft.addTo(rows);
  return rows;
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
