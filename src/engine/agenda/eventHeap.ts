/**
 * A 4-ary heap over one column: three doubles an event, as `agenda.ts` defines them, ordered by the first two.
 */
export class EventHeap {
  private cells: Float64Array = new Float64Array(3 * 16);
  private end = 0;
  /** How many events have been added so far. */
  added = 0;

  get isEmpty(): boolean {
    return this.end === 0;
  }

  /** Of the least event, as the two below; only where there is one. */
  get when(): number {
    return this.cells[0]!;
  }

  get order(): number {
    return this.cells[1]!;
  }

  get what(): number {
    return this.cells[2]!;
  }

  /** Lets the event rise past parents that come later. */
  add(when: number, order: number, what: number): void {
    this.added += 1;
    let at = this.end;
    if (at === this.cells.length) {
      const wider = new Float64Array(at * 2);
      wider.set(this.cells);
      this.cells = wider;
    }
    this.end = at + 3;
    const { cells } = this;
    while (at > 0) {
      const parent = 3 * ((at / 3 - 1) >> 2);
      const parentWhen = cells[parent]!;
      if (parentWhen < when || (parentWhen === when && cells[parent + 1]! < order)) break;
      cells[at] = parentWhen;
      cells[at + 1] = cells[parent + 1]!;
      cells[at + 2] = cells[parent + 2]!;
      at = parent;
    }
    cells[at] = when;
    cells[at + 1] = order;
    cells[at + 2] = what;
  }

  /** Removes the least event: lets the last one sink from its place, below children that come earlier. */
  removeLeast(): void {
    const { cells } = this;
    const end = this.end - 3;
    this.end = end;
    const when = cells[end]!;
    const order = cells[end + 1]!;
    let at = 0;
    for (let child = 3; child < end; child = 4 * at + 3) {
      let least = child;
      let leastWhen = cells[child]!;
      const stop = Math.min(end, child + 12);
      for (let other = child + 3; other < stop; other += 3) {
        const otherWhen = cells[other]!;
        if (otherWhen < leastWhen || (otherWhen === leastWhen && cells[other + 1]! < cells[least + 1]!)) {
          least = other;
          leastWhen = otherWhen;
        }
      }
      if (when < leastWhen || (when === leastWhen && order < cells[least + 1]!)) break;
      cells[at] = leastWhen;
      cells[at + 1] = cells[least + 1]!;
      cells[at + 2] = cells[least + 2]!;
      at = least;
    }
    cells[at] = when;
    cells[at + 1] = order;
    cells[at + 2] = cells[end + 2]!;
  }

  /** Moves all events, in no order, to a column from an index on; answers the index after them. */
  drain(column: Float64Array, to: number): number {
    const { end } = this;
    column.set(this.cells.subarray(0, end), to);
    this.end = 0;
    return to + end;
  }

  fork(): EventHeap {
    const fork = Object.assign(new EventHeap(), this);
    fork.cells = this.cells.slice();
    return fork;
  }
}
