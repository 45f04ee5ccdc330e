/**
 * How long a deployment needed to get the replicas that it wanted, each time it wanted more.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Fact } from './fact.ts';

/** Times of one kind; those under way are not counted. */
export interface ScaleOutWaits {
  readonly count: number;
  readonly totalMs: Duration;
  readonly longestMs: Duration;
  /** When the longest began; null: there was none. */
  readonly longestAt: Instant | null;
}

const none: ScaleOutWaits = { count: 0, totalMs: 0, longestMs: 0, longestAt: null };

/**
 * The time from the decision for more replicas until as many are ready as are wanted. If none was wanted before, also
 * the time until the first one is ready: a cold start. Decisions that come meanwhile prolong the same time. A decision
 * that is taken back does not count.
 */
export class ScaleOutChronicle {
  scaleOuts: ScaleOutWaits = none;
  coldStarts: ScaleOutWaits = none;
  private outSince: Instant | null = null;
  private coldSince: Instant | null = null;

  /** Whether more replicas are awaited: else only a decision for more is of interest. */
  get isUnderWay(): boolean {
    return this.outSince !== null || this.coldSince !== null;
  }

  /** @param now counts after this entry */
  listen({ at, type, data }: Fact, now: { readonly desired: number; readonly ready: number }): void {
    if (type === 'deployment.scaled' && data.to > data.from) {
      this.outSince ??= at;
      if (data.from === 0) this.coldSince ??= at;
    }
    if (this.coldSince !== null && (now.ready > 0 || now.desired === 0)) {
      if (now.ready > 0) this.coldStarts = withOne(this.coldStarts, this.coldSince, at);
      this.coldSince = null;
    }
    if (this.outSince !== null && now.ready >= now.desired) {
      if (now.desired > 0) this.scaleOuts = withOne(this.scaleOuts, this.outSince, at);
      this.outSince = null;
    }
  }

  /** The same ones under way; what was over is not counted. */
  carriedForward(): ScaleOutChronicle {
    const begun = new ScaleOutChronicle();
    begun.outSince = this.outSince;
    begun.coldSince = this.coldSince;
    return begun;
  }

  fork(): ScaleOutChronicle {
    return Object.assign(new ScaleOutChronicle(), this);
  }
}

function withOne(
  { count, totalMs, longestMs, longestAt }: ScaleOutWaits,
  from: Instant,
  until: Instant,
): ScaleOutWaits {
  const isLongest = longestAt === null || until - from > longestMs;
  return {
    count: count + 1,
    totalMs: totalMs + until - from,
    longestMs: isLongest ? until - from : longestMs,
    longestAt: isLongest ? from : longestAt,
  };
}
