/**
 * How far the wanted count of one deployment went under each upper bound that it had, and how long it was at that.
 */
import type { Extreme } from '../engine/occupancy.ts';
import { Spells } from '../engine/spells.ts';
import type { Duration, Instant } from '../engine/time.ts';
import type { Bounds } from '../platform/facts.ts';

/** All the time under one `maxScale`, in one piece or several. */
export interface Reach {
  /** How long each count of replicas was wanted. */
  readonly wanted: ReadonlyMap<number, Duration>;
  /** The most replicas that were wanted for some time, and since when first; null: it held for no time. */
  readonly peak: Extreme | null;
  /** While as many were wanted as may be, and fewer might have been; null where there never was that choice. */
  readonly atBound: Spells | null;
}

interface LiveReach {
  readonly wanted: Map<number, Duration>;
  peak: Extreme | null;
  atBound: Spells;
  hasChoice: boolean;
}

/**
 * Folded from the changes of both. Nobody tells the first bounds: until the first change, which tells what held before it, the time at the peak is
 * kept, which is the time at the bound if that is as high. Of a workload that is deleted and made anew only the last life counts, as nobody tells
 * what the bounds of the other one were.
 */
export class BoundChronicle {
  /** By `maxScale`, in the order in which they first held. */
  private readonly reaches: Map<number, LiveReach> = new Map();
  private current: LiveReach = newReach();
  /** null: not told yet. */
  private bounds: Bounds | null = null;
  private wanted = 0;
  private since: Instant = 0;

  open(at: Instant, wanted: number): void {
    this.reaches.clear();
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

  change(at: Instant, from: Bounds, to: Bounds): void {
    this.settle(at);
    if (this.bounds === null) this.reaches.set(from.maxScale, told(this.current, from));
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
    current.wanted.set(wanted, (current.wanted.get(wanted) ?? 0) + (until - since));
    if (wanted > (current.peak?.value ?? -1)) {
      current.peak = { value: wanted, at: since };
      if (bounds === null) {
        current.atBound = new Spells();
        current.atBound.set(since, wanted > 0);
      }
    }
    current.hasChoice ||= bounds !== null && isChoice(bounds);
    current.atBound.settle(until);
    this.since = until;
  }

  /** What was settled, by `maxScale`. @param last the bounds of now; null: not known */
  reached(last: Bounds | null): ReadonlyMap<number, Reach> {
    if (this.bounds !== null) return new Map([...this.reaches].map(([maxScale, reach]) => [maxScale, seen(reach)]));
    return last === null ? new Map() : new Map([[last.maxScale, seen(told({ ...this.current }, last))]]);
  }

  /** The same bounds and the same wish, of which nothing has been counted before an instant. */
  begun(at: Instant): BoundChronicle {
    const begun = new BoundChronicle();
    begun.bounds = this.bounds;
    if (this.bounds !== null) begun.reaches.set(this.bounds.maxScale, begun.current);
    begun.wanted = this.wanted;
    begun.since = at;
    begun.mark(at);
    return begun;
  }

  fork(): BoundChronicle {
    const fork = new BoundChronicle();
    const copies = new Map<LiveReach, LiveReach>();
    for (const reach of [...this.reaches.values(), this.current])
      if (!copies.has(reach))
        copies.set(reach, { ...reach, wanted: new Map(reach.wanted), atBound: reach.atBound.fork() });
    for (const [maxScale, reach] of this.reaches) fork.reaches.set(maxScale, copies.get(reach) ?? newReach());
    fork.current = copies.get(this.current) ?? newReach();
    fork.bounds = this.bounds;
    fork.wanted = this.wanted;
    fork.since = this.since;
    return fork;
  }

  private mark(at: Instant): void {
    const { bounds, current, wanted } = this;
    if (bounds === null) current.atBound.set(at, wanted > 0 && wanted >= (current.peak?.value ?? 0));
    else current.atBound.set(at, isChoice(bounds) && wanted >= bounds.maxScale);
  }
}

function newReach(): LiveReach {
  return { wanted: new Map(), peak: null, atBound: new Spells(), hasChoice: false };
}

/** What was kept while nobody told the bounds, now that they are known: all the time at the peak was time at the bound, or none of it. */
function told(reach: LiveReach, bounds: Bounds): LiveReach {
  reach.hasChoice = reach.peak !== null && isChoice(bounds);
  if (!reach.hasChoice || (reach.peak?.value ?? 0) < bounds.maxScale) reach.atBound = new Spells();
  return reach;
}

function isChoice({ minScale, maxScale }: Bounds): boolean {
  return minScale < maxScale;
}

function seen({ wanted, peak, atBound, hasChoice }: LiveReach): Reach {
  return { wanted, peak, atBound: hasChoice ? atBound : null };
}
