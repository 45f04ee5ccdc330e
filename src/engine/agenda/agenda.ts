/**
 * The agenda: what is still to come, in one total order: instant, rank, subject, sequence.
 *
 * An event is three doubles, never an object. Far events lie unsorted in one rung of equally wide buckets; only the
 * nearest bucket is put in order. So an event is written to the end of a list, read in a row, and compared only with
 * the few that come due beside it: a heap of all of them misses the cache at every level, and so do buckets that are
 * too many.
 *
 *   when  = instant * 16 + rank
 *   order = subject * 2^33 + sequence
 *   what  = argument * 64 + kind
 */

import type { Instant } from '../time.ts';
import { guessWidth, partsFor, perBucketFor, powerOfTwoFrom } from './bucketWidth.ts';
import { EventChains } from './eventChains.ts';
import { NearEvents } from './nearEvents.ts';
import { isWideArgument, misfit, type PendingEvent } from './pendingEvent.ts';

// Under this name: what reads the fields below then compiles into their readers, however much else does.
const { floor } = Math;

const sequences = 8_589_934_592;
const sequenceMax = sequences - 1;
const instantEnd = 562_949_953_421_312;

/** Below this many events no rung is worth its while. */
const rungMin = 64;
/** Buckets are counted from the last rebuild on in 32 bits. */
const bucketMax = 1_073_741_824;

/** The events still to come; its fields tell of the one last taken. */
export class Agenda {
  /** How many events have been added. */
  added = 0;
  /** How many events wait. */
  size = 0;

  private near = new NearEvents();

  /** Bucket b is the chain b modulo `buckets`; the chain after those is the overflow beyond the rung. */
  private chains = new EventChains(2);
  /** Bucket of an event: `(when - origin) * perWidth`, cut. */
  private origin = 0;
  private perWidth = 0;
  /** The first bucket that is not near, and the first one beyond the rung. */
  private farFrom = 1;
  private beyondFrom = 2;
  /** How many buckets there are, a power of two, and how many events each should hold. */
  private buckets = 1;
  private perBucket = 1;
  private overflowSize = 0;
  private sweepAt = 1;
  private takenAtSweep = 0;

  /** How many must have been added for the rung to be reviewed, and how things stood when it was. */
  private reviewAt = rungMin;
  private takenAtReview = 0;
  private whenAtReview = Number.NaN;
  private risenAtReview = 0;
  /** How many must wait for the rung to be too small. */
  private grownAt = rungMin;

  /** Of the event last taken, as all that follow; none of them means anything before the first. */
  get instant(): Instant {
    return floor(this.near.when / 16);
  }

  get rank(): number {
    return this.near.when & 15;
  }

  get kind(): number {
    return this.near.what & 63;
  }

  get subject(): number {
    return (this.near.order / sequences) | 0;
  }

  /** Whether an event of this place would have been taken by now, had it waited. */
  hasPassed(instant: Instant, rank: number, subject: number): boolean {
    return (this.instant - instant || this.rank - rank || this.subject - subject) >= 0;
  }

  get argument(): number {
    return floor(this.near.what / 64);
  }

