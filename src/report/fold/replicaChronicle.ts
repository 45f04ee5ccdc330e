/**
 * The replicas of one deployment over a run: how many are wanted, exist, are ready and available.
 */
import { Occupancy } from '../../engine/occupancy.ts';
import { Spells } from '../../engine/spells.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { ReplicaStart } from '../../platform/facts.ts';
import { ReadyTime, type ReplicaReserve } from '../load/readyTime.ts';
import { BoundChronicle } from './boundChronicle.ts';
import { DownTime } from './downTime.ts';
import { type EarlyDeaths, withDeath } from './earlyDeaths.ts';
import type { Fact } from './fact.ts';
import { type Idle, IdleChronicle } from './idleChronicle.ts';
import { totalOf } from './reserveChronicle.ts';
import { type SurgeScaling, withSurge } from './surgeScaling.ts';

interface LiveReplica {
  readonly version: number;
  isReady: boolean;
  isAvailable: boolean;
  /** Since when its containers run, or will; null while they do not. */
  runsSince: Instant | null;
  readonly reserve: ReplicaReserve;
}

/** Folded from the journal; live replicas are kept one by one, gone ones only in the counts. */
export class ReplicaChronicle {
  desired: Occupancy = new Occupancy();
  existing: Occupancy = new Occupancy();
  ready: Occupancy = new Occupancy();
  available: Occupancy = new Occupancy();
  readyTime: ReadyTime = new ReadyTime();
  idle: IdleChronicle = new IdleChronicle();
  bounds: BoundChronicle = new BoundChronicle();
  /** While some are wanted and none is ready. */
  down: Spells = new Spells();
  /** The same time by its causes. */
  downTime: DownTime = new DownTime();
  /** Times that more were wanted though use was within its target, as the surge of a rollout counted. */
  surges: SurgeScaling | null = null;
  /** Times that a container was ended before its application answers. */
  earlyDeaths: EarlyDeaths | null = null;
  /** Times a container exited; each is followed by a restart in place. */
  exits = 0;
  evictions = 0;
  firstEvictedAt: Instant | null = null;
  created = 0;
  /**
   * The longest time the containers of a replica ran without an exit, and when that was over; null: none has stopped.
   */
  longestRun: { readonly at: Instant; readonly tookMs: Duration } | null = null;
  /** The longest time from the begin of a termination to its end, and when it began; null: none has been terminated. */
  longestTermination: { readonly at: Instant; readonly tookMs: Duration } | null = null;
  /**
   * Of those that are ready; a version of which none is any more stays until another replica comes. null: nobody asks
   * (`open`).
   */
  readyByVersion: Map<number, number> | null = null;
  private readonly live: Map<number | string, LiveReplica> = new Map();

  /** @param isByVersion whether ready ones are to be told apart by their version */
  open(at: Instant, desired: number, isByVersion = false): void {
    if (isByVersion) this.readyByVersion ??= new Map();
    this.desired.set(at, desired);
    this.bounds.open(at, desired);
    this.existing.set(at, 0);
    this.ready.set(at, 0);
    this.available.set(at, 0);
    this.noteDown(at, null);
  }

  listen(fact: Fact): void {
    this.downTime.hear(fact);
    this.follow(fact);
    this.noteDown(fact.at, fact);
  }

  private follow(fact: Fact): void {
    const { at } = fact;
    const key = fact.ordinal ?? '';
    switch (fact.type) {
      case 'deployment.scaled':
        this.surges = withSurge(this.surges, fact.data, at);
        this.want(at, fact.data.to);
        return;
      case 'deployment.resumed':
        this.want(at, fact.data.to);
        return;
      case 'deployment.suspended':
        this.want(at, 0);
        return;
      case 'deployment.bounded':
        this.bounds.change(at, fact.data.from, fact.data.to);
        return;
      case 'replica.settled':
        this.begin(at, key, fact.data);
        this.mark(at, key, true, true);
        return;
      case 'replica.created':
        this.created += 1;
        this.begin(at, key, fact.data);
        return;
      case 'replica.ready':
      case 'replica.unavailable':
        this.mark(at, key, true, false);
        return;
      case 'replica.available':
        this.mark(at, key, true, true);
        return;
      case 'replica.unready':
        this.mark(at, key, false, false);
        return;
      case 'replica.restarted': {
        const replica = this.live.get(key);
        if (replica !== undefined) replica.runsSince = fact.data.startedAt;
        return;
      }
      case 'replica.unresponsive':
        this.earlyDeaths = withDeath(this.earlyDeaths, fact.data, at);
        return;
      case 'replica.exited':
        this.exits += 1;
        this.stop(at, key);
        this.mark(at, key, false, false);
        return;
      case 'replica.evicted':
        this.evictions += 1;
        this.firstEvictedAt ??= at;
        this.stop(at, key);
        this.mark(at, key, false, false);
        return;
      case 'replica.terminating': {
        const tookMs = fact.data.goneAt - at;
        if (tookMs > (this.longestTermination?.tookMs ?? -1)) this.longestTermination = { at, tookMs };
        this.stop(at, key);
        this.mark(at, key, false, false);
        return;
      }
      case 'replica.gone':
        this.stop(at, key);
        this.mark(at, key, false, false);
        this.live.delete(key);
        this.existing.add(at, -1);
        return;
      default:
    }
  }

