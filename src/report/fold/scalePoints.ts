/**
 * The replicas of a deployment over time, for reports: every change, or the extremes if there are many.
 */
import { type Instant, isoFromInstant } from '../../engine/time.ts';

/** The counts from an instant on. */
export interface ScalePoint {
  readonly at: string;
  readonly desired: number;
  readonly ready: number;
}

interface Counts {
  readonly at: Instant;
  readonly desired: number;
  readonly ready: number;
}

/** From so many changes on, only the extremes of equal stretches of time are shown. */
const pointsMax = 500;
/** The first of all has a place of its own. */
const stretches = 124;

/** What a change is kept as, in a row: an instant, and the counts desired and ready from then on. */
const rowSize = 3;
/** Rows of a stretch: the least and the greatest desired, the least and the greatest ready, where each came first. */
const rowsOfStretch = 4;

/** Folds changes as they come; it keeps no more points than a report shows. */
export class ScalePoints {
  /** The end of the run: the stretches are parts of the time from the first change up to it. */
  private readonly until: Instant;
  /** How many changes there were, but for what the last instant may come to. */
  private count = 0;
  /** Rows of all of them; once there are too many, of the first. */
  private points: number[] = [];
  /** Rows by stretch, not a number where it has none; null as long as all points are kept. */
  private extremes: Float64Array | null = null;
  /** The last of them. */
  private before: Counts | null = null;
  /** As it is in the last instant: it may come to something else yet, or to no change at all. */
  private last: Counts | null = null;

  constructor(until: Instant) {
    this.until = until;
  }

  /** The counts from an instant on; others at the same instant replace them. */
  set(at: Instant, desired: number, ready: number): void {
    const { last } = this;
    if (last !== null && isSame(last, { desired, ready })) return;
    if (last !== null && last.at < at) this.keepLast();
    this.last = { at, desired, ready };
  }

  /** How often a count has changed before an instant; nothing has been set after it. */
  changes(until: Instant): number {
    return this.endedAt(until).count;
  }

  /**
   * Changes before an instant, 500 at most: of more, the first of all, and in each of 124 equal stretches of the run
   * the least and the greatest of both counts. Nothing has been set after that instant.
   */
  shown(until: Instant): readonly ScalePoint[] {
    const { points, extremes } = this.endedAt(until);
    const kept = new Map<Instant, Counts>();
    for (const rows of [points, extremes ?? []])
      for (let i = 0; i < rows.length; i += rowSize) {
        const at = rows[i]!;
        if (!Number.isNaN(at)) kept.set(at, { at, desired: rows[i + 1]!, ready: rows[i + 2]! });
      }
    return [...kept.values()]
      .sort((a, b) => a.at - b.at)
      .map(({ at, desired, ready }) => ({ at: isoFromInstant(at), desired, ready }));
  }

  /** As it is, with no change before an instant. */
  carriedForward(at: Instant): ScalePoints {
    const begun = new ScalePoints(this.until);
    if (this.last !== null) begun.set(at, this.last.desired, this.last.ready);
    return begun;
  }

  fork(): ScalePoints {
    const fork = new ScalePoints(this.until);
    fork.count = this.count;
    fork.points = this.points.slice();
    fork.extremes = this.extremes?.slice() ?? null;
    fork.before = this.before;
    fork.last = this.last;
    return fork;
  }

  private endedAt(until: Instant): ScalePoints {
    const ended = this.fork();
    if (ended.last !== null && ended.last.at < until) ended.keepLast();
    return ended;
  }

  private keepLast(): void {
    const { last, before, points } = this;
    if (last === null || (before !== null && isSame(last, before))) return;
    this.before = last;
    this.count += 1;
    const { at, desired, ready } = last;
    if (this.extremes !== null) {
      this.extend(this.extremes, at, desired, ready);
      return;
    }
    points.push(at, desired, ready);
    if (points.length <= pointsMax * rowSize) return;
    this.extremes = new Float64Array(stretches * rowsOfStretch * rowSize).fill(Number.NaN);
    for (let i = 0; i < points.length; i += rowSize)
      this.extend(this.extremes, points[i]!, points[i + 1]!, points[i + 2]!);
    this.points = points.slice(0, rowSize);
  }

  private extend(extremes: Float64Array, at: Instant, desired: number, ready: number): void {
    const firstAt = this.points[0]!;
    const stretch = Math.floor(((at - firstAt) * stretches) / (this.until - firstAt));
    const first = stretch * rowsOfStretch * rowSize;
    const isFirst = Number.isNaN(extremes[first]!);
    for (let row = 0; row < rowsOfStretch; row += 1) {
      const place = first + row * rowSize;
      const isOfReady = row > 1;
      const gain = isOfReady ? ready - extremes[place + 2]! : desired - extremes[place + 1]!;
      const isGreatest = row % 2 === 1;
      if (!isFirst && (isGreatest ? gain <= 0 : gain >= 0)) continue;
      extremes[place] = at;
      extremes[place + 1] = desired;
      extremes[place + 2] = ready;
    }
  }
}

function isSame(a: Omit<Counts, 'at'>, b: Omit<Counts, 'at'>): boolean {
  return a.desired === b.desired && a.ready === b.ready;
}
