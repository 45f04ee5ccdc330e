/**
 * The peak of a deployment's wanted count under each upper bound that it had, and how long the count was at the bound.
 */
import { Durations, type Extreme } from '../../engine/durations.ts';
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import type { ScaleBounds } from '../../platform/autoscaling/decision.ts';

/** The whole time under one `maxScale`, in one piece or several. */
export interface BoundUse {
  /** How long each count of replicas was wanted. */
  readonly wanted: Durations;
  /** The most replicas that were wanted for some time, and since when first; null: it held for no time. */
  readonly peak: Extreme | null;
  /** While as many were wanted as may be, and fewer might have been; null where there never was that choice. */
  readonly atBound: Spells | null;
}

interface LiveReach {
  readonly wanted: Durations;
  atBound: Spells;
  hasChoice: boolean;
}

/**
 * Folded from the changes of the count and of the bounds. The first bounds are unknown until the first change, which
 * names the bounds before it. Until then the time at the peak is kept; it is the time at the bound if the peak is as
 * high as the bound. If a workload is deleted and made anew, only the last life counts because the bounds of the
 * earlier life are unknown.
 */
export class BoundChronicle {
  /** By `maxScale`, in the order in which they first held; null while nobody has told one. */
  private reaches: Map<number, LiveReach> | null = null;
  private current: LiveReach = newReach();
  /** null: not told yet. */
  private bounds: ScaleBounds | null = null;
  private wanted = 0;
  private since: Instant = 0;

  open(at: Instant, wanted: number): void {
    this.reaches = null;
    this.current = newReach();
    this.bounds = null;
    this.wanted = 0;
    this.since = at;
    this.want(at, wanted);
  }

  want(at: Instant, wanted: number): void {
    this.settle(at);
    this.wanted = wanted;
    this.mark(at);
  }

  change(at: Instant, from: ScaleBounds, to: ScaleBounds): void {
    this.settle(at);
    this.reaches ??= new Map([[from.maxScale, told(this.current, from)]]);
    this.current.atBound.set(at, false);
    const known = this.reaches.get(to.maxScale);
    this.current = known ?? newReach();
    this.reaches.set(to.maxScale, this.current);
    this.bounds = to;
    this.mark(at);
  }

  settle(until: Instant): void {
    const { current, bounds, wanted, since } = this;
    if (until <= since) return;
    if (bounds === null && wanted > (current.wanted.max?.value ?? -1)) {
      current.atBound = new Spells();
      current.atBound.set(since, wanted > 0);
    }
    current.wanted.hold(wanted, since, until - since);
    current.hasChoice ||= bounds !== null && isChoice(bounds);
    current.atBound.settle(until);
    this.since = until;
  }

  /** What was settled, by `maxScale`. @param last the bounds of now; null: not known */
  reached(last: ScaleBounds | null): ReadonlyMap<number, BoundUse> {
    if (this.reaches !== null) return new Map([...this.reaches].map(([maxScale, reach]) => [maxScale, seen(reach)]));
    return last === null ? new Map() : new Map([[last.maxScale, seen(told({ ...this.current }, last))]]);
  }

  /** The same bounds and the same wish, of which nothing has been counted before an instant. */
  carriedForward(at: Instant): BoundChronicle {
    const begun = new BoundChronicle();
    begun.bounds = this.bounds;
    if (this.bounds !== null) begun.reaches = new Map([[this.bounds.maxScale, begun.current]]);
    begun.wanted = this.wanted;
    begun.since = at;
    begun.mark(at);
    return begun;
  }

  fork(): BoundChronicle {
    const fork = new BoundChronicle();
    const copies = new Map<LiveReach, LiveReach>();
    const copy = (reach: LiveReach): LiveReach => {
      const copied = copies.get(reach) ?? { ...reach, wanted: reach.wanted.fork(), atBound: reach.atBound.fork() };
      copies.set(reach, copied);
      return copied;
    };
    if (this.reaches !== null) fork.reaches = new Map([...this.reaches].map(([bound, reach]) => [bound, copy(reach)]));
    fork.current = copy(this.current);
    fork.bounds = this.bounds;
    fork.wanted = this.wanted;
    fork.since = this.since;
    return fork;
  }

  private mark(at: Instant): void {
    const { bounds, current, wanted } = this;
    if (bounds === null) current.atBound.set(at, wanted > 0 && wanted >= (current.wanted.max?.value ?? 0));
    else current.atBound.set(at, isChoice(bounds) && wanted >= bounds.maxScale);
  }
}

function newReach(): LiveReach {
  return { wanted: new Durations(), atBound: new Spells(), hasChoice: false };
}

/**
 * What was kept while nobody told the bounds, now that they are known: all the time at the peak was time at the bound,
 * or none of it.
 */
function told(reach: LiveReach, bounds: ScaleBounds): LiveReach {
  const peak = reach.wanted.max;
  reach.hasChoice = peak !== null && isChoice(bounds);
  if (!reach.hasChoice || (peak?.value ?? 0) < bounds.maxScale) reach.atBound = new Spells();
  return reach;
}

function isChoice({ minScale, maxScale }: ScaleBounds): boolean {
  return minScale < maxScale;
}

function seen({ wanted, atBound, hasChoice }: LiveReach): BoundUse {
  return { wanted, peak: wanted.max, atBound: hasChoice ? atBound : null };
}
