/**
 * How long replicas were ready, by their reserve: the basis for comparing use with the reserve of the replicas that use
 * it.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** The reserve of one replica. */
export interface ReplicaReserve {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
}

interface Share {
  readonly reserve: ReplicaReserve;
  count: number;
  /** Replicas times milliseconds. */
  readyMs: Duration;
}

/** Folds ready time as it comes; memory grows with the number of different reserves. */
export class ReadyTime {
  private shares: readonly Share[] = [];
  private since: Instant = 0;
  private count = 0;

  /** A replica becomes ready (1), or is so no longer (-1). */
  add(at: Instant, reserve: ReplicaReserve, change: number): void {
    this.settle(at);
    this.shareOf(reserve).count += change;
    this.count += change;
  }

  settle(until: Instant): void {
    if (until > this.since && this.count > 0)
      for (const share of this.shares) share.readyMs += share.count * (until - this.since);
    this.since = Math.max(this.since, until);
  }

  /** The mean over those that are ready now; null: none is. */
  get reserve(): ReplicaReserve | null {
    if (this.count <= 0) return null;
    let [cpu, memory] = [0, 0];
    for (const { reserve, count } of this.shares) {
      cpu += count * reserve.cpuMillicores;
      memory += count * reserve.memoryBytes;
    }
    return { cpuMillicores: cpu / this.count, memoryBytes: memory / this.count };
  }

  /** What replicas used beyond their reserve, times milliseconds, where each used so much while it was ready. */
  over(each: number, of: keyof ReplicaReserve): bigint {
    let sum = 0n;
    for (const { reserve, readyMs } of this.shares)
      sum += BigInt(Math.max(0, Math.round(each) - reserve[of])) * BigInt(readyMs);
    return sum;
  }

  /** Every reserve that a ready replica had, with replicas times milliseconds. */
  eachReserve(callback: (reserve: ReplicaReserve, readyMs: Duration) => void): void {
    for (const { reserve, readyMs } of this.shares) callback(reserve, readyMs);
  }

  /** The same replicas, of which nothing has been counted yet. */
  carriedForward(at: Instant): ReadyTime {
    const begun = this.fork();
    begun.since = at;
    for (const share of begun.shares) share.readyMs = 0;
    return begun;
  }

  fork(): ReadyTime {
    const fork = new ReadyTime();
    fork.shares = this.shares.map((share) => ({ ...share }));
    fork.since = this.since;
    fork.count = this.count;
    return fork;
  }

  /** There are few: nearly always one. */
  private shareOf(reserve: ReplicaReserve): Share {
    for (const share of this.shares) if (isSame(share.reserve, reserve)) return share;
    const share = { reserve, count: 0, readyMs: 0 };
    this.shares = this.shares.concat(share);
    return share;
  }
}

function isSame(a: ReplicaReserve, b: ReplicaReserve): boolean {
  return a.cpuMillicores === b.cpuMillicores && a.memoryBytes === b.memoryBytes;
}
