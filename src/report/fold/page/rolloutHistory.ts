/**
 * The rollouts of one deployment, one by one: how long each took, and how few replicas were available meanwhile.
 */

import type { Instant } from '../../../engine/time.ts';
import type { FactData } from '../../../platform/facts.ts';
import type { Fact } from '../fact.ts';
import type { ReplicaChronicle } from '../replicaChronicle.ts';

/** At twice as many the ones without trouble that took the shortest are dropped. */
const rolloutsMax = 128;

/** Instants of each rollout at which replicas were created. */
const batchesMax = 64;

/** A rollout as the journal tells it. */
export interface RolloutRecord {
  /** From 1. */
  readonly nth: number;
  /** null: not known. */
  readonly from: number | null;
  readonly to: number;
  readonly startedAt: Instant;
  readonly desired: number;
  readonly surge: number | null;
  readonly unavailable: number | null;
  readonly startedBy: number;
  readonly endedAt: Instant | null;
  readonly endedBy: number | null;
  readonly end: 'completed' | 'superseded' | 'closed' | null;
  /** The first stall: since when there was no progress, and its entry. */
  readonly stalled: { readonly sinceAt: Instant; readonly seq: number } | null;
  readonly leastAvailable: number;
  readonly leastReady: number;
  /** Most replicas that existed. */
  readonly most: number;
  readonly batches: readonly (readonly [at: Instant, created: number])[];
}

type Counts = Pick<ReplicaChronicle, 'available' | 'ready' | 'existing'>;

/** Replicas at the end of an instant. */
type Held = Pick<RolloutRecord, 'leastAvailable' | 'leastReady' | 'most'>;

/** Give it every entry about the deployment, in order. */
export class RolloutHistory {
  /** How many began. */
  count = 0;
  private ended: readonly RolloutRecord[] = [];
  private underWay: RolloutRecord | null = null;
  private version: number | null = null;
  /** After the last entry. */
  private held: Held = { leastAvailable: 0, leastReady: 0, most: 0 };
  private now: Instant = Number.NEGATIVE_INFINITY;

  /** What lasts for no time does not count. @param replicas after the entry */
  listen(fact: Fact, { available, ready, existing }: Counts): void {
    const { at } = fact;
    if (at > this.now) this.underWay = this.settled();
    this.now = at;
    this.held = { leastAvailable: available.last ?? 0, leastReady: ready.last ?? 0, most: existing.last ?? 0 };
    this.follow(fact);
  }

  /** In order of time, the one in progress last. */
  all(): readonly RolloutRecord[] {
    const underWay = this.settled();
    return underWay === null ? this.ended : [...this.ended, underWay];
  }

  fork(): RolloutHistory {
    return Object.assign(new RolloutHistory(), this);
  }

  private follow(fact: Fact): void {
    const { at, seq } = fact;
    switch (fact.type) {
      case 'deployment.opened':
        this.version = fact.data.version;
        return;
      case 'rollout.started':
        this.finish(at, null, 'superseded');
        this.start(at, seq, fact.data);
        return;
      case 'rollout.stalled':
        if (this.underWay?.stalled === null)
          this.underWay = { ...this.underWay, stalled: { sinceAt: fact.data.sinceAt, seq } };
        return;
      case 'replica.created':
        this.create(at);
        return;
      case 'rollout.completed':
        this.finish(at, seq, 'completed');
        return;
      case 'rollout.superseded':
        this.finish(at, seq, 'superseded');
        return;
      case 'deployment.closed':
        this.finish(at, seq, 'closed');
        return;
      default:
    }
  }

  /** The one in progress with what has held since the last entry; null: there is none. */
  private settled(): RolloutRecord | null {
    const { underWay, held } = this;
    if (underWay === null) return null;
    return {
      ...underWay,
      leastAvailable: Math.min(underWay.leastAvailable, held.leastAvailable),
      leastReady: Math.min(underWay.leastReady, held.leastReady),
      most: Math.max(underWay.most, held.most),
    };
  }

  private start(
    at: Instant,
    seq: number,
    { version, desired, surge, unavailable }: Readonly<FactData['rollout.started']>,
  ): void {
    this.count += 1;
    this.underWay = {
      nth: this.count,
      from: this.version,
      to: version,
      startedAt: at,
      desired,
      surge,
      unavailable,
      startedBy: seq,
      endedAt: null,
      endedBy: null,
      end: null,
      stalled: null,
      leastAvailable: Number.POSITIVE_INFINITY,
      leastReady: Number.POSITIVE_INFINITY,
      most: 0,
      batches: [],
    };
    this.version = version;
  }

  private create(at: Instant): void {
    const { underWay } = this;
    if (underWay === null) return;
    const [lastAt, created] = underWay.batches.at(-1) ?? [null, 0];
    if (lastAt !== at && underWay.batches.length === batchesMax) return;
    const before = lastAt === at ? underWay.batches.slice(0, -1) : underWay.batches;
    this.underWay = { ...underWay, batches: [...before, [at, lastAt === at ? created + 1 : 1]] };
  }

  private finish(at: Instant, seq: number | null, end: NonNullable<RolloutRecord['end']>): void {
    if (this.underWay === null) return;
    // One that ends at the instant at which it began has no other counts.
    const counts = this.underWay.startedAt === at ? this.settled() : this.underWay;
    this.ended = [...this.ended, { ...this.underWay, ...counts, endedAt: at, endedBy: seq, end }];
    this.underWay = null;
    if (this.ended.length >= 2 * rolloutsMax) this.ended = mostTelling(this.ended, rolloutsMax);
  }
}

/** Those with trouble, then those that took the longest, the first ones of equal ones; in their order. */
export function mostTelling<T extends Pick<RolloutRecord, 'startedAt' | 'endedAt' | 'end'>>(
  all: readonly T[],
  most: number,
): readonly T[] {
  if (all.length <= most) return all;
  const length = ({ startedAt, endedAt, end }: T): number =>
    end === 'completed' && endedAt !== null ? endedAt - startedAt : Number.MAX_VALUE;
  const order = all.map((one, index) => ({ one, index, length: length(one) }));
  order.sort((a, b) => b.length - a.length || a.index - b.index);
  const kept = new Set(order.slice(0, most).map(({ one }) => one));
  return all.filter((one) => kept.has(one));
}
