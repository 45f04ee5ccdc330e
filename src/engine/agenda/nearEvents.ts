/**
 * The nearest events, in order: a sorted run, and a heap for what would have to move too many of the run.
 *
 * Events are three doubles side by side (`when`, `order`, `what`, as `agenda.ts` defines them), ordered by the first
 * two. A few events, or many that come nearly in order, cost a step or two each in the run; the heap keeps the worst
 * case logarithmic.
 */
import { type EventChains, none } from './eventChains.ts';
import { EventHeap } from './eventHeap.ts';

/** Places that an event may move down in the run before the heap is cheaper. */
const stepsMax = 24;

/** Which bucket an event belongs to: `(when - origin) * perWidth`, cut. */
export interface Buckets {
  readonly origin: number;
  readonly perWidth: number;
  /**
   * Into how many parts one is dealt out, a power of two; 1 where so few are to be expected that it is not worth its
   * while.
   */
  readonly parts: number;
}

/** A small priority queue over three doubles an event. */
export class NearEvents {
  private run: Float64Array = new Float64Array(3 * 64);
  /** Where the run's least event is, and where the next one would be written: multiples of three. */
  private runAt = 0;
  private runEnd = 0;
  private heap = new EventHeap();
  private readonly one = new Float64Array(3);
  /** By part of a bucket: how much it holds, then where its next event goes. */
  private partEnds = new Int32Array(16);

  /** As `Buckets` says. */
  private origin = 0;
  private perWidth = 0;
  private parts = 1;

  /** Of the event last taken. */
  when = Number.NaN;
  order = Number.NaN;
  what = Number.NaN;

  get isEmpty(): boolean {
    return this.runAt === this.runEnd && this.heap.isEmpty;
  }

  /** How many events went to the heap so far: many show that too much is near. */
  get risen(): number {
    return this.heap.added;
  }

  /** `when` of the least event; only where there is one. */
  peekWhen(): number {
    return this.isHeapFirst() ? this.heap.when : this.run[this.runAt]!;
  }

  /** `order` of the least event; only where there is one. */
  peekOrder(): number {
    return this.isHeapFirst() ? this.heap.order : this.run[this.runAt + 1]!;
  }

  /** Loads the least event into the fields and removes it, if it is due before `until`; only where there is one. */
  take(until: number): boolean {
    if (!this.heap.isEmpty && this.isHeapFirst()) return this.takeOfHeap(until);
    const { run, runAt } = this;
    const when = run[runAt]!;
    if (when >= until) return false;
    this.when = when;
    this.order = run[runAt + 1]!;
    this.what = run[runAt + 2]!;
    this.runAt = runAt + 3;
    return true;
  }

  add(when: number, order: number, what: number): void {
    const { one } = this;
    one[0] = when;
    one[1] = order;
    one[2] = what;
    this.addAll(one, 0, 3);
  }

  /** Says how the events of `addBucket` are to be understood from here on. */
  layOut({ origin, perWidth, parts }: Buckets): void {
    this.origin = origin;
    this.perWidth = perWidth;
    this.parts = parts;
  }

  /**
   * Adds the events of a bucket, which is a chain, when there are none.
   *
   * Where they are many and in no order, they are first dealt out to equal parts of the bucket: after that, hardly one
   * has to move.
   */
  addBucket(bucket: number, chains: EventChains, chain: number): void {
    this.runAt = 0;
    this.runEnd = 0;
    if (this.parts > 1 && !isInOrder(chains, chain)) {
      const end = this.deal(bucket, chains, chain);
      this.addAll(this.run, 0, end);
      return;
    }
    for (let chunk = chains.firstChunk(chain); chunk !== none; chunk = chains.chunkAfter(chunk, chain)) {
      this.addAll(chains.cells, chains.start(chunk), chains.end(chunk, chain));
    }
  }

  /** Moves all events, in no order, to a column from its first cell on; answers the index after them. */
  drain(column: Float64Array): number {
    const { runAt, runEnd } = this;
    column.set(this.run.subarray(runAt, runEnd));
    this.runAt = 0;
    this.runEnd = 0;
    return this.heap.drain(column, runEnd - runAt);
  }

  fork(): NearEvents {
    const fork = Object.assign(new NearEvents(), this);
    fork.run = this.run.slice();
    fork.heap = this.heap.fork();
    fork.partEnds = this.partEnds.slice();
    return fork;
  }

