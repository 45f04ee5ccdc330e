/**
 * Requests that came to a location since it has no ready replica: how many are still held, and how long they will have
 * waited.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { reachedAt } from '../../platform/traffic/arrivals.ts';
import { flowBetween } from '../../platform/traffic/flow.ts';
import type { Arrived } from './arrivalQueue.ts';
import type { LoadLine } from './loadLine.ts';

/** Requests that came while no replica was ready. */
export interface Held {
  /** Those that are held still, in the order in which they came. */
  readonly held: readonly Arrived[];
  /** Requests that were held for as long as they may be, and had their refusal then. */
  readonly refused: number;
  /** How long that is, in milliseconds. */
  readonly longest: Duration;
  /** Time in which they came. */
  readonly countedMs: Duration;
}

/** Held requests; none is held for longer than `coldStart.hold`. */
export class HeldLoad {
  private lines: LoadLine[] = [];
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
  add(line: LoadLine, waiting: number): void {
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
   * Requests times milliseconds that are held in the newest line, from the first whole one on; exact where its rate,
   * and that of those whose time is over in it, are straight.
   *
   * @param waiting before it
   */
  presenceIn({ flow, from, until }: LoadLine, waiting: number): number {
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

  /** What has come up to now. What came before there was a whole request is taken as if it came with that one. */
  arrived(now: Instant): Held {
    const since = this.since ?? now;
    const held: Arrived[] = [];
    let refused = 0;
    let countedMs = 0;
    for (const line of this.lines) {
      if (line.first + line.last === 0) continue;
      countedMs += line.until - line.from;
      const inside = [since, now - this.longest].filter((at) => at > line.from && at < line.until);
      const cuts = [...new Set([line.from, ...inside, line.until])].sort((a, b) => a - b);
      cuts.slice(1).forEach((end, index) => {
        const start = cuts[index] ?? line.from;
        const requests = flowBetween(line.flow, start, end);
        const [from, until] = [Math.max(start, since), Math.max(end, since)];
        if (now - from > this.longest) refused += requests;
        else held.push({ from, until, requests });
      });
    }
    return { held, refused, longest: this.longest, countedMs };
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
