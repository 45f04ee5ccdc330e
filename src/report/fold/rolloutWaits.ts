/**
 * The steps that the rollouts of one deployment waited for.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Fact } from './fact.ts';

/** The steps of a new replica until it is available, and the step of an old one that leaves. */
export const rolloutSteps = ['placement', 'volume', 'image', 'readiness', 'minReadySeconds', 'termination'] as const;

export type RolloutStep = (typeof rolloutSteps)[number];

/** A replica of the version that is rolled out. */
interface Fresh {
  readonly placedAt: Instant;
  startedAt: Instant;
  /** It waits for a volume of its own before its image. */
  readonly attaches: boolean;
  isReady: boolean;
  isAvailable: boolean;
}

/**
 * Splits the time of rollouts by step: the step of the newest replica of the new version that was not available yet. If
 * all were available, it is the termination of old replicas. `volume` includes the image and start of a replica that
 * had a volume to attach; `image` is that of others.
 */
export class RolloutWaits {
  readonly stepMs: Record<RolloutStep, Duration> = {
    placement: 0,
    volume: 0,
    image: 0,
    readiness: 0,
    minReadySeconds: 0,
    termination: 0,
  };
  /**
   * Time in which fewer new replicas had been begun than were wanted: the bounds of the rollout held the others back.
   */
  heldBackMs: Duration = 0;
  private version: number | null = null;
  private since: Instant = 0;
  private fresh: Map<number | string, Fresh> = new Map();
  /** The newest that is not available; null: all are. */
  private newest: Fresh | null = null;

  begin(at: Instant, version: number): void {
    this.version = version;
    this.since = at;
    this.fresh.clear();
    this.newest = null;
  }

  end(): void {
    this.version = null;
    this.fresh.clear();
    this.newest = null;
  }

  /** @param desired as many as were wanted up to this entry */
  listen(fact: Fact, desired: number): void {
    if (this.version === null) return;
    this.settle(fact.at, desired);
    const key = fact.ordinal ?? '';
    if (fact.type === 'replica.created' && fact.data.version === this.version) {
      const { placedAt, startedAt } = fact.data;
      const attaches = fact.reason.assumptions.includes('volume.duration.attach');
      this.newest = { placedAt, startedAt, attaches, isReady: false, isAvailable: false };
      this.fresh.set(key, this.newest);
      return;
    }
    const one = this.fresh.get(key);
    if (one === undefined) return;
    switch (fact.type) {
      case 'replica.pullFailed':
      case 'replica.restarted':
        one.startedAt = fact.data.startedAt;
        return;
      case 'replica.ready':
      case 'replica.unavailable':
        this.mark(one, true, false);
        return;
      case 'replica.available':
        this.mark(one, true, true);
        return;
      case 'replica.unready':
      case 'replica.exited':
        this.mark(one, false, false);
        return;
      case 'replica.terminating':
      case 'replica.evicted':
      case 'replica.lost':
      case 'replica.gone':
        this.fresh.delete(key);
        this.choose();
        return;
      default:
    }
  }

  settle(until: Instant, desired: number): void {
    const { since, newest } = this;
    if (this.version === null || until <= since) return;
    this.since = until;
    if (this.fresh.size < desired) this.heldBackMs += until - since;
    if (newest === null) {
      this.stepMs.termination += until - since;
      return;
    }
    const placed = clamp(newest.placedAt, since, until);
    const started = Math.max(placed, clamp(newest.startedAt, since, until));
    this.stepMs.placement += placed - since;
    this.stepMs[newest.attaches ? 'volume' : 'image'] += started - placed;
    this.stepMs[newest.isReady ? 'minReadySeconds' : 'readiness'] += until - started;
  }

  /** The same waits, of which nothing has been counted yet. */
  carriedForward(): RolloutWaits {
    const begun = this.fork();
    Object.assign(begun.stepMs, new RolloutWaits().stepMs);
    begun.heldBackMs = 0;
    return begun;
  }

  fork(): RolloutWaits {
    const fork = new RolloutWaits();
    Object.assign(fork.stepMs, this.stepMs);
    fork.heldBackMs = this.heldBackMs;
    fork.version = this.version;
    fork.since = this.since;
    for (const [key, one] of this.fresh) fork.fresh.set(key, { ...one });
    fork.choose();
    return fork;
  }

  private mark(one: Fresh, isReady: boolean, isAvailable: boolean): void {
    const wasAvailable = one.isAvailable;
    one.isReady = isReady;
    one.isAvailable = isAvailable;
    if (isAvailable ? one === this.newest : wasAvailable) this.choose();
  }

  private choose(): void {
    this.newest = null;
    for (const one of this.fresh.values()) if (!one.isAvailable) this.newest = one;
  }
}

function clamp(at: Instant, from: Instant, until: Instant): Instant {
  return Math.max(from, Math.min(at, until));
}
