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

/** Of one stretch, each where it was first reached. */
interface Extremes {
  leastDesired: Counts;
  greatestDesired: Counts;
  leastReady: Counts;
  greatestReady: Counts;
}

/** Folds changes as they come; it keeps no more points than a report shows. */
export class ScalePoints {
  /** The end of the run: the stretches are parts of the time from the first change up to it. */
  private readonly until: Instant;
  /** How many changes there were, but for what the last instant may come to. */
  private count = 0;
  /** All of them; once there are too many, the first. */
  private points: Counts[] = [];
  /** By stretch; null as long as all points are kept. */
  private extremes: Map<number, Extremes> | null = null;
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
    const kept = new Map(points.map((one) => [one.at, one]));
    for (const of of extremes?.values() ?? [])
      for (const one of [of.leastDesired, of.greatestDesired, of.leastReady, of.greatestReady]) kept.set(one.at, one);
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
    if (this.extremes !== null) fork.extremes = new Map([...this.extremes].map(([at, one]) => [at, { ...one }]));
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
    const { last, before } = this;
    if (last === null || (before !== null && isSame(last, before))) return;
    this.before = last;
    this.count += 1;
    if (this.extremes !== null) {
      this.extend(this.extremes, last);
      return;
    }
    this.points.push(last);
    if (this.points.length <= pointsMax) return;
    this.extremes = new Map();
    for (const one of this.points) this.extend(this.extremes, one);
    this.points.length = 1;
  }

  private extend(extremes: Map<number, Extremes>, one: Counts): void {
    const firstAt = this.points[0]?.at ?? one.at;
    const stretch = Math.floor(((one.at - firstAt) * stretches) / (this.until - firstAt));
    const known = extremes.get(stretch);
    if (known === undefined) {
      extremes.set(stretch, { leastDesired: one, greatestDesired: one, leastReady: one, greatestReady: one });
      return;
    }
    const { desired, ready } = one;
    if (desired < known.leastDesired.desired) known.leastDesired = one;
    if (desired > known.greatestDesired.desired) known.greatestDesired = one;
    if (ready < known.leastReady.ready) known.leastReady = one;
    if (ready > known.greatestReady.ready) known.greatestReady = one;
  }
}

function isSame(a: Omit<Counts, 'at'>, b: Omit<Counts, 'at'>): boolean {
  return a.desired === b.desired && a.ready === b.ready;
}
