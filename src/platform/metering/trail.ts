/**
 * The journal entries that opened and closed the spans of one series, for one stretch of time after another.
 */
import type { Instant } from '../../engine/time.ts';

/** Sequence numbers of the journal entries that opened and closed a span; null if it is open at the horizon. */
export type SpanEvents = readonly [open: number, close: number | null];

/** A span of a series: the time in which one amount was held. */
export interface KnownSpan {
  readonly from: Instant;
  /** Infinity: still open. */
  readonly until: Instant;
  readonly events: SpanEvents;
}

export class Trail {
  /** By their ends. */
  private readonly spans: readonly KnownSpan[];
  /** By span: the earliest start among it and all that end later. */
  private readonly earliest: Float64Array;

  constructor(spans: readonly KnownSpan[]) {
    this.spans = [...spans].sort((a, b) => (a.until === b.until ? 0 : a.until - b.until));
    this.earliest = new Float64Array(spans.length);
    let earliest = Number.POSITIVE_INFINITY;
    for (let i = spans.length - 1; i >= 0; i -= 1) {
      earliest = Math.min(earliest, this.spans[i]!.from);
      this.earliest[i] = earliest;
    }
  }

  /** The events of the spans that touch `[from, until)`, in order of opening. */
  touching(from: Instant, until: Instant): SpanEvents[] {
    const found: SpanEvents[] = [];
    for (let i = this.firstAfter(from); i < this.spans.length && this.earliest[i]! < until; i += 1) {
      const span = this.spans[i]!;
      if (span.from < until) found.push(span.events);
    }
    return found.sort((a, b) => a[0] - b[0] || (a[1] ?? Infinity) - (b[1] ?? Infinity));
  }

  /** The first span that ends after an instant. */
  private firstAfter(instant: Instant): number {
    let low = 0;
    let high = this.spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.spans[middle]!.until > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
