/**
 * What a ledger has put off: amounts that are booked later, in several series, and what was done to its spans, so that
 * it can be taken back.
 */
import type { Instant } from '../../engine/time.ts';
import type { Spans } from './spans.ts';

/** An amount that was held for a time, or a count at an instant. */
export interface Taped {
  readonly series: number;
  readonly isCount: boolean;
  readonly amount: number;
  /** The beginning, or the instant of a count. */
  readonly from: Instant;
  /** The end, excluded, or what a count is multiplied by. */
  readonly until: number;
}

/** A span that was opened (null), or what a closed one had been. */
interface SpanStep {
  readonly span: number;
  readonly was: {
    readonly series: number;
    readonly amount: number;
    readonly from: Instant;
    readonly opened: number;
  } | null;
}

export class LedgerTape {
  private readonly taped: Taped[] = [];
  private readonly steps: SpanStep[] = [];

  /** An amount that was held from an instant on, until another. */
  time(series: number, amount: number, from: Instant, until: Instant): void {
    this.taped.push({ series, isCount: false, amount, from, until });
  }

  /** A count at an instant, times `each`. */
  count(series: number, amount: number, each: number, at: Instant): void {
    this.taped.push({ series, isCount: true, amount, from: at, until: each });
  }

  opened(span: number): void {
    this.steps.push({ span, was: null });
  }

  /** To be called before the span is closed. */
  closed(span: number, spans: Spans): void {
    const series = spans.seriesOf(span);
    const was = { series, amount: spans.amountOf(span), from: spans.fromOf(span), opened: spans.openedBy(span) };
    this.steps.push({ span, was });
  }

  forEach(visit: (one: Taped) => void): void {
    for (const one of this.taped) visit(one);
  }

  series(): Set<number> {
    return new Set(this.taped.map(({ series }) => series));
  }

  /**
   * Closes what was opened and opens what was closed, the last first: a handle that was freed last is taken first, so
   * that each span gets its own again.
   */
  undo(spans: Spans): void {
    for (const { span, was } of this.steps.reverse()) {
      if (was === null) spans.close(span);
      else if (spans.open(was.series, was.amount, was.from, was.opened) !== span)
        throw new Error(`span ${span} got another handle`);
    }
  }
}