  /** How many events had been added when this one was, itself included. */
  get sequence(): number {
    return this.near.order - this.subject * sequences;
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
      (argument >>> 0 !== argument && !isWideArgument(argument)) ||
      !(instant < instantEnd && -instant < instantEnd) ||
      floor(instant) !== instant ||
      this.added === sequenceMax
    ) {
      throw misfit(instant, rank, kind, subject, argument, this.added);
    }
    const sequence = this.added + 1;
    this.added = sequence;
    this.size += 1;
    this.place(instant * 16 + rank, subject * sequences + sequence, argument * 64 + kind);
    if (sequence > this.reviewAt) this.review();
  }

  /** Keeps the place of an event that would be added now, but is added later (`addKept`). @returns its sequence */
  keepPlace(): number {
    if (this.added === sequenceMax) throw new RangeError('the agenda has no place left to keep');
    this.added += 1;
    return this.added;
  }

  /**
   * Adds an event where it would be had it been added when its place was kept. No event of a later place may have been
   * taken.
   *
   * @param sequence from `keepPlace`, used once
   */
  addKept(sequence: number, instant: Instant, rank: number, kind: number, subject: number, argument: number): void {
    const { added } = this;
    this.added = sequence - 1;
    this.add(instant, rank, kind, subject, argument);
    this.added = added;
  }

  /**
   * Tells of an event from now on, as if it had been added and taken. It comes before all that wait.
   *
   * @param sequence from `keepPlace`, used once
   */
  takeKept(sequence: number, instant: Instant, rank: number, kind: number, subject: number, argument: number): void {
    const { near } = this;
    near.when = instant * 16 + rank;
    near.order = subject * sequences + sequence;
    near.what = argument * 64 + kind;
  }

  /**
   * Removes the least event, of which the fields tell from now on. False when none is left before `until` (excluded).
   */
  take(until: Instant = Number.POSITIVE_INFINITY): boolean {
    if (this.near.isEmpty) {
      if (this.size === 0) return false;
      this.advance();
    }
    if (!this.near.take(until * 16)) return false;
    this.size -= 1;
    return true;
  }

  /** The instant of the least event; Infinity when none waits. */
  peekInstant(): Instant {
    if (this.near.isEmpty) {
      if (this.size === 0) return Number.POSITIVE_INFINITY;
      this.advance();
    }
    return floor(this.near.peekWhen() / 16);
  }

  /**
   * Whether the least event here, if there is one, comes before the one that another agenda has taken last; no subject
   * is in both.
   */
  precedes({ near: { when, order } }: Agenda): boolean {
    const least = this.peekInstant() < Number.POSITIVE_INFINITY ? this.near.peekWhen() : Number.NaN;
    return least < when || (least === when && this.near.peekOrder() < order);
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
    fork.chains = this.chains.fork();
    return fork;
  }

  /** Puts an event where it belongs: near, its bucket, or beyond the rung. */
  private place(when: number, order: number, what: number): void {
    const bucket = (when - this.origin) * this.perWidth;
    if (bucket < this.farFrom) {
      this.near.add(when, order, what);
      return;
    }
    let chain = this.buckets;
    if (bucket < this.beyondFrom) chain = (bucket | 0) & (chain - 1);
    else this.overflowSize += 1;
    const { chains } = this;
    const at = chains.append(chain);
    const { cells } = chains;
    cells[at] = when;
    cells[at + 1] = order;
    cells[at + 2] = what;
  }

  /** Puts events, side by side in a column, where they belong. */
  private placeAll(events: Float64Array): void {
    for (let at = 0; at < events.length; at += 3) this.place(events[at]!, events[at + 1]!, events[at + 2]!);
  }

  /** Fills the empty `near` from the next bucket that holds something. Some event must wait. */
  private advance(): void {
    const { near } = this;
    while (near.isEmpty) {
      if (this.size === this.overflowSize) {
        this.rebuild();
        return;
      }
      this.farFrom += 1;
      this.beyondFrom += 1;
      if (this.farFrom > this.sweepAt) this.sweep();
      const { chains } = this;
      const bucket = this.farFrom - 1;
      const chain = bucket & (this.buckets - 1);
      if (chains.isEmpty(chain)) continue;
      near.addBucket(bucket, chains, chain);
      chains.clear(chain);
    }
  }

  /** Moves what has come within the rung's reach out of the overflow; twice a turn is soon enough. */
  private sweep(): void {
    const taken = this.added - this.size;
    const tooFew = taken - this.takenAtSweep < this.overflowSize >> 3;
    this.takenAtSweep = taken;
    this.sweepAt = this.farFrom + (this.buckets >> 1);
    if (tooFew || this.farFrom > bucketMax) {
      this.rebuild();
      return;
    }
    const events = new Float64Array(3 * this.overflowSize);
    this.chains.drain(this.buckets, events, 0);
    this.overflowSize = 0;
    this.placeAll(events);
  }

  /**
   * Rebuilds where the rung has become too small, or its buckets' width is far off the pace of the events taken since
   * last time.
   */
  private review(): void {
    const { when, risen } = this.near;
    const taken = this.added - this.size;
    const span = taken - this.takenAtReview;
    const width = Math.max(1, (this.perBucket * (when - this.whenAtReview)) / span);
    const ratio = width * this.perWidth;
    const isTooWide = ratio < 0.6 && risen - this.risenAtReview > span >> 5;
    this.reviewAt = this.added + Math.max(rungMin, this.size >> 1);
    this.takenAtReview = taken;
    this.whenAtReview = when;
    this.risenAtReview = risen;
    if (this.size > this.grownAt) this.rebuild();
    else if (this.size >= rungMin && span >= rungMin && (isTooWide || ratio > 2.5)) this.rebuild(width);
  }

  /** Lays the rung anew, from the least event on, and places every event again. */
  private rebuild(measuredWidth?: number): void {
    const { size } = this;
    const events = new Float64Array(3 * size);
    let end = this.near.drain(events);
    for (let chain = 0; chain <= this.buckets; chain++) end = this.chains.drain(chain, events, end);
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < end; at += 3) least = Math.min(least, events[at]!);
    this.perBucket = perBucketFor(size);
    this.buckets = powerOfTwoFrom((2 * size) / this.perBucket);
    this.chains = new EventChains(this.buckets + 1);
    this.origin = least;
    this.perWidth = size < rungMin ? 0 : 1 / (measuredWidth ?? guessWidth(events, least));
    this.near.layOut({ origin: least, perWidth: this.perWidth, parts: partsFor(this.perBucket) });
    this.farFrom = 1;
    this.beyondFrom = this.buckets;
    this.overflowSize = 0;
    this.sweepAt = this.buckets >> 1;
    this.grownAt = Math.max(rungMin, 2 * size);
    this.placeAll(events);
  }
}
