/**
 * Unsorted lists of events in one memory, each a chain of chunks of eight, so that reading one is reading memory in a row.
 *
 * A chain is known by the place of its last event, `none` where it is empty; whoever owns it keeps that number.
 */

export const none = -1;

const chunkShift = 3;
const chunkMask = 7;
const chunkWidth = 3 << chunkShift;

/** The memory of all chains of one agenda. */
export class EventChains {
  /** `when`, `order` and `what` of each place, side by side. */
  cells = new Float64Array(chunkWidth * 16);
  /** The chunk before each one in its chain, or the next free one. */
  private before = new Int32Array(16);
  private freeChunk = none;
  private used = 0;

  /** Adds an event at the end of a chain; answers where it now ends. */
  append(last: number, when: number, order: number, what: number): number {
    let place = last + 1;
    if ((place & chunkMask) === 0) place = this.openChunk(last >> chunkShift) << chunkShift;
    const cells = this.cells;
    const at = 3 * place;
    cells[at] = when;
    cells[at + 1] = order;
    cells[at + 2] = what;
    return place;
  }

  /**
   * Turns a chain round, to be read once from its first event on: answers its first chunk.
   * Then, for each chunk: read from `start` until `end`, ask for `following`, which frees it.
   */
  unchain(last: number): number {
    let chunk = none;
    for (let other = last >> chunkShift; other !== none; ) {
      const before = this.before[other]!;
      this.before[other] = chunk;
      chunk = other;
      other = before;
    }
    return chunk;
  }

  /** Index of a chunk's first cell. */
  start(chunk: number): number {
    return chunk * chunkWidth;
  }

  /** Index after the last cell that a chain, which ends at `last`, uses of one of its chunks. */
  end(chunk: number, last: number): number {
    return last >> chunkShift === chunk ? 3 * last + 3 : (chunk + 1) * chunkWidth;
  }

  /** The chunk after one of an unchained chain, `none` after its last; the one asked for may be written to from now on. */
  following(chunk: number): number {
    const following = this.before[chunk]!;
    this.before[chunk] = this.freeChunk;
    this.freeChunk = chunk;
    return following;
  }

  /** The chunks of a chain, the last first. */
  *chunks(last: number): IterableIterator<number> {
    for (let chunk = last >> chunkShift; chunk !== none; chunk = this.before[chunk]!) yield chunk;
  }

  fork(): EventChains {
    const fork = Object.assign(new EventChains(), this);
    fork.cells = this.cells.slice();
    fork.before = this.before.slice();
    return fork;
  }

  private openChunk(before: number): number {
    let chunk = this.freeChunk;
    if (chunk !== none) {
      this.freeChunk = this.before[chunk]!;
    } else {
      chunk = this.used++;
      if (chunk === this.before.length) {
        const cells = new Float64Array(this.cells.length * 2);
        cells.set(this.cells);
        this.cells = cells;
        const wide = new Int32Array(this.before.length * 2);
        wide.set(this.before);
        this.before = wide;
      }
    }
    this.before[chunk] = before;
    return chunk;
  }
}
