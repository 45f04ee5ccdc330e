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

/** So many that all have left are still in the list. */
const goneMax = 64;

/** Instants while progress goes straight from a value on: `start`, and so long later where it is `by` more. */
interface Pace {
  readonly before: number;
  readonly by: number;
  readonly start: Instant;
  readonly length: Duration;
}

/**
 * Requests that came while progress went from one value to another, in the order in which they came; the same where
 * they came to the processors at once. In columns: overload makes so many that objects would take most of the time.
 */
export class JoinedColumns {
  progress: number[] = [];
  reached: number[] = [];
  from: Instant[] = [];
  until: Instant[] = [];
  requests: number[] = [];
  /** The longest that one of them was held. */
  held: Duration[] = [];

  get length(): number {
    return this.progress.length;
  }

  push({ from, until, requests }: Arrived, progress: number, reached: number, held: Duration): void {
    this.progress.push(progress);
    this.reached.push(reached);
    this.from.push(from);
    this.until.push(until);
    this.requests.push(requests);
    this.held.push(held);
  }

  /** From a place of the list on. */
  slice(first: number): JoinedColumns {
    const some = new JoinedColumns();
    some.progress = this.progress.slice(first);
    some.reached = this.reached.slice(first);
    some.from = this.from.slice(first);
    some.until = this.until.slice(first);
    some.requests = this.requests.slice(first);
    some.held = this.held.slice(first);
    return some;
  }
}

/**
 * Progress is the work that a request has received if it was there all along, measured in mean requests. While n
 * requests share processors that can answer c requests a millisecond, progress grows by c / n. A request is done when
 * progress has grown by its need since its arrival.
 */
export class SharedProgress {
  private progress = 0;
  private joined: JoinedColumns = new JoinedColumns();
  /** By need: the first of the list of which some have not left. */
  private readonly next: number[];
  private readonly needs: readonly SharedNeed[];

  constructor(needs: readonly SharedNeed[]) {
    this.needs = needs;
    this.next = needs.map(() => 0);
  }

  /** Requests that were held come to the processors at once, now. */
  joinHeld(now: Instant, arrived: Arrived): void {
    if (arrived.requests > 0) this.joined.push(arrived, this.progress, this.progress, now - arrived.from);
  }

  /** More come, evenly, while progress grows evenly, by so much. */
  grow(by: number, came: Arrived, tell: Took): void {
    const before = this.progress;
    this.progress = before + by;
    if (came.requests > 0) this.joined.push(came, before, this.progress, 0);
    this.leaveAll({ before, by, start: came.from, length: came.until - came.from }, tell);
    this.forgetGone();
  }

  /** All that are left go on for as long as a need of the mean takes from now on, in milliseconds. */
  finish(now: Instant, perNeed: number, tell: Took): void {
    const before = this.progress;
    this.progress = Number.POSITIVE_INFINITY;
    this.leaveAll({ before, by: 1, start: now, length: perNeed }, tell);
    this.joined = new JoinedColumns();
    this.next.fill(0);
    this.progress = 0;
  }

  fork(): SharedProgress {
    const fork = new SharedProgress(this.needs);
    fork.progress = this.progress;
    fork.joined = this.joined.slice(0);
    this.next.forEach((place, index) => {
      fork.next[index] = place;
    });
    return fork;
  }

  private leaveAll(pace: Pace, tell: Took): void {
    for (let index = 0; index < this.needs.length; index += 1) this.leave(index, pace, tell);
  }

  private leave(index: number, pace: Pace, tell: Took): void {
    const { share, work } = this.needs[index]!;
    const { joined } = this;
    const low = pace.before - work;
    const high = this.progress - work;
    for (let place = this.next[index]!; place < joined.length; place += 1) {
      const progress = joined.progress[place]!;
      this.next[index] = place;
      if (progress >= high) return;
      const reached = joined.reached[place]!;
      const span = reached - progress;
      const first = Math.max(low, progress);
      const last = Math.min(high, reached);
      const start = span === 0 ? 0 : (first - progress) / span;
      const end = span === 0 ? 1 : (last - progress) / span;
      if (span === 0 ? progress >= low : end > start) {
        const from = joined.from[place]!;
        const length = joined.until[place]! - from;
        tell(
          index,
          joined.requests[place]! * share * (end - start),
          instantOf(pace, first + work) - (from + length * start),
          instantOf(pace, last + work) - (from + length * end),
          joined.held[place]!,
        );
      }
      if (high < reached) return;
    }
    this.next[index] = joined.length;
  }

  private forgetGone(): void {
    let gone = this.joined.length;
    for (const place of this.next) gone = Math.min(gone, place);
    if (gone <= goneMax) return;
    this.joined = this.joined.slice(gone);
    for (let index = 0; index < this.next.length; index += 1) this.next[index]! -= gone;
  }
}

function instantOf({ before, by, start, length }: Pace, progress: number): Instant {
  return start + length * ((progress - before) / by);
}
