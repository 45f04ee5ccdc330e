/**
 * Random streams: one named generator for each cause, so that a draw that is added in one place changes no other.
 */
import alea from 'seedrandom/lib/alea.js';
import { leap } from './leap.ts';

/** Numbers a generator remembers: three fractions and a carry. */
const width = 4;
/** From so many steps on a leap costs less. */
const leapMin = 500;

/**
 * All random streams of one run. A name always opens the same generator, whose numbers depend only on the seed and the
 * name.
 *
 * The generator is Baagøe's Alea as in seedrandom, stepped over one typed column, because closures could not be forked.
 * Numbers have 32 random bits.
 */
export class Streams {
  readonly seed: string;
  private readonly handles: Map<string, number> = new Map();
  /** The same handles by purpose and owner: two finds are cheaper than one text put together. */
  private readonly owned: Map<string, Map<string, number>> = new Map();
  /**
   * By purpose and owner, how many numbers were skipped of generators that are not open: most never will be, and then
   * cost no more.
   */
  private readonly skipped: Map<string, Map<string, number>> = new Map();
  private state: Float64Array = new Float64Array(16 * width);

  /** @param seed of all streams of a replication; `1` and `1/2` (seed, replication) give unrelated numbers */
  constructor(seed: string) {
    this.seed = seed;
  }

  /** Number of names that were opened or had numbers skipped. */
  get size(): number {
    let size = this.handles.size;
    for (const owners of this.skipped.values()) size += owners.size;
    return size;
  }

  /** The handle of the generator with this name (`shop/api/start`); the first call creates it. */
  open(name: string): number {
    const known = this.handles.get(name);
    if (known !== undefined) return known;
    const handle = this.handles.size;
    this.handles.set(name, handle);
    const at = handle * width;
    if (at === this.state.length) {
      const wider = new Float64Array(this.state.length * 2);
      wider.set(this.state);
      this.state = wider;
    }
    const { s0, s1, s2, c } = alea(`${this.seed}/${name}`, { state: true }).state();
    this.state[at] = s0;
    this.state[at + 1] = s1;
    this.state[at + 2] = s2;
    this.state[at + 3] = c;
    return handle;
  }

  /** The handle of the generator `owner/purpose`, as `open` returns it. */
  openFor(owner: string, purpose: string): number {
    const owners = innerOf(this.owned, purpose);
    let handle = owners.get(owner);
    if (handle === undefined) {
      handle = this.open(`${owner}/${purpose}`);
      owners.set(owner, handle);
      const skipped = this.skipped.get(purpose);
      this.move(handle, skipped?.get(owner) ?? 0);
      skipped?.delete(owner);
    }
    return handle;
  }

  /** Skips numbers of the generator that `openFor` opens. */
  skipFor(owner: string, purpose: string, times: number): void {
    const handle = this.owned.get(purpose)?.get(owner);
    if (handle !== undefined) {
      this.move(handle, times);
      return;
    }
    const owners = innerOf(this.skipped, purpose);
    owners.set(owner, (owners.get(owner) ?? 0) + times);
  }

  private move(handle: number, times: number): void {
    if (times >= leapMin) leap(this.state, handle * width, times);
    else for (let i = 0; i < times; i += 1) this.next(handle);
  }

  /** The next number of a generator, from 0 (included) to 1 (excluded). The handle must come from `open`. */
  next(handle: number): number {
    const state = this.state;
    const at = handle * width;
    const product = 2_091_639 * state[at]! + state[at + 3]! * 2.3283064365386963e-10;
    // What `| 0` would give, too, without the way to an integer and back.
    const carry = Math.floor(product);
    const drawn = product - carry;
    state[at] = state[at + 1]!;
    state[at + 1] = state[at + 2]!;
    state[at + 2] = drawn;
    state[at + 3] = carry;
    return drawn;
  }

  /** Fills an array with the next numbers of a generator, as repeated calls of `next` would. */
  fill(handle: number, into: Float64Array): void {
    const { state } = this;
    const at = handle * width;
    let s0 = state[at]!;
    let s1 = state[at + 1]!;
    let s2 = state[at + 2]!;
    let carry = state[at + 3]!;
    for (let i = 0; i < into.length; i += 1) {
      const product = 2_091_639 * s0 + carry * 2.3283064365386963e-10;
      carry = Math.floor(product);
      s0 = s1;
      s1 = s2;
      s2 = product - carry;
      into[i] = s2;
    }
    state[at] = s0;
    state[at + 1] = s1;
    state[at + 2] = s2;
    state[at + 3] = carry;
  }

  /** The present state of a generator, for `rewind`. */
  standOf(handle: number): Float64Array {
    return this.state.slice(handle * width, (handle + 1) * width);
  }

  /** Resets a generator to an earlier state. */
  rewind(handle: number, stand: Float64Array): void {
    this.state.set(stand, handle * width);
  }

  /** An independent copy with the same states. */
  fork(): Streams {
    const fork = new Streams(this.seed);
    for (const [name, handle] of this.handles) fork.handles.set(name, handle);
    for (const [purpose, owners] of this.owned) fork.owned.set(purpose, new Map(owners));
    for (const [purpose, owners] of this.skipped) fork.skipped.set(purpose, new Map(owners));
    fork.state = this.state.slice();
    return fork;
  }
}

/** The map under a key, made where there is none. */
function innerOf(outer: Map<string, Map<string, number>>, key: string): Map<string, number> {
  let inner = outer.get(key);
  if (inner === undefined) {
    inner = new Map();
    outer.set(key, inner);
  }
  return inner;
}
