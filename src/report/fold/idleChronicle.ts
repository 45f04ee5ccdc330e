/**
 * Ready replicas, split by the idle use of one replica; only for workloads whose idle use changed during the run.
 */
import { Occupancy } from '../../engine/occupancy.ts';
import type { Instant } from '../../engine/time.ts';
import type { ReadyTime, ReplicaReserve } from '../load/readyTime.ts';

/** The idle use of one replica, as far as it was changed; an absent value is as before. */
export interface Idle {
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
}

/** A period with the same idle use. */
export interface IdleTime {
  /** All changes up to then, merged; empty: as at the start of the scenario. */
  readonly changed: Idle;
  readonly ready: Occupancy;
  readonly readyTime: ReadyTime;
}

const unchanged: readonly IdleTime[] = [];

/** Memory grows with the number of changes. */
export class IdleChronicle {
  /** Oldest first; empty where nothing was changed. */
  times: readonly IdleTime[] = unchanged;

  /**
   * From now on it is another.
   *
   * @param before all replicas that were ready so far, as if nothing had been changed in their time
   */
  change(at: Instant, before: IdleTime, changed: Idle): void {
    if (this.times.length === 0)
      this.times = [{ ...before, ready: before.ready.fork(), readyTime: before.readyTime.fork() }];
    this.settle(at);
    const ready = new Occupancy();
    ready.set(at, before.ready.last ?? 0);
    this.times = [...this.times, { changed, ready, readyTime: before.readyTime.carriedForward(at) }];
  }

  /** A replica becomes ready (1), or is so no longer (-1). */
  add(at: Instant, reserve: ReplicaReserve, change: number): void {
    const last = this.times.at(-1);
    last?.ready.add(at, change);
    last?.readyTime.add(at, reserve, change);
  }

  settle(until: Instant): void {
    const last = this.times.at(-1);
    last?.ready.settle(until);
    last?.readyTime.settle(until);
  }

  /** @param at an instant up to which it is settled; what was idle before is not counted */
  carriedForward(at: Instant): IdleChronicle {
    const begun = new IdleChronicle();
    const last = this.times.at(-1);
    if (last !== undefined)
      begun.times = [
        { changed: last.changed, ready: last.ready.carriedForward(at), readyTime: last.readyTime.carriedForward(at) },
      ];
    return begun;
  }

  fork(): IdleChronicle {
    const fork = new IdleChronicle();
    fork.times = this.times.map(({ changed, ready, readyTime }) => ({
      changed,
      ready: ready.fork(),
      readyTime: readyTime.fork(),
    }));
    return fork;
  }
}
