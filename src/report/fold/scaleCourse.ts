/**
 * The replicas of a deployment with a load over time: wanted and ready replicas, change by change.
 */
import { TimeSeries } from '../../engine/series.ts';
import type { Instant } from '../../engine/time.ts';
import type { ReplicaReserve } from '../load/readyTime.ts';

const noVersions: ReadonlyMap<number, number> = new Map();

/**
 * Every change since the last dropped one. It is kept only for workloads with demands that are amounts, and dropped
 * once the load up to there is counted (`countLoads`).
 */
export class ScaleCourse {
  desired: TimeSeries = new TimeSeries();
  ready: TimeSeries = new TimeSeries();
  /** What one of the ready ones reserves. */
  private cpuReserve: TimeSeries = new TimeSeries();
  private memoryReserve: TimeSeries = new TimeSeries();
  /** Those of each version, where it matters. */
  private readonly versions: Map<number, TimeSeries> = new Map();

  /** How many changes are kept. */
  get steps(): number {
    let steps = this.desired.steps + this.ready.steps;
    for (const series of this.versions.values()) steps += series.steps;
    return steps;
  }

  /** @param versions of those that are ready, where one version alone gets requests; absent: each does */
  set(at: Instant, desired: number, ready: number, versions: ReadonlyMap<number, number> = noVersions): void {
    this.desired.set(at, desired);
    this.ready.set(at, ready);
    for (const [version, count] of versions) {
      const known = this.versions.get(version);
      // None was ready before: that is no change.
      if (known === undefined && count === 0) continue;
      const series = known ?? new TimeSeries();
      series.set(at, count);
      this.versions.set(version, series);
    }
  }

  /** What one replica that is ready reserves from an instant on. */
  reserve(at: Instant, { cpuMillicores, memoryBytes }: ReplicaReserve): void {
    this.cpuReserve.set(at, cpuMillicores);
    this.memoryReserve.set(at, memoryBytes);
  }

  /** What one replica that is ready reserves at an instant; nothing before the first was. */
  reserveAt(at: Instant): ReplicaReserve {
    return { cpuMillicores: this.cpuReserve.at(at) ?? 0, memoryBytes: this.memoryReserve.at(at) ?? 0 };
  }

  /** Replicas of a version that are ready at an instant. */
  readyOf(version: number, at: Instant): number {
    return this.versions.get(version)?.at(at) ?? 0;
  }

  /** Every instant before one at which a count changed, that of a version too, in order. */
  changes(until: Instant): readonly Instant[] {
    const instants = new Set<Instant>();
    for (const series of [this.desired, this.ready, ...this.versions.values()])
      series.eachStep(Number.NEGATIVE_INFINITY, until, (_, __, since) => instants.add(since));
    return [...instants].sort((a, b) => a - b);
  }

  /** What was before an instant is not asked for any more. */
  forget(before: Instant): void {
    this.desired.forget(before);
    this.ready.forget(before);
    this.cpuReserve.forget(before);
    this.memoryReserve.forget(before);
    for (const [version, series] of this.versions) {
      series.forget(before);
      if (series.steps === 1 && series.last === 0) this.versions.delete(version);
    }
  }

  fork(): ScaleCourse {
    const fork = new ScaleCourse();
    fork.desired = this.desired.fork();
    fork.ready = this.ready.fork();
    fork.cpuReserve = this.cpuReserve.fork();
    fork.memoryReserve = this.memoryReserve.fork();
    for (const [version, series] of this.versions) fork.versions.set(version, series.fork());
    return fork;
  }
}
