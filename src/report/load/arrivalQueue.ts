/**
 * Waiting requests, first come, first served: when they came, and how long each has waited when its turn comes.
 */
import type { Instant } from '../../engine/time.ts';

/** Requests that came evenly between two instants. */
export interface Arrived {
  readonly from: Instant;
  readonly until: Instant;
  readonly requests: number;
}

/**
 * Receives a number of requests and the waits of the first and the last of them, in milliseconds: evenly between the
 * two.
 */
export type Waited = (requests: number, first: number, last: number) => void;

/** Some were served, and others are still in front of the list until there are many of them. */
const servedMax = 64;

export class ArrivalQueue {
  /** Requests that wait. */
  total = 0;
  private arrived: Arrived[] = [];
  private served = 0;

  join(one: Arrived): void {
    if (one.requests <= 0) return;
    this.arrived.push(one);
    this.total += one.requests;
  }

  /** Those in front leave between two instants, evenly; at most as many as there are. */
  leave(requests: number, from: Instant, until: Instant, tell: Waited): void {
    const all = Math.min(requests, this.total);
    for (let left = all; left > 0 && this.served < this.arrived.length; ) {
      const first = this.arrived[this.served]!;
      const some = Math.min(left, first.requests);
      const part = some / first.requests;
      const middle = first.from + (first.until - first.from) * part;
      const [start, end] = [all - left, all - left + some].map((done) => from + ((until - from) * done) / all);
      tell(some, Math.max(0, start! - first.from), Math.max(0, end! - middle));
      left -= some;
      this.total -= some;
      if (part === 1) this.served += 1;
      else this.arrived[this.served] = { from: middle, until: first.until, requests: first.requests - some };
    }
    if (this.served === this.arrived.length) this.clear();
    else if (this.served > servedMax && this.served * 2 > this.arrived.length) {
      this.arrived = this.arrived.slice(this.served);
      this.served = 0;
    }
  }

  clear(): void {
    this.total = 0;
    this.arrived = [];
    this.served = 0;
  }

  fork(): ArrivalQueue {
    return Object.assign(new ArrivalQueue(), this, { arrived: this.arrived.slice() });
  }
}
