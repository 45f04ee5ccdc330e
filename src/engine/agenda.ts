/**
 * The agenda: what is still to come, in one total order: instant, rank, subject, sequence.
 *
 * An event is three doubles, never an object. Far events lie unsorted in one rung of equally wide buckets; only the nearest
 * bucket is put in order. So an event is written once where it will be read, and compared only with the few that come due
 * beside it: a heap of all of them misses the cache at every level.
 *
 *   when  = instant * 16 + rank
 *   order = subject * 2^33 + sequence
 *   what  = argument * 64 + kind
 */
import { EventChains, none } from './eventChains.ts';
import { NearEvents } from './nearEvents.ts';
import type { Instant } from './time.ts';

const ranks = 16;
const kinds = 64;
const sequences = 8_589_934_592;
const arguments_ = 140_737_488_355_328;
const instantMax = 562_949_953_421_312;

/** Events a bucket should hold: fewer cost empty buckets, more take longer to put in order. */
const perBucket = 12;
/** Below this many events no rung is worth its while. */
const rungMin = 64;
/** Buckets are counted from the last rebuild on in 32 bits. */
const currentMax = 1_073_741_824;
/** Events looked at to guess a width. */
const sampleMax = 512;

/** An event as data. */
export interface PendingEvent {
  readonly instant: Instant;
  readonly rank: number;
  readonly kind: number;
  readonly subject: number;
  readonly argument: number;
  /** How many events had been added when it was, itself included. */
  readonly sequence: number;
}

/** The events still to come; its fields tell of the one last taken. */
export class Agenda {
  /** How many events have been added. */
  added = 0;
  /** How many events wait. */
  size = 0;

  private near = new NearEvents();

  /** Bucket of an event: `(when - origin) * perWidth`, cut; what is up to bucket `current` is near. */
  private origin = 0;
  private perWidth = 0;
  private current = 0;
  /** Buckets in the rung, a power of two; bucket number `buckets` of the table is the overflow beyond the rung. */
  private buckets = 1;
  /** The place last written of each bucket's chain, `none` where it is empty. */
  private last = new Int32Array(2).fill(none);
  private overflowSize = 0;
  private sweepAt = 1;
  private takenAtSweep = 0;

  private chains = new EventChains();

  /** Takes left until the width is checked against what was seen. */
  private checkAfter = rungMin;
  private checkSpan = rungMin;
  private risenAtCheck = 0;
  private checkedWhen = Number.NaN;
  private grownAt = rungMin;

  /** Of the event last taken, as all that follow; NaN before the first. */
  get instant(): Instant {
    return Math.floor(this.near.when / ranks);
  }

  get rank(): number {
    return this.near.when - Math.floor(this.near.when / ranks) * ranks;
  }

  get kind(): number {
    return this.near.what - Math.floor(this.near.what / kinds) * kinds;
  }

  get subject(): number {
    return Math.floor(this.near.order / sequences);
  }

  get argument(): number {
    return Math.floor(this.near.what / kinds);
  }

  /** How many events had been added when this one was, itself included. */
  get sequence(): number {
    return this.near.order - Math.floor(this.near.order / sequences) * sequences;
  }

  /**
   * Adds an event. Equal instants, ranks and subjects keep the order of adding.
   *
   * @param instant whole, up to 2^49 in size
   * @param rank 0 to 15, the least first
   * @param kind 0 to 63
   * @param subject 0 to 2^20 - 1: the handle of a long-lived noun, 0 where the order of adding alone should decide
   * @param argument 0 to 2^47 - 1: a pool handle, an epoch, an index
   * @throws on a field that is not whole or out of its range
   */
  add(instant: Instant, rank: number, kind: number, subject: number, argument: number): void {
    // The masks also catch fractions, NaN and what is in range only in 32 bits.
    if (
      (rank & 15) !== rank ||
      (kind & 63) !== kind ||
      (subject & 0xf_ffff) !== subject ||
      !(argument >= 0 && argument < arguments_) ||
      Math.floor(argument) !== argument ||
      !(instant < instantMax && instant > -instantMax) ||
      Math.floor(instant) !== instant ||
      this.added >= sequences - 1
    ) {
      throw new RangeError(
        `an event does not fit: instant ${instant}, rank ${rank}, kind ${kind}, subject ${subject}, argument ${argument}, after ${this.added} events`,
      );
    }
    this.added += 1;
    this.size += 1;
    this.place(instant * ranks + rank, subject * sequences + this.added, argument * kinds + kind);
    if (this.size > this.grownAt) this.rebuild();
  }

  /** Removes the least event, of which the fields tell from now on. False when none is left before `until` (excluded). */
  take(until: Instant = Number.POSITIVE_INFINITY): boolean {
    if (this.near.isEmpty) {
      if (this.size === 0) return false;
      this.advance();
    }
    if (!this.near.take(until * ranks)) return false;
    this.size -= 1;
    this.checkAfter -= 1;
    if (this.checkAfter === 0) this.check(this.near.when);
    return true;
  }

  /** The instant of the least event; Infinity when none waits. */
  peekInstant(): Instant {
    if (this.near.isEmpty) {
      if (this.size === 0) return Number.POSITIVE_INFINITY;
      this.advance();
    }
    return Math.floor(this.near.peekWhen() / ranks);
  }

