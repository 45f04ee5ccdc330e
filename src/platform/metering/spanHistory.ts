/**
 * What the ledger remembers of spans besides what they add to its cells: when each began and ended, and the journal
 * entries that did it. In columns, because a long run has hundreds of thousands and none is looked at before its end.
 */
import type { Instant } from '../../engine/time.ts';
import { float, int, largerFloats, largerInts } from './columns.ts';

/** The time in which a series held one amount. */
export interface Span {
  readonly from: Instant;
  /** Excluded. Infinity: still open. */
  readonly until: Instant;
  /** Number of the journal entry that opened it. */
  readonly opened: number;
  /** Of the one that closed it; anything while it is open. */
  readonly closed: number;
  /** In base units of the meter, without its time: millicores, bytes or a count. */
  readonly amount: number;
}

/** Some spans: their fields by place. */
export type SpanColumns = { readonly [field in keyof Span]: Float64Array };

/** Columns that hold nothing yet. */
export function spanColumns(count: number): SpanColumns {
  const column = (): Float64Array => new Float64Array(count);
  return { from: column(), until: column(), opened: column(), closed: column(), amount: column() };
}

export function setSpan(columns: SpanColumns, place: number, { from, until, opened, closed, amount }: Span): void {
  columns.from[place] = from;
  columns.until[place] = until;
  columns.opened[place] = opened;
  columns.closed[place] = closed;
  columns.amount[place] = amount;
}

export class SpanHistory {
  private columns: SpanColumns = spanColumns(64);
  private count = 0;
  /** By span: the one before it of the same series; -1 for the first. */
  private before: Int32Array = new Int32Array(64);
  /** By series: its last span and how many it has. */
  private last: number[] = [];
  private counts: number[] = [];

  add(series: number, span: Span): void {
    if (this.count === this.before.length) this.grow();
    const place = this.count;
    this.count += 1;
    setSpan(this.columns, place, span);
    this.before[place] = this.last[series] ?? -1;
    this.last[series] = place;
    this.counts[series] = this.countOf(series) + 1;
  }

  countOf(series: number): number {
    return this.counts[series] ?? 0;
  }

  /** The spans of a series in the order in which they were added, and others after them. */
  of(series: number, others: readonly Span[]): SpanColumns {
    const count = this.countOf(series);
    const found = spanColumns(count + others.length);
    let place = this.last[series] ?? -1;
    for (let i = count - 1; i >= 0; i -= 1, place = int(this.before, place)) setSpan(found, i, this.at(place));
    for (const [i, span] of others.entries()) setSpan(found, count + i, span);
    return found;
  }

  /** Gives their journal entries other numbers. */
  renumber(numberOf: (seq: number) => number): void {
    const { opened, closed } = this.columns;
    for (let place = 0; place < this.count; place += 1) {
      opened[place] = numberOf(float(opened, place));
      closed[place] = numberOf(float(closed, place));
    }
  }

  /** Adds all spans of another history. @param seriesOf what each of its series is here */
  join(other: SpanHistory, seriesOf: (series: number) => number): void {
    for (let series = 0; series < other.last.length; series += 1) {
      const spans = other.of(series, []);
      for (let i = 0; i < spans.from.length; i += 1) this.add(seriesOf(series), spanAt(spans, i));
    }
  }

  fork(): SpanHistory {
    const copy = new SpanHistory();
    copy.columns = mapped(this.columns, (column) => column.slice());
    copy.count = this.count;
    copy.before = this.before.slice();
    copy.last = this.last.slice();
    copy.counts = this.counts.slice();
    return copy;
  }

  private at(place: number): Span {
    return spanAt(this.columns, place);
  }

  private grow(): void {
    const size = this.before.length * 2;
    this.before = largerInts(this.before, size);
    this.columns = mapped(this.columns, (column) => largerFloats(column, size));
  }
}

function spanAt({ from, until, opened, closed, amount }: SpanColumns, place: number): Span {
  return {
    from: float(from, place),
    until: float(until, place),
    opened: float(opened, place),
    closed: float(closed, place),
    amount: float(amount, place),
  };
}

/** The spans of a table as objects, in its order. */
export function spansIn(columns: SpanColumns): Span[] {
  return Array.from(columns.from, (_, place) => spanAt(columns, place));
}

function mapped(
  { from, until, opened, closed, amount }: SpanColumns,
  change: (column: Float64Array) => Float64Array,
): SpanColumns {
  return {
    from: change(from),
    until: change(until),
    opened: change(opened),
    closed: change(closed),
    amount: change(amount),
  };
}
