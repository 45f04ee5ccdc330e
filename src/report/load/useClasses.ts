/**
 * Requests by the utilisation of the replicas when they came.
 */

/** Classes from idle to all that replicas can do; what comes beyond that counts as it. */
const classes = 128;

export class UseClasses {
  private readonly requests: Float64Array = new Float64Array(classes + 1);
  /** Requests times use. */
  private readonly sums: Float64Array = new Float64Array(classes + 1);

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
    for (let index = 0; index <= classes; index += 1) {
      const requests = this.requests[index]!;
      if (requests > 0) tell(requests, this.sums[index]! / requests);
    }
  }

  fork(): UseClasses {
    const fork = new UseClasses();
    fork.requests.set(this.requests);
    fork.sums.set(this.sums);
    return fork;
  }

  private hold(index: number, requests: number, use: number): void {
    this.requests[index]! += requests;
    this.sums[index]! += requests * use;
  }
}

/** What requests find that come as use goes straight from one value to another: the more come, the busier it is. */
function meanUse(low: number, high: number): number {
  const sum = low + high;
  return sum === 0 ? 0 : (2 * (low * low + low * high + high * high)) / (3 * sum);
}
