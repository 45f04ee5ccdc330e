/**
 * Rates of single requests: the number of requests in each of equal intervals.
 */

import type { Duration, Instant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';
import type { TimeFrame } from '../picture/columns.ts';
import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import { widthFor } from '../picture/stretchWidths.ts';
import { LatencyLines } from './latencyLines.ts';

/** So many stretches a run has at most. */
const stretchesMax = 1_000;

export const callLines = ['offered', 'succeeded', 'failed'] as const;
type CallLine = (typeof callLines)[number];

/** Counts requests by interval; give it every request that has ended. */
export class CallLines {
  /** Of one stretch. */
  readonly width: Duration;
  private readonly frame: TimeFrame;
  private offered: Float64Array;
  private succeeded: Float64Array;
  private failed: Float64Array;
  latencies: LatencyLines;

  constructor(frame: TimeFrame) {
    this.width = widthFor(frame, stretchesMax);
    this.frame = frame;
    this.latencies = new LatencyLines(frame);
    const count = Math.max(1, Math.ceil((frame.end - frame.start) / this.width));
    this.offered = new Float64Array(count);
    this.succeeded = new Float64Array(count);
    this.failed = new Float64Array(count);
  }

  /** Nobody asked: what came was sent by hand, or nothing came. */
  get isEmpty(): boolean {
    return this.offered.every((count) => count === 0);
  }

  /** Offered when it came, succeeded or failed when it ended; requests sent by hand are none of what is asked. */
  listen(at: Instant, { latencyMs, status, path }: FactData['call.ended']): void {
    if (path !== undefined) return;
    this.count(this.offered, at - latencyMs);
    this.count(status < 400 ? this.succeeded : this.failed, at);
    this.latencies.add(at, latencyMs);
  }

  /**
   * A second, on the average of each stretch.
   *
   * @param columnsMax so many stretches at most: else several are one
   */
  shown(name: CallLine, columnsMax: number, until: Instant): PageLine {
    const counts = this[name];
    const together = Math.ceil(counts.length / columnsMax);
    const at: Instant[] = [];
    const value: number[] = [];
    for (let first = 0; first < counts.length; first += together) {
      const from = this.frame.start + first * this.width;
      const to = Math.min(until, from + together * this.width);
      if (to <= from) break;
      let sum = 0;
      for (let i = first; i < Math.min(counts.length, first + together); i += 1) sum += counts[i]!;
      const rate = short((sum * 1_000) / (to - from));
      if (value.at(-1) === rate) continue;
      at.push(from);
      value.push(rate);
    }
    return { name, draw: 'steps', at, value, isThinned: together > 1 };
  }

  fork(): CallLines {
    const fork = new CallLines(this.frame);
    fork.offered = this.offered.slice();
    fork.succeeded = this.succeeded.slice();
    fork.latencies = this.latencies.fork();
    fork.failed = this.failed.slice();
    return fork;
  }

  private count(counts: Float64Array, at: Instant): void {
    const stretch = Math.floor((at - this.frame.start) / this.width);
    counts[Math.max(0, Math.min(counts.length - 1, stretch))]! += 1;
  }
}
