/**
 * Requests by the utilisation of the replicas when they came.
 */

import { withRoomFor } from './keyedRows.ts';

/** Classes from idle to all that replicas can do; what comes beyond that counts as it. */
const classes = 128;

/** So many on either side are made room for at once, where one is missing. */
const spare = 4;
/** A row of a class: its requests, and these times use. */
const rowSize = 2;

export class UseClasses {
  /** The first class that there is room for: most replicas know few of them. */
  private first = 0;
  private rows: Float64Array = new Float64Array(0);

  /** So many come while use goes straight from one value to another, and they with it. */
  add(first: number, last: number, requests: number): void {
    const [low, high] = [Math.min(1, first, last), Math.min(1, Math.max(first, last))];
    const from = Math.floor(low * classes);
    const until = Math.floor(high * classes);
    if (from === until || high - low < 1e-6) {
      this.hold(from, requests, requests === 0 ? 0 : meanUse(low, high));
      return;
    }
    const all = high * high - low * low;
    for (let index = from; index <= until; index += 1) {
      const [start, end] = [Math.max(low, index / classes), Math.min(high, (index + 1) / classes)];
      if (end > start) this.hold(index, (requests * (end * end - start * start)) / all, meanUse(start, end));
    }
  }

  /** Each class that there is: its requests, and how busy replicas were as they came, in the mean. */
  each(tell: (requests: number, use: number) => void): void {
    for (let place = 0; place < this.rows.length; place += rowSize) {
      const requests = this.rows[place]!;
      if (requests > 0) tell(requests, this.rows[place + 1]! / requests);
    }
  }

  fork(): UseClasses {
    const fork = new UseClasses();
    fork.first = this.first;
    fork.rows = this.rows.slice();
    return fork;
  }

  private hold(index: number, requests: number, use: number): void {
    if (index < this.first || (index - this.first) * rowSize >= this.rows.length) this.makeRoom(index);
    const place = (index - this.first) * rowSize;
    this.rows[place]! += requests;
    this.rows[place + 1]! += requests * use;
  }

  private makeRoom(index: number): void {
    const { first, rows } = withRoomFor(index, { first: this.first, rows: this.rows }, rowSize, spare);
    this.first = first;
    this.rows = rows;
  }
}

/** What requests find that come as use goes straight from one value to another: the more come, the busier it is. */
function meanUse(low: number, high: number): number {
  const sum = low + high;
  return sum === 0 ? 0 : (2 * (low * low + low * high + high * high)) / (3 * sum);
}
