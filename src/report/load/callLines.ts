/**
 * Rates of single requests: the number of requests in each of equal intervals.
 */

import type { Reason } from '../../engine/journal.ts';
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

/** Causes of failures that have a line each; the rarest ones have one together. */
const causesMax = 7;

/** A request that has ended. */
interface EndedRequest {
  readonly at: Instant;
  readonly reason: Reason;
  readonly data: Readonly<FactData['call.ended']>;
}

/** Counts requests by interval; give it every request that has ended. */
export class CallLines {
  /** Of one stretch. */
  readonly width: Duration;
  private readonly frame: TimeFrame;
  private offered: Float64Array;
  private succeeded: Float64Array;
  private failed: Float64Array;
  /** ms that requests waited in each interval, all together; null: none has waited. */
  private waitedMs: Float64Array | null = null;
  /** Failed ones by their status and what decided it: `503 LIMIT-1`. */
  private causes: Map<string, Float64Array> = new Map();
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
  listen({ at, reason, data: { latencyMs, waitedMs, status, path } }: EndedRequest): void {
    if (path !== undefined) return;
    this.count(this.offered, at - latencyMs);
    if (waitedMs > 0) this.wait(at - latencyMs, at - latencyMs + waitedMs);
    if (status >= 400) {
      const cause = `${status} ${reason.rules[0] ?? reason.assumptions[0] ?? ''}`.trimEnd();
      const counts = this.causes.get(cause) ?? new Float64Array(this.failed.length);
      this.causes.set(cause, counts);
      this.count(counts, at);
    }
    this.count(status < 400 ? this.succeeded : this.failed, at);
    this.latencies.add(at, latencyMs);
  }

  /**
   * A second, on the average of each stretch.
   *
   * @param columnsMax so many stretches at most: else several are one
   */
  shown(name: CallLine, columnsMax: number, until: Instant): PageLine {
    return this.rates(name, this[name], columnsMax, until);
  }

  /** Whether any request waited for a replica. */
  get hasWaited(): boolean {
    return this.waitedMs !== null;
  }

  /** Requests that waited at once, on the average of each interval: each waits from its arrival on. */
  waiting(columnsMax: number, until: Instant): PageLine {
    const counts = (this.waitedMs ?? new Float64Array(this.failed.length)).map((ms) => ms / 1_000);
    return this.rates('waiting', counts, columnsMax, until);
  }

  /** One line for each cause of failures, a second, the most frequent first; empty if none failed. */
  failures(columnsMax: number, until: Instant): readonly PageLine[] {
    const sums = [...this.causes].map(([cause, counts]) => ({ cause, counts, sum: counts.reduce((a, b) => a + b, 0) }));
    sums.sort((a, b) => b.sum - a.sum || (a.cause < b.cause ? -1 : 1));
    const own = sums.length <= causesMax ? sums : sums.slice(0, causesMax - 1);
    const rest = sums.slice(own.length);
    const others = new Float64Array(this.failed.length);
    for (const { counts } of rest) for (let i = 0; i < others.length; i += 1) others[i]! += counts[i]!;
    return [
      ...own.map(({ cause, counts }) => this.rates(cause, counts, columnsMax, until)),
      ...(rest.length === 0 ? [] : [this.rates(`${rest.length} others`, others, columnsMax, until)]),
    ];
  }

  private rates(name: string, counts: Float64Array, columnsMax: number, until: Instant): PageLine {
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
    fork.waitedMs = this.waitedMs?.slice() ?? null;
    for (const [cause, counts] of this.causes) fork.causes.set(cause, counts.slice());
    return fork;
  }

  private wait(from: Instant, until: Instant): void {
    this.waitedMs ??= new Float64Array(this.failed.length);
    const { start } = this.frame;
    const last = this.waitedMs.length - 1;
    let at = Math.max(from, start);
    for (let i = Math.min(last, Math.floor((at - start) / this.width)); at < until && i <= last; i += 1) {
      const next = i === last ? until : Math.min(until, start + (i + 1) * this.width);
      this.waitedMs[i]! += next - at;
      at = next;
    }
  }

  private count(counts: Float64Array, at: Instant): void {
    const stretch = Math.floor((at - this.frame.start) / this.width);
    counts[Math.max(0, Math.min(counts.length - 1, stretch))]! += 1;
  }
}
