/**
 * The part of a deployment's billed reserve that belongs to its minimum scale: what it would reserve without any load.
 */
import type { Occupancy } from '../../engine/occupancy.ts';
import type { Instant } from '../../engine/time.ts';
import type { ScaleBounds } from '../../platform/autoscaling/decision.ts';
import type { ReserveChronicle } from './reserveChronicle.ts';

/** Folded from changes of the bounds; the first bounds are known only from the change that ends them. */
export class BaselineChronicle {
  /** Billed replicas up to the least scale, times milliseconds, under all bounds but those of now. */
  private before = 0n;
  /** How long each count was billed when the bounds changed last; null: they never did. */
  private counted: Occupancy | null = null;
  /** Told last; null: never. */
  private minScale: number | null = null;

  change(
    at: Instant,
    reserves: ReserveChronicle,
    { from, to }: { readonly from: ScaleBounds; readonly to: ScaleBounds },
  ): void {
    reserves.settle(at);
    this.before += this.since(reserves, from.minScale);
    this.counted = reserves.count.fork();
    this.minScale = to.minScale;
  }

  /**
   * Billed replicas times milliseconds, as far as they are no more than the least scale; settled.
   *
   * @param minScale of the end; null: not known, as the workload is gone
   */
  replicaMs(reserves: ReserveChronicle, minScale: number | null): bigint {
    return this.before + this.since(reserves, this.minScale ?? minScale ?? 0);
  }

  /** The same bounds, of which nothing has been counted yet. */
  carriedForward(): BaselineChronicle {
    const begun = new BaselineChronicle();
    begun.minScale = this.minScale;
    return begun;
  }

  fork(): BaselineChronicle {
    return Object.assign(new BaselineChronicle(), this, { counted: this.counted?.fork() ?? null });
  }

  private since({ count }: ReserveChronicle, minScale: number): bigint {
    return count.areaUpTo(minScale) - (this.counted?.areaUpTo(minScale) ?? 0n);
  }
}
