/**
 * A quantity over the time of a run, as a picture shows it: every change while they are few, else the least and the
 * greatest of equal columns of time.
 */

import type { Instant } from '../../engine/time.ts';
import { Columns, type Point, type TimeFrame } from './columns.ts';
import { short } from './numberShort.ts';
import type { PageLine } from './picture.ts';
import type { PictureBudget } from './room.ts';

/** A line has so many points by column before it is thinned. */
const pointsPerColumn = 2;

/** The last two points may change as more come. */
const unsettled = 2;

/**
 * Folded as it comes: no more is kept than may be shown. A value that holds until the next is told by `set`, one that
 * moves straight towards the next by `join`; a line takes one of both.
 */
export class ThinnedLine {
  private readonly frame: TimeFrame;
  private readonly room: PictureBudget;
  private readonly draw: PageLine['draw'];
  /** Those that no column has yet. */
  private at: Instant[] = [];
  /** NaN: there is no value from there on. */
  private value: number[] = [];
  /** null while every change is kept. */
  private columns: Columns | null = null;

  /** @param room says how many points it may keep: fewer, the more lines there are */
  constructor(frame: TimeFrame, room: PictureBudget, draw: PageLine['draw']) {
    this.frame = frame;
    this.room = room;
    this.draw = draw;
    room.lines += 1;
  }

  get isEmpty(): boolean {
    return this.columns === null && this.at.length === 0;
  }

  /**
   * The value from an instant on; another one at the same instant replaces it. @param value null: there is none from
   * here on
   */
  set(at: Instant, value: number | null): void {
    const last = this.at.length - 1;
    const next = value ?? Number.NaN;
    if (last < 0 ? Number.isNaN(next) : Object.is(this.value[last], next)) return;
    if (this.at[last] !== at) this.push(at, next);
    else {
      // What held for no time is not shown.
      this.value[last] = next;
      if (last > 0 && Object.is(this.value[last - 1], next)) this.drop();
    }
  }

  /**
   * A straight piece. One that begins elsewhere than the last one ended jumps there; between two that do not touch
   * there is no value.
   */
  join(from: Instant, first: number, until: Instant, last: number): void {
    if (until <= from) return;
    const end = this.at.length - 1;
    const isTouching = this.at[end] === from;
    if (end >= 0 && !isTouching && !Number.isNaN(this.value[end]!)) this.push(this.at[end]!, Number.NaN);
    if (!isTouching || !isNear(this.value[end]!, first)) this.push(from, first);
    else if (this.isStraight(until, last)) this.drop();
    this.push(until, last);
  }

  /** What is to be drawn. @param columnsMax a power of two; how many columns a line that is thinned may have */
  shown(name: string, columnsMax: number): PageLine {
    const { isThinned, points } = this.within(columnsMax);
    return {
      name,
      draw: this.draw,
      at: points.map(([at]) => at),
      value: points.map(([, value]) => (Number.isNaN(value) ? null : short(value))),
      isThinned,
    };
  }

  /** How many points that would be. */
  size(columnsMax: number): number {
    return this.within(columnsMax).points.length;
  }

  /** The same past; @param room that of the fork's lines */
  fork(room: PictureBudget): ThinnedLine {
    const fork = new ThinnedLine(this.frame, room, this.draw);
    room.lines -= 1;
    fork.at = this.at.slice();
    fork.value = this.value.slice();
    fork.columns = this.columns?.fork() ?? null;
    return fork;
  }

  private within(columnsMax: number): { readonly isThinned: boolean; readonly points: readonly Point[] } {
    const most = Math.min(columnsMax, this.room.columns);
    const own = this.at.map((at, index): Point => [at, this.value[index]!]);
    if (this.columns === null && own.length <= most * pointsPerColumn) return { isThinned: false, points: own };
    const columns = this.columns?.fork() ?? new Columns(this.frame, this.draw);
    for (const [at, value] of own) columns.add(at, value);
    columns.coarsenTo(most);
    return { isThinned: true, points: columns.points() };
  }

  /** Whether the last piece goes straight on to a point. */
  private isStraight(until: Instant, last: number): boolean {
    const end = this.at.length - 1;
    if (end < 1) return false;
    const from = this.at[end - 1]!;
    const first = this.value[end - 1]!;
    const to = this.at[end]!;
    const reached = this.value[end]!;
    if (Number.isNaN(first) || from === to) return false;
    const straight = first + ((last - first) * (to - from)) / (until - from);
    return isNear(straight, reached);
  }

  private drop(): void {
    this.at.pop();
    this.value.pop();
  }

  private push(at: Instant, value: number): void {
    this.at.push(at);
    this.value.push(value);
    const kept = this.columns === null ? this.room.columns * pointsPerColumn : 0;
    if (this.at.length <= kept + 64) return;
    this.columns ??= new Columns(this.frame, this.draw);
    const settled = this.at.length - unsettled;
    for (let i = 0; i < settled; i += 1) this.columns.add(this.at[i]!, this.value[i]!);
    this.at = this.at.slice(settled);
    this.value = this.value.slice(settled);
    this.columns.coarsenTo(this.room.columns);
  }
}

/** No picture tells them apart. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-7 * Math.max(Math.abs(a), Math.abs(b));
}
