/**
 * What has come to a location since no replica has been ready there: how much of it is still held, and how long it will have waited.
 */
import type { Duration, Instant } from '../engine/time.ts';
import { reachedAt } from '../platform/traffic/arrivals.ts';
import { flowBetween } from '../platform/traffic/flow.ts';
import type { Line } from './loadLine.ts';

/** A part of the time in which requests came, and the latency of those that came at its start and at its end. */
export interface HeldLatency {
  readonly first: number;
  readonly last: number;
  readonly duration: Duration;
}

/** Nothing is held for longer than `coldStart.hold`. */
export class HeldLoad {
  private lines: Line[] = [];
  /** Since when a whole request has waited; null: none does. */
  private since: Instant | null = null;
  private readonly longest: Duration;

  constructor(longest: Duration) {
    this.longest = longest;
  }

  /**
   * More comes, and nobody is ready.
   *
   * @param waiting before it
   */
  add(line: Line, waiting: number): void {
    const { flow, from, until } = line;
    this.lines.push(line);
    if (waiting + flowBetween(flow, from, until) >= 1)
      this.since ??= waiting >= 1 ? from : (reachedAt(flow, from, until, 1 - waiting) ?? until);
  }

  /** The most that can be held still: what came within the time that it is held for. */
  mostAt(now: Instant): number {
    const earliest = now - this.longest;
    if (this.since === null || this.since >= earliest) return Number.POSITIVE_INFINITY;
    // From the end: what came before is long refused.
    let place = this.lines.length;
    while (place > 0 && this.lines[place - 1]!.until > earliest) place -= 1;
    return this.lines.slice(place).reduce((sum, { flow, from, until }) => {
      const [first, last] = [Math.max(from, earliest), Math.min(until, now)];
      return sum + (last > first ? flowBetween(flow, first, last) : 0);
    }, 0);
  }

  /**
   * Requests times milliseconds that are held in the newest line, from the first whole one on; exact where its rate, and that of those whose time is over
   * in it, are straight.
   *
   * @param waiting before it
   */
  presenceIn({ flow, from, until }: Line, waiting: number): number {
    if (this.since === null) return 0;
    const heldAt = (at: Instant): number => Math.min(waiting + flowBetween(flow, from, at), this.mostAt(at));
    const first = Math.max(from, this.since);
    const full = this.since + this.longest;
    const cuts = full > first && full < until ? [first, full, until] : [first, until];
    return cuts.slice(1).reduce((sum, end, index) => {
      const start = cuts[index] ?? first;
      // Simpson's rule: what came along a straight rate is a square of time.
      return sum + ((end - start) * (heldAt(start) + 4 * heldAt((start + end) / 2) + heldAt(end))) / 6;
    }, 0);
  }

  /**
   * How long it took to answer what came, as a replica is ready now; nothing where less than a request did. What was held for too long had its refusal
   * then. What came before there was a whole request belongs to that one.
   *
   * @param first latency of those that are answered first, from now on
   * @param last of those that come now
   */
  answeredAt(now: Instant, { first, last }: { readonly first: number; readonly last: number }): readonly HeldLatency[] {
    const { since, longest } = this;
    if (since === null) return [];
    const earliest = Math.max(since, now - longest);
    const latencyAt = (at: Instant): number => {
      const part = now === earliest ? 1 : Math.max(0, (at - earliest) / (now - earliest));
      return now - Math.max(at, since) + first + (last - first) * part;
    };
    return this.lines.flatMap((line) => {
      if (line.first + line.last === 0) return [];
      const inside = [since, now - longest].filter((at) => at > line.from && at < line.until);
      const cuts = [...new Set([line.from, ...inside, line.until])].sort((a, b) => a - b);
      return cuts.slice(1).map((until, index): HeldLatency => {
        const from = cuts[index] ?? line.from;
        const duration = until - from;
        // Of what came before the first whole request: as that one.
        const isRefused = now - Math.max(from, since) > longest;
        return isRefused
          ? { first: longest, last: longest, duration }
          : { first: latencyAt(from), last: latencyAt(until), duration };
      });
    });
  }

  fork(): HeldLoad {
    const fork = new HeldLoad(this.longest);
    fork.lines = this.lines.slice();
    fork.since = this.since;
    return fork;
  }

  clear(): void {
    this.lines = [];
    this.since = null;
  }
}