  /** All that waits, the next first. Costs a fork and a sort: for digests and messages. */
  pending(): PendingEvent[] {
    const rest = this.fork();
    const events: PendingEvent[] = [];
    while (rest.take()) {
      const { instant, rank, kind, subject, argument, sequence } = rest;
      events.push({ instant, rank, kind, subject, argument, sequence });
    }
    return events;
  }

  /** The same future; neither side's changes touch the other. */
  fork(): Agenda {
    const fork: Agenda = Object.assign(new Agenda(), this);
    fork.near = this.near.fork();
    fork.last = this.last.slice();
    fork.chains = this.chains.fork();
    return fork;
  }

  /** Puts an event where it belongs: near, its bucket, or beyond the rung. */
  private place(when: number, order: number, what: number): void {
    const bucket = (when - this.origin) * this.perWidth;
    if (bucket < this.current + 1) {
      this.near.add(when, order, what);
      return;
    }
    let index = this.buckets;
    if (bucket < this.current + index) index = (bucket | 0) & (index - 1);
    else this.overflowSize += 1;
    const last = this.last;
    last[index] = this.chains.append(last[index]!, when, order, what);
  }

  /** Places every event of a chain anew, in the order of adding. */
  private replace(last: number): void {
    const { chains } = this;
    for (let chunk = chains.unchain(last); chunk !== none; chunk = chains.following(chunk)) {
      const end = chains.end(chunk, last);
      for (let at = chains.start(chunk); at < end; at += 3) {
        // Asked for at each turn: placing may have moved them.
        const { cells } = chains;
        this.place(cells[at]!, cells[at + 1]!, cells[at + 2]!);
      }
    }
  }

  /** Puts a chain, all of which is near by now, in order. */
  private bringNear(last: number): void {
    const { chains, near } = this;
    const { cells } = chains;
    for (let chunk = chains.unchain(last); chunk !== none; chunk = chains.following(chunk)) {
      const end = chains.end(chunk, last);
      for (let at = chains.start(chunk); at < end; at += 3) near.add(cells[at]!, cells[at + 1]!, cells[at + 2]!);
    }
  }

  /** Fills the empty `near` from the next bucket that holds something. Some event must wait. */
  private advance(): void {
    while (this.near.isEmpty) {
      if (this.size === this.overflowSize) {
        this.rebuild();
        return;
      }
      this.current += 1;
      if (this.current >= this.sweepAt) this.sweep();
      const index = this.current & (this.buckets - 1);
      const chain = this.last[index]!;
      if (chain !== none) {
        this.last[index] = none;
        this.bringNear(chain);
      }
    }
  }

  /** Moves what has come within the rung's reach out of the overflow; twice a turn is soon enough. */
  private sweep(): void {
    const taken = this.added - this.size;
    const tooFew = taken - this.takenAtSweep < this.overflowSize >> 3;
    this.takenAtSweep = taken;
    this.sweepAt = this.current + (this.buckets >> 1);
    if (tooFew || this.current > currentMax) {
      this.rebuild();
      return;
    }
    const chain = this.last[this.buckets]!;
    this.last[this.buckets] = none;
    this.overflowSize = 0;
    this.replace(chain);
  }

  /** Compares the buckets' width with the pace of the events taken since the last check; rebuilds where it is far off. */
  private check(when: number): void {
    const width = Math.max(1, (perBucket * (when - this.checkedWhen)) / this.checkSpan);
    const ratio = width * this.perWidth;
    const isTooWide = ratio < 0.6 && this.near.risen - this.risenAtCheck > this.checkSpan >> 5;
    if (this.size >= rungMin && (isTooWide || ratio > 2.5)) this.rebuild(width);
    this.risenAtCheck = this.near.risen;
    this.checkedWhen = when;
    this.checkSpan = Math.max(rungMin, this.size >> 1);
    this.checkAfter = this.checkSpan;
  }

  /** Lays the rung anew, from the least event on, and places every event again. */
  private rebuild(measuredWidth?: number): void {
    const { last } = this;
    const near = this.near.events();
    const { least, width } = this.survey(near);
    this.near.clear();
    this.overflowSize = 0;
    this.origin = least;
    this.current = 0;
    this.perWidth = this.size < rungMin ? 0 : 1 / (measuredWidth ?? width);
    this.buckets = 8;
    while (this.buckets * perBucket < 2 * this.size) this.buckets *= 2;
    this.last = new Int32Array(this.buckets + 1).fill(none);
    this.sweepAt = this.buckets >> 1;
    this.grownAt = Math.max(rungMin, 2 * this.size);
    for (let i = 0; i < near.length; i += 3) this.place(near[i]!, near[i + 1]!, near[i + 2]!);
    for (const chain of last) this.replace(chain);
  }

  /** The least `when`, and a width for buckets that lets the nearer half of the events fill theirs. */
  private survey(near: Float64Array): { least: number; width: number } {
    const step = Math.max(1, Math.floor(this.size / sampleMax));
    const sample: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    let seen = 0;
    const look = (cells: Float64Array, from: number, until: number): void => {
      for (let at = from; at < until; at += 3) {
        const when = cells[at]!;
        if (when < least) least = when;
        if (seen++ % step === 0) sample.push(when);
      }
    };
    look(near, 0, near.length);
    const { chains } = this;
    for (const last of this.last) {
      for (const chunk of chains.chunks(last)) look(chains.cells, chains.start(chunk), chains.end(chunk, last));
    }
    sample.sort((a, b) => a - b);
    const median = sample[sample.length >> 1] ?? least;
    return { least, width: Math.max(1, (2 * perBucket * (median - least)) / this.size) };
  }
}
