/**
 * The rollouts of one deployment over a run.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Awaited } from '../../platform/facts.ts';
import type { Fact } from './fact.ts';
import type { ReplicaChronicle } from './replicaChronicle.ts';
import { RolloutWaits } from './rolloutWaits.ts';

interface UnderWay {
  readonly version: number;
  readonly startedAt: Instant;
  /** Whether it has stalled before. */
  readonly hasStalled: boolean;
}

/** A rollout that made no progress, and the step that it waited for when it was reported as stalled. */
export interface Stall {
  readonly version: number;
  readonly sinceAt: Instant;
  readonly waitsFor: readonly Awaited[];
  readonly seq: number;
}

/** A rollout that has ended: all replicas are of its version, or a newer version replaced it. */
export interface LongestRollout {
  readonly version: number;
  readonly at: Instant;
  readonly tookMs: Duration;
  readonly end: 'completed' | 'superseded';
}

/** How many replicas are wanted and exist. */
type ReplicaCounts = Pick<ReplicaChronicle, 'desired' | 'existing'>;

/** Counts of rollouts, the longest one, and the surplus over the wanted replicas. */
export class RolloutChronicle {
  started = 0;
  completed = 0;
  superseded = 0;
  /** Rollouts that made no progress for the deadline, each once however often. */
  stalled = 0;
  switched = 0;
  /** Of completed ones, together. */
  tookMs: Duration = 0;
  /** From a new version to the end of its rollout, completed or overtaken by a newer one; null: none ended. */
  longest: LongestRollout | null = null;
  /** Fewest ready replicas in a completed one; null: none completed. */
  lowestReady: { readonly version: number; readonly at: Instant; readonly ready: number } | null = null;
  firstStalled: Stall | null = null;
  /** How often the rollout of `firstStalled` has stalled; 0: none has. */
  firstStalls = 0;
  /** Replicas above the wanted count during rollouts, times time. */
  surgeReplicaMs = 0;
  underWay: UnderWay | null = null;
  waits: RolloutWaits = new RolloutWaits();
  private surgeSince: Instant = 0;

  /** @param counts before this entry */
  listen(fact: Fact, counts: ReplicaCounts): void {
    const { at } = fact;
    this.settle(at, counts);
    this.waits.listen(fact, counts.desired.last ?? 0);
    switch (fact.type) {
      case 'rollout.started':
        this.started += 1;
        this.underWay = { version: fact.data.version, startedAt: at, hasStalled: false };
        this.surgeSince = at;
        this.waits.begin(at, fact.data.version);
        return;
      case 'rollout.completed': {
        const { version, tookMs, lowestReady } = fact.data;
        this.completed += 1;
        this.tookMs += tookMs;
        if (this.lowestReady === null || lowestReady < this.lowestReady.ready) {
          this.lowestReady = { version, at, ready: lowestReady };
        }
        this.end(at, 'completed');
        return;
      }
      case 'rollout.superseded':
        this.superseded += 1;
        this.end(at, 'superseded');
        return;
      case 'rollout.stalled':
        this.countStall(fact.data, fact.seq);
        return;
      case 'rollout.switched':
        this.switched += 1;
        return;
      case 'deployment.closed':
        this.underWay = null;
        this.waits.end();
        return;
      default:
    }
  }

  /** Counts what held until an instant. */
  settle(until: Instant, counts: ReplicaCounts): void {
    if (this.underWay === null) return;
    const desired = counts.desired.last ?? 0;
    const surplus = (counts.existing.last ?? 0) - desired;
    this.waits.settle(until, desired);
    this.surgeReplicaMs += Math.max(0, surplus) * (until - this.surgeSince);
    this.surgeSince = until;
  }

  /** Whether there was any. */
  get isAny(): boolean {
    return this.started + this.switched + this.completed + this.superseded > 0 || this.underWay !== null;
  }

  /** The longest rollout, the time so far of one under way included; 0 where there was none. */
  longestBy(now: Instant): Duration {
    const soFar = this.underWay === null ? 0 : now - this.underWay.startedAt;
    return Math.max(soFar, this.longest?.tookMs ?? 0);
  }

  /** The same one under way, none of whose time before an instant has been counted. */
  carriedForward(at: Instant): RolloutChronicle {
    const begun = new RolloutChronicle();
    begun.underWay = this.underWay === null ? null : { ...this.underWay, hasStalled: false };
    begun.surgeSince = at;
    begun.waits = this.waits.carriedForward();
    return begun;
  }

  fork(): RolloutChronicle {
    return Object.assign(new RolloutChronicle(), this, { waits: this.waits.fork() });
  }

  private countStall(stall: Omit<Stall, 'seq'>, seq: number): void {
    if (this.underWay?.hasStalled !== true) this.stalled += 1;
    this.firstStalled ??= { ...stall, seq };
    if (this.stalled === 1) this.firstStalls += 1;
    if (this.underWay !== null) this.underWay = { ...this.underWay, hasStalled: true };
  }

  private end(at: Instant, end: LongestRollout['end']): void {
    if (this.underWay === null) return;
    const { version, startedAt } = this.underWay;
    if (this.longest === null || at - startedAt > this.longest.tookMs) {
      this.longest = { version, at: startedAt, tookMs: at - startedAt, end };
    }
    this.underWay = null;
    this.waits.end();
  }
}
