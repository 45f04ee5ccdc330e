/**
 * Equal columns of time, and in each the least and the greatest value of a line, and the last.
 */

import type { Instant } from '../../engine/time.ts';
import type { PageLine } from './picture.ts';
import { columnsMost } from './room.ts';

/** The time that a picture is of. */
export interface TimeFrame {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
}

/** A value from an instant on, or at it; NaN: there is none from there on. */
export type Point = readonly [at: Instant, value: number];

/**
 * Give it every point, in order. Columns that are merged two by two come to what they would have been from the
 * beginning.
 */
export class Columns {
  private readonly frame: TimeFrame;
  private readonly draw: PageLine['draw'];
  private count: number = columnsMost;
  private least: ColumnPoints = new ColumnPoints(columnsMost);
  private greatest: ColumnPoints = new ColumnPoints(columnsMost);
  private last: ColumnPoints = new ColumnPoints(columnsMost);
  /** The last point; null: there is none. */
  private beforeAt: Instant | null = null;
  private before = 0;

  constructor(frame: TimeFrame, draw: PageLine['draw']) {
    this.frame = frame;
    this.draw = draw;
  }

  add(at: Instant, value: number): void {
    const column = this.columnOf(at);
    if (this.draw === 'joined' && this.beforeAt !== null && this.columnOf(this.beforeAt) < column)
      this.cross([this.beforeAt, this.before], [at, value]);
    this.note(column, at, value);
    this.beforeAt = at;
    this.before = value;
  }

  /** Merges columns until there are no more than so many. @param most a power of two */
  coarsenTo(most: number): void {
    while (this.count > most) {
      this.count /= 2;
      this.least = this.least.merged((a, b) => b < a);
      this.greatest = this.greatest.merged((a, b) => b > a);
      this.last = this.last.merged(() => true);
    }
  }

  /**
   * In order. Of a joined line the last point of a column counts only where the line ends there: each column that it
   * crosses has two of its own.
   */
  points(): Point[] {
    const points: Point[] = [];
    const final = this.last.at.findLastIndex((at) => !Number.isNaN(at));
    for (let column = 0; column < this.count; column += 1) {
      const last = this.last.point(column);
      if (last === null) continue;
      const extremes = [this.least.point(column), this.greatest.point(column)].filter((one) => one !== null);
      const isNeeded = this.draw === 'steps' || column === final || Number.isNaN(last[1]);
      const own = (isNeeded ? [...extremes, last] : extremes).sort(([a], [b]) => a - b);
      for (const point of own) if (!isSame(points.at(-1), point, this.draw)) points.push(point);
    }
    return points;
  }

  fork(): Columns {
    const fork = new Columns(this.frame, this.draw);
    fork.count = this.count;
    fork.least = this.least.fork();
    fork.greatest = this.greatest.fork();
    fork.last = this.last.fork();
    fork.beforeAt = this.beforeAt;
    fork.before = this.before;
    return fork;
  }

  /** A straight piece has values at the borders of the columns that it crosses. */
  private cross([from, first]: Point, [until, last]: Point): void {
    if (Number.isNaN(first) || Number.isNaN(last)) return;
    const { start, end } = this.frame;
    const valueAt = (at: Instant): number => {
      const value = first + ((last - first) * (at - from)) / (until - from);
      return Math.min(Math.max(value, Math.min(first, last)), Math.max(first, last));
    };
    for (let column = this.columnOf(from) + 1; column <= this.columnOf(until); column += 1) {
      const border = Math.ceil(start + ((end - start) * column) / this.count);
      if (border - 1 > from && border - 1 < until)
        this.note(this.columnOf(border - 1), border - 1, valueAt(border - 1));
      if (border > from && border < until) this.note(this.columnOf(border), border, valueAt(border));
    }
  }

  private note(column: number, at: Instant, value: number): void {
    this.last.set(column, at, value);
    if (Number.isNaN(value)) return;
    if (!(this.least.value[column]! <= value)) this.least.set(column, at, value);
    if (!(this.greatest.value[column]! >= value)) this.greatest.set(column, at, value);
  }

  private columnOf(at: Instant): number {
    const { start, end } = this.frame;
    const column = Math.floor(((at - start) * this.count) / (end - start));
    return Math.min(this.count - 1, Math.max(0, column));
  }
}

/** One point of each column, or none: its instant is NaN. */
export class ColumnPoints {
  readonly at: Float64Array;
  readonly value: Float64Array;

  constructor(count: number) {
    this.at = new Float64Array(count).fill(Number.NaN);
    this.value = new Float64Array(count).fill(Number.NaN);
  }

  set(column: number, at: Instant, value: number): void {
    this.at[column] = at;
    this.value[column] = value;
  }

  point(column: number): Point | null {
    const at = this.at[column]!;
    return Number.isNaN(at) ? null : [at, this.value[column]!];
  }

  /** Half as many; @param isBetter whether of two columns' values the later one counts */
  merged(isBetter: (earlier: number, later: number) => boolean): ColumnPoints {
    const half = new ColumnPoints(this.at.length / 2);
    for (let column = 0; column < half.at.length; column += 1) {
      const earlier = this.point(2 * column);
      const later = this.point(2 * column + 1);
      const one = earlier === null || (later !== null && isBetter(earlier[1], later[1])) ? later : earlier;
      if (one !== null) half.set(column, ...one);
    }
    return half;
  }

  fork(): ColumnPoints {
    const fork = new ColumnPoints(this.at.length);
    fork.at.set(this.at);
    fork.value.set(this.value);
    return fork;
  }
}

function isSame(before: Point | undefined, [at, value]: Point, draw: PageLine['draw']): boolean {
  if (before === undefined) return Number.isNaN(value);
  return Object.is(before[1], value) && (draw === 'steps' || before[0] === at);
}
