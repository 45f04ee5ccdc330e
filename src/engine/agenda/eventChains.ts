/**
 * Unsorted lists of events in one memory, each a chain of chunks of thirty-two, so that reading one is reading memory
 * in a row.
 *
 * Chains have numbers from 0. An event is three doubles side by side, as `agenda.ts` defines them.
 */

export const none = -1;

const chunkShift = 5;
const chunkMask = 31;
const chunkWidth = 3 << chunkShift;
/** Of a new agenda: there are thousands of small ones. */
const chunksAtFirst = 8;

/** The memory of all chains of one agenda. */
export class EventChains {
  /** `append` says where to write an event; `start` and `end` where to read. */
  cells = new Float64Array(chunkWidth * chunksAtFirst);
  /** By chain: its first chunk; only where it is not empty. */
  private first: Int32Array;
  /** By chain: the place last written, `none` where it is empty. */
  private last: Int32Array;
  /** The chunk after each one in its chain, or the next free one. */
  private after = new Int32Array(chunksAtFirst);
  private freeChunk = none;
  private used = 0;

  constructor(count: number) {
    this.first = new Int32Array(count);
    this.last = new Int32Array(count).fill(none);
  }

  /** Makes a chain one event longer; answers the index of that event's first cell. */
  append(chain: number): number {
    const last = this.last;
    let place = last[chain]! + 1;
    if ((place & chunkMask) === 0) place = this.lengthen(chain);
    last[chain] = place;
    return 3 * place;
  }

  /** Whether a chain holds nothing. */
  isEmpty(chain: number): boolean {
    return this.last[chain] === none;
  }

  /** The first chunk of a chain that is not empty. To read one: from here on, as long as there is a chunk after. */
  firstChunk(chain: number): number {
    return this.first[chain]!;
  }

  /** The chunk after one of a chain's, `none` after the last. */
  chunkAfter(chunk: number, chain: number): number {
    return chunk === this.last[chain]! >> chunkShift ? none : this.after[chunk]!;
  }

  /** Index of a chunk's first cell. */
  start(chunk: number): number {
    return chunk * chunkWidth;
  }

  /** Index after the last cell that a chain uses of one of its chunks. */
  end(chunk: number, chain: number): number {
    const last = this.last[chain]!;
    return chunk === last >> chunkShift ? 3 * last + 3 : (chunk + 1) * chunkWidth;
  }

  /** Makes a chain empty that is not. */
  clear(chain: number): void {
    this.after[this.last[chain]! >> chunkShift] = this.freeChunk;
    this.freeChunk = this.first[chain]!;
    this.last[chain] = none;
  }

  /** Moves a chain, in the order of adding, to a column from an index on; answers the index after it. */
  drain(chain: number, column: Float64Array, to: number): number {
    if (this.isEmpty(chain)) return to;
    let index = to;
    for (let chunk = this.firstChunk(chain); chunk !== none; chunk = this.chunkAfter(chunk, chain)) {
      const cells = this.cells.subarray(this.start(chunk), this.end(chunk, chain));
      column.set(cells, index);
      index += cells.length;
    }
    this.clear(chain);
    return index;
  }

  fork(): EventChains {
    const fork: EventChains = Object.assign(new EventChains(0), this);
    fork.cells = this.cells.slice();
    fork.first = this.first.slice();
    fork.last = this.last.slice();
    fork.after = this.after.slice();
    return fork;
  }

  /** Adds a chunk to a chain; answers its first place. */
  private lengthen(chain: number): number {
    let chunk = this.freeChunk;
    if (chunk !== none) {
      this.freeChunk = this.after[chunk]!;
    } else {
      chunk = this.used++;
      if (chunk === this.after.length) {
        const cells = new Float64Array(this.cells.length * 2);
        cells.set(this.cells);
        this.cells = cells;
        const after = new Int32Array(this.after.length * 2);
        after.set(this.after);
        this.after = after;
      }
    }
    const last = this.last[chain]!;
    if (last === none) this.first[chain] = chunk;
    else this.after[last >> chunkShift] = chunk;
    return chunk << chunkShift;
  }
}
