/**
 * The bars of a lane: separate while they are few, otherwise summarised in equal intervals, so that the picture
 * accounts for every bar.
 */

import type { Duration, Instant } from '../../../engine/time.ts';
import type { TimeFrame } from '../../picture/columns.ts';
import { short } from '../../picture/numberShort.ts';
import type { PageBar } from '../../picture/picture.ts';
import type { PictureBudget } from '../../picture/room.ts';
import { roundWidths } from '../../picture/stretchWidths.ts';
import { durationText } from '../../words/format.ts';

/** Maximum rows of separate bars; more simultaneous bars are summarised. */
const rowsMost = 32;

/** Maximum intervals of a lane, and the maximum when there are many lanes. */
const stretchesMost = 128;
const stretchesLeast = 32;

/** The summary of all bars in an interval. */
export interface BarBundle {
  /** By state: how many began in it, or for how long there were any, each counted by itself. */
  readonly parts: readonly (readonly [state: string, amount: number])[];
  readonly from: Instant;
  readonly until: Instant;
}

/** How a lane counts and words what it sums up. */
export interface Summing {
  /** `starts`: bars that began in a stretch; `presence`: how many there were, on the average of it. */
  readonly counts: 'starts' | 'presence';
  /** What a bar for all of a stretch says. */
  readonly words: (sums: BarBundle) => string;
  /** What the height of a bar shows: `the number of executions that started in it`. */
  readonly height: string;
}

/** Give it every bar that has ended, in any order. */
export class BundledBars {
  private readonly frame: TimeFrame;
  private readonly room: PictureBudget;
  private readonly summing: Summing;
  /** null where they are too many to be kept one by one. */
  private each: PageBar[] | null = [];
  /** Of one stretch; the finest that may be shown. */
  private readonly width: Duration;
  private sums: Map<string, Float64Array> = new Map();

  /** @param room says how many it may keep: fewer, the more lanes there are */
  constructor(frame: TimeFrame, room: PictureBudget, summing: Summing) {
    this.frame = frame;
    this.room = room;
    this.summing = summing;
    this.width = alignedWidth(frame, stretchesMost);
  }

  get isEmpty(): boolean {
    return this.each?.length === 0;
  }

  /** @param make is called only where the bar may be shown by itself: there may be a great many */
  add(from: Instant, until: Instant, state: string, make: () => PageBar): void {
    // What was there for no time is no part of what was there.
    if (until <= from && this.summing.counts === 'presence') return;
    if (this.each === null) {
      this.sum(from, until, state);
      return;
    }
    this.each.push(make());
    if (this.each.length > this.room.items) this.sumAll();
  }

  /** @param most of them, in rows where they overlap; `note` says what was summed up */
  shown(most: number): { readonly bars: readonly PageBar[]; readonly note: string } {
    if (this.each !== null && this.each.length <= Math.min(most, this.room.items)) {
      const order = (a: PageBar, b: PageBar): number =>
        a.from - b.from ||
        numberOf(a) - numberOf(b) ||
        a.until - b.until ||
        Number(a.state > b.state) - Number(a.state < b.state);
      const bars = inRows([...this.each].sort(order));
      if (bars.every(({ row }) => row < rowsMost)) return { bars, note: '' };
    }
    const whole = this.fork(this.room);
    whole.sumAll();
    const width = alignedWidth(this.frame, Math.max(stretchesLeast, Math.min(stretchesMost, most)));
    const bars = whole.stretches(width);
    return {
      bars,
      note: `Too many to draw one by one: each bar covers ${durationText(width)}, and its height shows ${this.summing.height}.`,
    };
  }

  fork(room: PictureBudget): BundledBars {
    const fork = new BundledBars(this.frame, room, this.summing);
    fork.each = this.each?.slice() ?? null;
    fork.sums = new Map([...this.sums].map(([state, sums]) => [state, sums.slice()]));
    return fork;
  }

  private sumAll(): void {
    const { each } = this;
    this.each = null;
    for (const { from, until, state } of each ?? []) this.sum(from, until, state);
  }

  private sum(from: Instant, until: Instant, state: string): void {
    let sums = this.sums.get(state);
    if (sums === undefined) {
      sums = new Float64Array(stretchesMost + 1);
      this.sums.set(state, sums);
    }
    const origin = floorTo(this.frame.start, this.width);
    const first = Math.max(0, Math.floor((from - origin) / this.width));
    if (this.summing.counts === 'starts') {
      sums[Math.min(stretchesMost, first)]! += 1;
      return;
    }
    const end = Math.min(until, this.frame.end);
    for (let i = first; i <= stretchesMost && origin + i * this.width < end; i += 1) {
      const [begin, over] = [origin + i * this.width, origin + (i + 1) * this.width];
      sums[i]! += Math.max(0, Math.min(end, over) - Math.max(from, begin));
    }
  }

  /** @param width a multiple of the finest, or that itself */
  private stretches(width: Duration): PageBar[] {
    const { start, end } = this.frame;
    const origin = floorTo(start, this.width);
    const together = new Map<Instant, Map<string, number>>();
    for (const [state, sums] of [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
      sums.forEach((amount, i) => {
        if (amount === 0) return;
        const begin = floorTo(origin + i * this.width, width);
        const parts = together.get(begin) ?? new Map<string, number>();
        parts.set(state, (parts.get(state) ?? 0) + amount);
        together.set(begin, parts);
      });
    }
    return [...together]
      .sort(([a], [b]) => a - b)
      .map(([begin, amounts]): PageBar => {
        const [from, until] = [Math.max(start, begin), Math.min(end, begin + width)];
        const parts = [...amounts];
        // Of a stretch in part, as many as a whole one would have: else a run would seem to begin and to end with less.
        const per = this.summing.counts === 'starts' ? (until - from) / width : until - from;
        return {
          from,
          until,
          row: 0,
          state: parts.map(([state]) => state).join(', '),
          label: this.summing.words({ parts, from, until }),
          events: null,
          parts: parts.map(([state, amount]) => [state, short(amount / per)] as const),
        };
      });
  }
}

/** Of stretches of the calendar, of which so many cover a frame at most; the first and the last may be in part. */
function alignedWidth({ start, end }: TimeFrame, most: number): Duration {
  const known = roundWidths.find((width) => Math.ceil((end - floorTo(start, width)) / width) <= most);
  return known ?? Math.ceil((end - start) / most);
}

function floorTo(at: Instant, width: Duration): Instant {
  return Math.floor(at / width) * width;
}

/** 3 of `replica 3`; 0 of a bar without a number. */
function numberOf({ name = '' }: PageBar): number {
  return Number(name.split(' ')[1]) || 0;
}

/** Each in the first row that is free when it begins; in order of their beginnings. */
function inRows(bars: readonly PageBar[]): PageBar[] {
  const freeFrom: Instant[] = [];
  return bars.map((bar) => {
    const free = freeFrom.findIndex((from) => from <= bar.from);
    const row = free < 0 ? freeFrom.length : free;
    freeFrom[row] = bar.until;
    return { ...bar, row };
  });
}
