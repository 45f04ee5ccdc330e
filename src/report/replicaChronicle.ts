/**
 * The replicas of one deployment over a run: how many are wanted, exist, are ready and available.
 */
import { Occupancy } from '../engine/occupancy.ts';
import { Spells } from '../engine/spells.ts';
import type { Instant } from '../engine/time.ts';
import type { Fact } from './fact.ts';

interface LiveReplica {
  isReady: boolean;
  isAvailable: boolean;
}

/** Folded from the journal; live replicas are kept one by one, gone ones only in the counts. */
export class ReplicaChronicle {
  desired: Occupancy = new Occupancy();
  existing: Occupancy = new Occupancy();
  ready: Occupancy = new Occupancy();
  available: Occupancy = new Occupancy();
  /** While as many were wanted as never more; anew whenever that number grows. */
  atPeak: Spells = new Spells();
  private peak = 0;
  /** Times a container exited; each is followed by a restart in place. */
  exits = 0;
  evictions = 0;
  created = 0;
  private readonly live: Map<number | string, LiveReplica> = new Map();

  open(at: Instant, desired: number): void {
    this.want(at, desired);
    this.existing.set(at, 0);
    this.ready.set(at, 0);
    this.available.set(at, 0);
  }

  listen(fact: Fact): void {
    const { at } = fact;
    const key = fact.ordinal ?? '';
    switch (fact.type) {
      case 'deployment.scaled':
      case 'deployment.resumed':
        this.want(at, fact.data.to);
        return;
      case 'deployment.suspended':
        this.want(at, 0);
        return;
      case 'replica.settled':
        this.existing.add(at, 1);
        this.live.set(key, { isReady: false, isAvailable: false });
        this.mark(at, key, true, true);
        return;
      case 'replica.created':
        this.created += 1;
        this.existing.add(at, 1);
        this.live.set(key, { isReady: false, isAvailable: false });
        return;
      case 'replica.ready':
        this.mark(at, key, true, false);
        return;
      case 'replica.available':
        this.mark(at, key, true, true);
        return;
      case 'replica.exited':
        this.exits += 1;
        this.mark(at, key, false, false);
        return;
      case 'replica.evicted':
        this.evictions += 1;
        this.mark(at, key, false, false);
        return;
      case 'replica.terminating':
        this.mark(at, key, false, false);
        return;
      case 'replica.gone':
        this.mark(at, key, false, false);
        this.live.delete(key);
        this.existing.add(at, -1);
        return;
      default:
    }
  }

  settle(until: Instant): void {
    for (const course of [this.desired, this.existing, this.ready, this.available]) course.settle(until);
    this.followPeak();
    this.atPeak.settle(until);
  }

  fork(): ReplicaChronicle {
    const fork = new ReplicaChronicle();
    fork.desired = this.desired.fork();
    fork.existing = this.existing.fork();
    fork.ready = this.ready.fork();
    fork.available = this.available.fork();
    fork.atPeak = this.atPeak.fork();
    fork.peak = this.peak;
    fork.exits = this.exits;
    fork.evictions = this.evictions;
    fork.created = this.created;
    for (const [key, replica] of this.live) fork.live.set(key, { ...replica });
    return fork;
  }

  private want(at: Instant, wanted: number): void {
    this.desired.settle(at);
    this.followPeak();
    this.desired.set(at, wanted);
    this.atPeak.set(at, this.peak > 0 && wanted >= this.peak);
  }

  private followPeak(): void {
    const { max } = this.desired;
    if (max === null || max.value <= this.peak) return;
    this.peak = max.value;
    this.atPeak = new Spells();
    this.atPeak.set(max.at, true);
  }

  private mark(at: Instant, key: number | string, isReady: boolean, isAvailable: boolean): void {
    const replica = this.live.get(key);
    if (replica === undefined) return;
    this.ready.add(at, Number(isReady) - Number(replica.isReady));
    this.available.add(at, Number(isAvailable) - Number(replica.isAvailable));
    replica.isReady = isReady;
    replica.isAvailable = isAvailable;
  }
}
