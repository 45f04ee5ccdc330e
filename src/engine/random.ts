/**
 * Random numbers, each keyed by what it is about.
 *
 * A number depends on the seed, on the name of its stream (`shop/workload/api@aws-us-east-1/start`), and on the item
 * that it is drawn for: a request, a tick, a replica and its restart. So nothing has to be drawn in order, and what two
 * plans have in common draws the same numbers under both (common random numbers).
 */
import alea from 'seedrandom/lib/alea.js';
import { mix32 } from './hash.ts';

/** 32 random bits of one draw, as `Streams.keyOf` gives them; a signed whole number. */
export type DrawKey = number;

/** What draws are about: a replica, an execution, a request. Equal items draw the same numbers under every plan. */
export interface DrawItem {
  /** The beginning of the names of its streams. */
  readonly owner: string;
  /** A small whole number that only this owner has in its run, which finds its streams quickly; -1: it has none. */
  readonly number: number;
  /** As in `Streams.keyOf`. */
  readonly item: number;
  readonly turn: number;
  readonly part: number;
}

const two32 = 4_294_967_296;
/** Odd numbers without a pattern in their bits, so that small numbers in different places do not cancel each other. */
const factors = { high: 0x9e3779b1, turn: 0x85ebca77, part: 0xc2b2ae3d, lane: 0x27d4eb2f } as const;

/** The streams of one purpose. */
interface OwnedStreams {
  /** The owner of the last draw, and its handle. */
  owner: string;
  handle: number;
  /** All handles by owner. */
  readonly handles: Map<string, number>;
}

/**
 * All random streams of one run. They hold no state but the keys of the names that were opened.
 *
 * Each name's key is drawn by seedrandom's Alea, seeded with seed and name; an integer hash draws from there on.
 */
export class Streams {
  readonly seed: string;
  private readonly handles: Map<string, number> = new Map();
  /** The same handles by purpose and owner: two finds are cheaper than one text put together. */
  private readonly owned: Map<string, OwnedStreams> = new Map();
  /** The same handles plus one, by purpose and number of the owner: a column misses the cache less than a map. */
  private readonly numbered: Map<string, Int32Array> = new Map();
  /** Two numbers a stream. */
  private keys: Int32Array = new Int32Array(32);

  /** @param seed of all streams of a replication; `1/0` and `1/2` (seed, replication) give unrelated numbers */
  constructor(seed: string) {
    this.seed = seed;
  }

  /** Number of names that were opened. */
  get size(): number {
    return this.handles.size;
  }

  /** The handle of the stream with this name; the first call creates it. */
  open(name: string): number {
    const known = this.handles.get(name);
    if (known !== undefined) return known;
    const handle = this.handles.size;
    this.handles.set(name, handle);
    if (2 * handle === this.keys.length) {
      const wider = new Int32Array(this.keys.length * 2);
      wider.set(this.keys);
      this.keys = wider;
    }
    const next = alea(`${this.seed}/${name}`);
    this.keys[2 * handle] = next() * two32;
    this.keys[2 * handle + 1] = next() * two32;
    return handle;
  }

  /** The handle of the stream `owner/purpose`, as `open` returns it. @param number as in `DrawItem` */
  openFor(owner: string, purpose: string, number = -1): number {
    if (number >= 0) return this.openNumbered(owner, purpose, number);
    const owned = this.owned.get(purpose);
    // Draws for one purpose are mostly of one owner in a row, whose name is then the same text in memory.
    return owned !== undefined && owned.owner === owner ? owned.handle : this.openOwned(owner, purpose, owned);
  }

  private openOwned(owner: string, purpose: string, known: OwnedStreams | undefined): number {
    const owned = known ?? { owner: '', handle: 0, handles: new Map() };
    if (known === undefined) this.owned.set(purpose, owned);
    owned.owner = owner;
    owned.handle = owned.handles.get(owner) ?? this.open(`${owner}/${purpose}`);
    owned.handles.set(owner, owned.handle);
    return owned.handle;
  }

  private openNumbered(owner: string, purpose: string, number: number): number {
    let column = this.numbered.get(purpose);
    if (column === undefined || number >= column.length) {
      const wider = new Int32Array(Math.max(32, 2 * number));
      if (column !== undefined) wider.set(column);
      this.numbered.set(purpose, wider);
      column = wider;
    }
    if (column[number] === 0) column[number] = this.open(`${owner}/${purpose}`) + 1;
    return column[number]! - 1;
  }

  /** The key of a draw for a purpose, about an item. */
  keyFor({ owner, number, item, turn, part }: DrawItem, purpose: string): DrawKey {
    return this.keyOf(this.openFor(owner, purpose, number), item, turn, part);
  }

  /**
   * The key of a draw from a stream. Equal arguments give equal keys in every run of the same seed.
   *
   * @param stream a handle that `open` or `openFor` returned
   * @param item what the draw is about: an instant, or the number of a request. A whole number, up to 2^53
   * @param turn which of several at that instant, or which try; a whole number
   * @param part which restart or attempt; a whole number
   */
  keyOf(stream: number, item: number, turn = 0, part = 0): DrawKey {
    const high = Math.floor(item / two32);
    const place = Math.imul(high, factors.high) + Math.imul(turn, factors.turn) + Math.imul(part, factors.part);
    const bits = mix32(mix32(this.keys[2 * stream]! + (item | 0)) ^ place);
    return mix32(bits + this.keys[2 * stream + 1]!);
  }

  /**
   * The numbers (`uniformOf`) of many items of one stream, each of the first turn and part. One loop over columns: a
   * call for each would make an object of each item, as instants are no small integers.
   *
   * @param items at least as many as there is room for
   */
  uniformsOf(stream: number, items: Float64Array, into: Float64Array): void {
    const first = this.keys[2 * stream]!;
    const second = this.keys[2 * stream + 1]!;
    for (let i = 0; i < into.length; i += 1) {
      const item = items[i]!;
      const place = Math.imul(Math.floor(item / two32), factors.high);
      into[i] = (mix32(mix32(mix32(first + (item | 0)) ^ place) + second) >>> 0) / two32;
    }
  }

  /** An independent copy: names that it opens do not count here. */
  fork(): Streams {
    const fork = new Streams(this.seed);
    for (const [name, handle] of this.handles) fork.handles.set(name, handle);
    for (const [purpose, owned] of this.owned) fork.owned.set(purpose, { ...owned, handles: new Map(owned.handles) });
    for (const [purpose, column] of this.numbered) fork.numbered.set(purpose, column.slice());
    fork.keys = this.keys.slice();
    return fork;
  }
}

/**
 * A number from 0 (included) to 1 (excluded), with 32 random bits.
 *
 * @param lane which number of a draw that takes several
 */
export function uniformOf(key: DrawKey, lane = 0): number {
  return ((lane === 0 ? key : mix32(key + Math.imul(lane, factors.lane))) >>> 0) / two32;
}
