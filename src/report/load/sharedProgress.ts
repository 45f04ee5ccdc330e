/**
 * Requests that share overloaded processors: each request is done when its share of the processors has reached its
 * need.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Arrived } from './arrivalQueue.ts';

/** A share of requests with the same processor need. */
export interface SharedNeed {
  readonly share: number;
  /** As a multiple of the mean. */
  readonly work: number;
}

/**
 * Receives a number of requests of one need (its index) and the latency of the first and the last of them, in
 * milliseconds. `held` is the part of it before they reached a processor.
 */
export type Took = (need: number, requests: number, first: number, last: number, held: Duration) => void;

/**
 * Requests that came while progress went from one value to another; the same where they came to the processors at once.
 */
interface Joined extends Arrived {
  readonly progress: number;
  readonly reached: number;
  /** The longest that one of them was held. */
  readonly held: Duration;
}

/** So many that all have left are still in the list. */
const goneMax = 64;

/**
 * Progress is the work that a request has received if it was there all along, measured in mean requests. While n
 * requests share processors that can answer c requests a millisecond, progress grows by c / n. A request is done when
 * progress has grown by its need since its arrival.
 */
export class SharedProgress {
  private progress = 0;
  private joined: Joined[] = [];
  /** By need: the first of the list of which some have not left. */
  private readonly next: number[];
  private readonly needs: readonly SharedNeed[];

  constructor(needs: readonly SharedNeed[]) {
    this.needs = needs;
    this.next = needs.map(() => 0);
  }

  /** Requests that were held come to the processors at once, now. */
  joinHeld(now: Instant, arrived: Arrived): void {
    const { progress } = this;
    if (arrived.requests > 0) this.joined.push({ ...arrived, progress, reached: progress, held: now - arrived.from });
  }

  /** More come, evenly, while progress grows evenly, by so much. */
  grow(by: number, came: Arrived, tell: Took): void {
    const before = this.progress;
    const progress = before + by;
    this.progress = progress;
    if (came.requests > 0) this.joined.push({ ...came, progress: before, reached: progress, held: 0 });
    const at = (then: number): Instant => came.from + (came.until - came.from) * ((then - before) / by);
    for (let index = 0; index < this.needs.length; index += 1) this.leave(index, before, at, tell);
    this.forgetGone();
  }

  /** All that are left go on for as long as a need of the mean takes from now on, in milliseconds. */
  finish(now: Instant, perNeed: number, tell: Took): void {
    const before = this.progress;
    this.progress = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.needs.length; index += 1)
      this.leave(index, before, (then) => now + (then - before) * perNeed, tell);
    this.joined = [];
    this.next.fill(0);
    this.progress = 0;
  }

  fork(): SharedProgress {
    const fork = new SharedProgress(this.needs);
    fork.progress = this.progress;
    fork.joined = this.joined.slice();
    this.next.forEach((place, index) => {
      fork.next[index] = place;
    });
    return fork;
  }

  private leave(index: number, before: number, at: (progress: number) => Instant, tell: Took): void {
    const { share, work } = this.needs[index]!;
    const [low, high] = [before - work, this.progress - work];
    for (let place = this.next[index]!; place < this.joined.length; place += 1) {
      const { progress, reached, from, until, requests, held } = this.joined[place]!;
      this.next[index] = place;
      if (progress >= high) return;
      const span = reached - progress;
      const [first, last] = [Math.max(low, progress), Math.min(high, reached)];
      const partAt = (then: number): number => (span === 0 ? 0 : (then - progress) / span);
      const [start, end] = span === 0 ? [0, 1] : [partAt(first), partAt(last)];
      if (span === 0 ? progress >= low : end > start)
        tell(
          index,
          requests * share * (end - start),
          at(first + work) - (from + (until - from) * start),
          at(last + work) - (from + (until - from) * end),
          held,
        );
      if (high < reached) return;
    }
    this.next[index] = this.joined.length;
  }

  private forgetGone(): void {
    const gone = this.next.reduce((least, place) => Math.min(least, place), this.joined.length);
    if (gone <= goneMax) return;
    this.joined = this.joined.slice(gone);
    for (let index = 0; index < this.next.length; index += 1) this.next[index]! -= gone;
  }
}
