/**
 * Open runs: the series of each, its start and its amount.
 */
import type { Instant } from '../../engine/time.ts';
import { float, int, largerFloats, largerInts } from './columns.ts';

export class Spans {
  /** By span: its series, or `-2 - next` if it is free. */
  private series: Int32Array = new Int32Array(64);
  private from: Float64Array = new Float64Array(64);
  private amount: Float64Array = new Float64Array(64);
  private opened: Float64Array = new Float64Array(64);
  private count = 0;
  private free = -1;

  /** @returns the handle of a new span; those of closed ones are used again */
  open(series: number, amount: number, from: Instant, opened: number): number {
    let span = this.free;
    if (span < 0) {
      span = this.count;
      this.count += 1;
      if (span === this.series.length) this.grow();
    } else {
      this.free = -2 - int(this.series, span);
    }
    this.series[span] = series;
    this.amount[span] = amount;
    this.goOn(span, from, opened);
    return span;
  }

  close(span: number): void {
    this.series[span] = -2 - this.free;
    this.free = span;
  }

  /** Begins the next part of a span. */
  goOn(span: number, from: Instant, opened: number): void {
    this.from[span] = from;
    this.opened[span] = opened;
  }

  setAmount(span: number, amount: number): void {
    this.amount[span] = amount;
  }

  setSeries(span: number, series: number): void {
    this.series[span] = series;
  }

  /** Throws if the span is not open. */
  seriesOf(span: number): number {
    const series = this.series[span] ?? -1;
    if (series < 0) throw new Error(`span ${span} is not open`);
    return series;
  }

  amountOf(span: number): number {
    return float(this.amount, span);
  }

  fromOf(span: number): Instant {
    return float(this.from, span);
  }

  /** Journal number of the entry that opened the present part. */
  openedBy(span: number): number {
    return float(this.opened, span);
  }

  /** The open spans, in the order of their handles. */
  all(): number[] {
    return Array.from({ length: this.count }, (_, span) => span).filter((span) => int(this.series, span) >= 0);
  }

  fork(): Spans {
    const copy = new Spans();
    copy.series = this.series.slice();
    copy.from = this.from.slice();
    copy.amount = this.amount.slice();
    copy.opened = this.opened.slice();
    copy.count = this.count;
    copy.free = this.free;
    return copy;
  }

  private grow(): void {
    const size = this.series.length * 2;
    this.series = largerInts(this.series, size);
    this.from = largerFloats(this.from, size);
    this.amount = largerFloats(this.amount, size);
    this.opened = largerFloats(this.opened, size);
  }
}