  /**
   * Adds what lies side by side in a column, `from` included, `until` excluded; the column may be the run's own, from
   * its end on.
   */
  private addAll(column: Float64Array, from: number, until: number): void {
    if (this.runAt === this.runEnd) {
      this.runAt = 0;
      this.runEnd = 0;
    }
    while (this.runEnd + until - from > this.run.length) this.makeRoom();
    const { run, runAt } = this;
    let { runEnd } = this;
    for (let next = from; next < until; next += 3) {
      const when = column[next]!;
      const order = column[next + 1]!;
      const what = column[next + 2]!;
      let at = runEnd;
      if (at > runAt && (run[at - 3]! > when || (run[at - 3] === when && run[at - 2]! > order))) {
        const deepest = at - 3 * stepsMax;
        if (deepest > runAt && (run[deepest]! > when || (run[deepest] === when && run[deepest + 1]! > order))) {
          this.heap.add(when, order, what);
          continue;
        }
        do {
          run[at] = run[at - 3]!;
          run[at + 1] = run[at - 2]!;
          run[at + 2] = run[at - 1]!;
          at -= 3;
        } while (at > runAt && (run[at - 3]! > when || (run[at - 3] === when && run[at - 2]! > order)));
      } else if (at === next && column === run) {
        // Most of what was dealt out is where it belongs.
        runEnd += 3;
        continue;
      }
      runEnd += 3;
      run[at] = when;
      run[at + 1] = order;
      run[at + 2] = what;
    }
    this.runEnd = runEnd;
  }

  /** Writes the events of a bucket into the empty run, part by part; answers the index after them. */
  private deal(bucket: number, chains: EventChains, chain: number): number {
    const { origin, perWidth, parts } = this;
    if (this.partEnds.length < parts) this.partEnds = new Int32Array(parts);
    const { partEnds } = this;
    const { cells } = chains;
    for (let part = 0; part < parts; part++) partEnds[part] = 0;
    for (let chunk = chains.firstChunk(chain); chunk !== none; chunk = chains.chunkAfter(chunk, chain)) {
      const until = chains.end(chunk, chain);
      for (let from = chains.start(chunk); from < until; from += 3) {
        partEnds[(((cells[from]! - origin) * perWidth - bucket) * parts) | 0]! += 3;
      }
    }
    let end = 0;
    for (let part = 0; part < parts; part++) {
      const width = partEnds[part]!;
      partEnds[part] = end;
      end += width;
    }
    while (this.run.length < end) this.makeRoom();
    const { run } = this;
    for (let chunk = chains.firstChunk(chain); chunk !== none; chunk = chains.chunkAfter(chunk, chain)) {
      const until = chains.end(chunk, chain);
      for (let from = chains.start(chunk); from < until; from += 3) {
        const when = cells[from]!;
        const part = (((when - origin) * perWidth - bucket) * parts) | 0;
        const at = partEnds[part]!;
        partEnds[part] = at + 3;
        run[at] = when;
        run[at + 1] = cells[from + 1]!;
        run[at + 2] = cells[from + 2]!;
      }
    }
    return end;
  }

  /** Moves the run to the front of its column; widens that only where more than half of it is in use. */
  private makeRoom(): void {
    if (2 * this.runAt < this.run.length) {
      const wider = new Float64Array(this.run.length * 2);
      wider.set(this.run);
      this.run = wider;
    }
    this.run.copyWithin(0, this.runAt, this.runEnd);
    this.runEnd -= this.runAt;
    this.runAt = 0;
  }

  private takeOfHeap(until: number): boolean {
    const { heap } = this;
    const { when } = heap;
    if (when >= until) return false;
    this.when = when;
    this.order = heap.order;
    this.what = heap.what;
    heap.removeLeast();
    return true;
  }

  /** Whether the heap's least event comes before the run's. */
  private isHeapFirst(): boolean {
    const { heap, run, runAt } = this;
    if (heap.isEmpty) return false;
    if (runAt === this.runEnd) return true;
    return heap.when < run[runAt]! || (heap.when === run[runAt] && heap.order < run[runAt + 1]!);
  }
}

/** Whether no event of a chain is due before the one added before it. */
function isInOrder(chains: EventChains, chain: number): boolean {
  const { cells } = chains;
  let last = Number.NEGATIVE_INFINITY;
  for (let chunk = chains.firstChunk(chain); chunk !== none; chunk = chains.chunkAfter(chunk, chain)) {
    const until = chains.end(chunk, chain);
    for (let at = chains.start(chunk); at < until; at += 3) {
      const when = cells[at]!;
      if (when < last) return false;
      last = when;
    }
  }
  return true;
}
