/**
 * The course of a deployment's replicas that a load moves: how many are wanted and ready, change by change.
 */
import { Series } from '../engine/series.ts';
import { type Instant, isoFromInstant } from '../engine/time.ts';

/** Counts from an instant on. */
export interface ScalePoint {
  readonly at: string;
  readonly desired: number;
  readonly ready: number;
}

/** From so many changes on, only the extremes of equal stretches of time are shown. */
const pointsMax = 500;
/** Of each stretch: the least and the greatest of both counts. */
const pointsEach = 4;

const noVersions: ReadonlyMap<number, number> = new Map();

/** Memory grows with the changes: so it is kept where there is demand only. */
export class ScaleCourse {
  desired: Series = new Series();
  ready: Series = new Series();
  /** Those of each version, where it matters. */
  private readonly versions: Map<number, Series> = new Map();

  /** @param versions of those that are ready, where one version alone gets requests; absent: each does */
  set(at: Instant, desired: number, ready: number, versions: ReadonlyMap<number, number> = noVersions): void {
    this.desired.set(at, desired);
    this.ready.set(at, ready);
    for (const [version, count] of versions) {
      const series = this.versions.get(version) ?? new Series();
      series.set(at, count);
      this.versions.set(version, series);
    }
  }

  /** Replicas of a version that are ready at an instant. */
  readyOf(version: number, at: Instant): number {
    return this.versions.get(version)?.at(at) ?? 0;
  }

  fork(): ScaleCourse {
    const fork = new ScaleCourse();
    fork.desired = this.desired.fork();
    fork.ready = this.ready.fork();
    for (const [version, series] of this.versions) fork.versions.set(version, series.fork());
    return fork;
  }

  /** Every instant before one at which a count changed, in order. */
  changes(until: Instant): readonly Instant[] {
    return instantsOf([this.desired, this.ready], until);
  }

  /** Every instant before one at which that of a version changed, in order. */
  versionChanges(until: Instant): readonly Instant[] {
    return instantsOf([...this.versions.values()], until);
  }

  /**
   * Changes before an instant, 500 at most: of more, the first of all, and in each of 124 equal stretches of time the least and the greatest of
   * both counts.
   */
  points(until: Instant): readonly ScalePoint[] {
    const changes = this.changes(until);
    const shown = changes.length <= pointsMax ? changes : this.extremes(changes, until);
    return shown.map((at) => ({
      at: isoFromInstant(at),
      desired: this.desired.at(at) ?? 0,
      ready: this.ready.at(at) ?? 0,
    }));
  }

  private extremes(changes: readonly Instant[], until: Instant): readonly Instant[] {
    const [first = 0] = changes;
    const count = pointsMax / pointsEach - 1;
    const stretches = new Map<number, Instant[]>();
    for (const at of changes) {
      const stretch = Math.floor(((at - first) * count) / (until - first));
      const members = stretches.get(stretch);
      if (members === undefined) stretches.set(stretch, [at]);
      else members.push(at);
    }
    const kept = new Set<Instant>([first]);
    for (const members of stretches.values())
      for (const series of [this.desired, this.ready]) {
        const value = (at: Instant): number => series.at(at) ?? 0;
        kept.add(members.reduce((best, at) => (value(at) < value(best) ? at : best)));
        kept.add(members.reduce((best, at) => (value(at) > value(best) ? at : best)));
      }
    return [...kept].sort((a, b) => a - b);
  }
}

function instantsOf(all: readonly Series[], until: Instant): readonly Instant[] {
  const instants = new Set<Instant>();
  for (const series of all) series.eachStep(Number.NEGATIVE_INFINITY, until, (_, __, since) => instants.add(since));
  return [...instants].sort((a, b) => a - b);
}