  /** The longest run of a replica's containers, those that run by now included; null where none ran. */
  longestRunBy(now: Instant): { readonly at: Instant; readonly tookMs: Duration } | null {
    let longest = this.longestRun;
    for (const { runsSince } of this.live.values()) {
      if (runsSince !== null && now >= runsSince && now - runsSince > (longest?.tookMs ?? -1)) {
        longest = { at: now, tookMs: now - runsSince };
      }
    }
    return longest;
  }

  settle(until: Instant): void {
    for (const course of [this.desired, this.existing, this.ready, this.available]) course.settle(until);
    this.bounds.settle(until);
    this.down.settle(until);
    this.downTime.settle(until);
    this.readyTime.settle(until);
    this.idle.settle(until);
  }

  /** From now on replicas use something else idle. */
  turnIdle(at: Instant, before: Idle, after: Idle): void {
    this.ready.settle(at);
    this.readyTime.settle(at);
    this.idle.change(at, { changed: before, ready: this.ready, readyTime: this.readyTime }, after);
  }

  /** The same replicas, of which nothing has been counted before an instant. */
  carriedForward(at: Instant): ReplicaChronicle {
    const begun = new ReplicaChronicle();
    begun.desired = this.desired.carriedForward(at);
    begun.existing = this.existing.carriedForward(at);
    begun.ready = this.ready.carriedForward(at);
    begun.available = this.available.carriedForward(at);
    begun.readyTime = this.readyTime.carriedForward(at);
    begun.idle = this.idle.carriedForward(at);
    begun.bounds = this.bounds.carriedForward(at);
    begun.down = this.down.carriedForward(at);
    begun.downTime = this.downTime.carriedForward(at);
    for (const [key, replica] of this.live) begun.live.set(key, { ...replica });
    if (this.readyByVersion !== null) begun.readyByVersion = new Map(this.readyByVersion);
    return begun;
  }

  fork(): ReplicaChronicle {
    const fork = new ReplicaChronicle();
    fork.desired = this.desired.fork();
    fork.existing = this.existing.fork();
    fork.ready = this.ready.fork();
    fork.available = this.available.fork();
    fork.readyTime = this.readyTime.fork();
    fork.idle = this.idle.fork();
    fork.bounds = this.bounds.fork();
    fork.down = this.down.fork();
    fork.downTime = this.downTime.fork();
    fork.surges = this.surges;
    fork.earlyDeaths = this.earlyDeaths;
    fork.exits = this.exits;
    fork.evictions = this.evictions;
    fork.firstEvictedAt = this.firstEvictedAt;
    fork.longestRun = this.longestRun;
    fork.longestTermination = this.longestTermination;
    fork.created = this.created;
    for (const [key, replica] of this.live) fork.live.set(key, { ...replica });
    if (this.readyByVersion !== null) fork.readyByVersion = new Map(this.readyByVersion);
    return fork;
  }

  private begin(at: Instant, key: number | string, { version, startedAt, reserved }: ReplicaStart): void {
    this.existing.add(at, 1);
    const reserve = totalOf(reserved);
    this.live.set(key, { version, isReady: false, isAvailable: false, runsSince: startedAt, reserve });
    for (const [one, count] of this.readyByVersion ?? []) if (count === 0) this.readyByVersion?.delete(one);
  }

  private stop(at: Instant, key: number | string): void {
    const replica = this.live.get(key);
    if (replica === undefined || replica.runsSince === null) return;
    const tookMs = at - replica.runsSince;
    if (tookMs >= 0 && tookMs > (this.longestRun?.tookMs ?? -1)) this.longestRun = { at, tookMs };
    replica.runsSince = null;
  }

  private want(at: Instant, wanted: number): void {
    this.desired.set(at, wanted);
    this.bounds.want(at, wanted);
  }

  private noteDown(at: Instant, fact: Fact | null): void {
    const isDown = (this.desired.last ?? 0) > 0 && this.ready.last === 0;
    if (isDown === this.down.isOn) return;
    this.down.set(at, isDown);
    this.downTime.set(at, isDown, fact);
  }

  private mark(at: Instant, key: number | string, isReady: boolean, isAvailable: boolean): void {
    const replica = this.live.get(key);
    if (replica === undefined) return;
    const { version } = replica;
    const gain = Number(isReady) - Number(replica.isReady);
    this.ready.add(at, gain);
    if (gain !== 0) this.readyTime.add(at, replica.reserve, gain);
    if (gain !== 0) this.idle.add(at, replica.reserve, gain);
    if (gain !== 0) this.readyByVersion?.set(version, (this.readyByVersion.get(version) ?? 0) + gain);
    this.available.add(at, Number(isAvailable) - Number(replica.isAvailable));
    replica.isReady = isReady;
    replica.isAvailable = isAvailable;
  }
}
