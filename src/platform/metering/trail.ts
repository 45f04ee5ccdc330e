/**
 * The journal entries that opened and closed the spans of one series, for one stretch of time after another.
 */
import type { Instant } from '../../engine/time.ts';
import { float } from './columns.ts';
import { type SpanColumns, setSpan, spanColumns, spansIn } from './spanHistory.ts';

/** Sequence numbers of the journal entries that opened and closed a span; null if it is open at the horizon. */
export type SpanEvents = readonly [open: number, close: number | null];

export class Trail {
  /** By their ends. */
  private readonly spans: SpanColumns;
  /** By span: the earliest start among it and all that end later. */
  private readonly earliest: Float64Array;

  constructor(spans: SpanColumns) {
    this.spans = byEnds(spans);
    const { from } = this.spans;
    this.earliest = new Float64Array(from.length);
    let earliest = Number.POSITIVE_INFINITY;
    for (let i = from.length - 1; i >= 0; i -= 1) {
      earliest = Math.min(earliest, float(from, i));
      this.earliest[i] = earliest;
    }
  }

  /** The events of the spans that touch `[from, until)`, in order of opening. */
  touching(from: Instant, until: Instant): SpanEvents[] {
    const { spans } = this;
    const found: SpanEvents[] = [];
    for (let i = this.firstAfter(from); i < this.earliest.length && float(this.earliest, i) < until; i += 1) {
      if (float(spans.from, i) >= until) continue;
      const isOpen = float(spans.until, i) === Number.POSITIVE_INFINITY;
      found.push([float(spans.opened, i), isOpen ? null : float(spans.closed, i)]);
    }
    return found.sort((a, b) => a[0] - b[0] || (a[1] ?? Infinity) - (b[1] ?? Infinity));
  }

  /** The first span that ends after an instant. */
  private firstAfter(instant: Instant): number {
    let low = 0;
    let high = this.earliest.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (float(this.spans.until, middle) > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The spans in the order of their ends, in which they nearly always are. */
function byEnds(spans: SpanColumns): SpanColumns {
  const { until } = spans;
  if (until.every((end, i) => i === 0 || float(until, i - 1) <= end)) return spans;
  const sorted = spanColumns(until.length);
  const ordered = spansIn(spans).sort((a, b) => (a.until === b.until ? 0 : a.until - b.until));
  for (const [i, span] of ordered.entries()) setSpan(sorted, i, span);
  return sorted;
}
