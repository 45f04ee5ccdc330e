/**
 * The nearest events, in order: a sorted run, and a 4-ary heap for what would have to move too many of the run.
 *
 * Events are three doubles side by side (`when`, `order`, `what`, as `agenda.ts` defines them), ordered by the first two. A few
 * events, or many that come nearly in order, cost a step or two each in the run; the heap keeps the worst case logarithmic.
 */

/** Places that an event may move down in the run before the heap is cheaper. */
const stepsMax = 24;

/** A small priority queue over three doubles an event. */
export class NearEvents {
  private run: Float64Array = new Float64Array(3 * 64);
  /** Where the run's least event is, and where the next one would be written: multiples of three. */
  private runAt = 0;
  private runEnd = 0;
  private heap: Float64Array = new Float64Array(3 * 64);
  private heapEnd = 0;

  /** Of the event last taken. */
  when = Number.NaN;
  order = Number.NaN;
  what = Number.NaN;

  /** How many events went to the heap so far: many show that too much is near. */
  risen = 0;

  get isEmpty(): boolean {
    return this.runAt === this.runEnd && this.heapEnd === 0;
  }

  get size(): number {
    return (this.runEnd - this.runAt + this.heapEnd) / 3;
  }

  /** `when` of the least event; only where there is one. */
  peekWhen(): number {
    if (this.heapEnd === 0) return this.run[this.runAt]!;
    if (this.runAt === this.runEnd || this.isHeapFirst()) return this.heap[0]!;
    return this.run[this.runAt]!;
  }

  /** Loads the least event into the fields and removes it, if it is due before `until`; only where there is one. */
  take(until: number): boolean {
    const at = this.runAt;
    const run = this.run;
    if (this.heapEnd > 0 && (at === this.runEnd || this.isHeapFirst())) return this.takeOfHeap(until);
    const when = run[at]!;
    if (when >= until) return false;
    this.when = when;
    this.order = run[at + 1]!;
    this.what = run[at + 2]!;
    this.runAt = at + 3;
    return true;
  }

  add(when: number, order: number, what: number): void {
    if (this.runAt === this.runEnd) {
      this.runAt = 0;
      this.runEnd = 0;
    }
    if (this.runEnd === this.run.length) this.makeRoom();
    const run = this.run;
    const deepest = this.runEnd - 3 * stepsMax;
    if (deepest > this.runAt && (run[deepest]! > when || (run[deepest] === when && run[deepest + 1]! > order))) {
      this.rise(when, order, what);
      return;
    }
    let at = this.runEnd;
    this.runEnd = at + 3;
    for (const first = this.runAt; at > first; at -= 3) {
      const otherWhen = run[at - 3]!;
      const otherOrder = run[at - 2]!;
      if (otherWhen < when || (otherWhen === when && otherOrder < order)) break;
      run[at] = otherWhen;
      run[at + 1] = otherOrder;
      run[at + 2] = run[at - 1]!;
    }
    run[at] = when;
    run[at + 1] = order;
    run[at + 2] = what;
  }

  fork(): NearEvents {
    const fork = Object.assign(new NearEvents(), this);
    fork.run = this.run.slice();
    fork.heap = this.heap.slice();
    return fork;
  }

  /** All events side by side, in no order. */
  events(): Float64Array {
    const events = new Float64Array(this.runEnd - this.runAt + this.heapEnd);
    events.set(this.run.subarray(this.runAt, this.runEnd));
    events.set(this.heap.subarray(0, this.heapEnd), this.runEnd - this.runAt);
    return events;
  }

  clear(): void {
    this.runAt = 0;
    this.runEnd = 0;
    this.heapEnd = 0;
  }

  /** Moves the run to the front of its column; widens that only where more than half of it is in use. */
  private makeRoom(): void {
    if (2 * this.runAt < this.run.length) this.run = wider(this.run);
    this.run.copyWithin(0, this.runAt, this.runEnd);
    this.runEnd -= this.runAt;
    this.runAt = 0;
  }

  private takeOfHeap(until: number): boolean {
    const when = this.heap[0]!;
    if (when >= until) return false;
    this.when = when;
    this.order = this.heap[1]!;
    this.what = this.heap[2]!;
    this.sinkLast();
    return true;
  }

  private isHeapFirst(): boolean {
    const whenOfRun = this.run[this.runAt]!;
    const whenOfHeap = this.heap[0]!;
    return whenOfHeap < whenOfRun || (whenOfHeap === whenOfRun && this.heap[1]! < this.run[this.runAt + 1]!);
  }

  /** Adds to the heap: lets the event rise past parents that come later. */
  private rise(when: number, order: number, what: number): void {
    this.risen += 1;
    let at = this.heapEnd;
    if (at === this.heap.length) this.heap = wider(this.heap);
    this.heapEnd = at + 3;
    const heap = this.heap;
    while (at > 0) {
      const parent = 3 * ((at / 3 - 1) >> 2);
      const parentWhen = heap[parent]!;
      if (parentWhen < when || (parentWhen === when && heap[parent + 1]! < order)) break;
      heap[at] = parentWhen;
      heap[at + 1] = heap[parent + 1]!;
      heap[at + 2] = heap[parent + 2]!;
      at = parent;
    }
    heap[at] = when;
    heap[at + 1] = order;
    heap[at + 2] = what;
  }

  /** Removes the heap's root: lets its last event sink from there below children that come earlier. */
  private sinkLast(): void {
    const heap = this.heap;
    const end = this.heapEnd - 3;
    this.heapEnd = end;
    const when = heap[end]!;
    const order = heap[end + 1]!;
    let at = 0;
    for (let child = 3; child < end; child = 4 * at + 3) {
      let least = child;
      let leastWhen = heap[child]!;
      const stop = Math.min(end, child + 12);
      for (let other = child + 3; other < stop; other += 3) {
        const otherWhen = heap[other]!;
        if (otherWhen < leastWhen || (otherWhen === leastWhen && heap[other + 1]! < heap[least + 1]!)) {
          least = other;
          leastWhen = otherWhen;
        }
      }
      if (when < leastWhen || (when === leastWhen && order < heap[least + 1]!)) break;
      heap[at] = leastWhen;
      heap[at + 1] = heap[least + 1]!;
      heap[at + 2] = heap[least + 2]!;
      at = least;
    }
    heap[at] = when;
    heap[at + 1] = order;
    heap[at + 2] = heap[end + 2]!;
  }
}

function wider(column: Float64Array): Float64Array {
  const wide = new Float64Array(column.length * 2);
  wide.set(column);
  return wide;
}
