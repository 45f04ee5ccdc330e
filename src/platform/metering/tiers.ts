/**
 * Tiers: what the first units of a billing period cost, and those after them (graduated: a unit keeps the price of the tier that it fell into).
 */
import type { Instant } from '../../engine/time.ts';
import { compare, type Decimal, fromBigInt, minus, plus, times, wholePart, zero } from './decimal.ts';
import type { Meter } from './meters.ts';
import { consumedFromBase, meterKinds } from './meters.ts';
import type { Price, Sku } from './pricebook.ts';
import type { Series } from './series.ts';

/** Usage at one price. */
export interface Usage {
  readonly base: bigint;
  /** In the unit that is priced. */
  readonly quantity: Decimal;
  /** Of usage that was split at a bound; null: what its base units come to. */
  readonly consumed: Decimal | null;
}

/** Usage as a series comes to it. */
export interface Measured extends Usage {
  readonly consumed: null;
  /** What the series had used before in the billing period, and how much of it was priced. */
  readonly before: { readonly base: bigint; readonly quantity: Decimal };
}

/** Whether any price of a SKU has tiers, so that it matters in which order its usage comes. */
export function isTiered(sku: Sku): boolean {
  return sku.prices.some(({ tiers }) => tiers.length > 1);
}

/** Usage with equal keys is counted together: one SKU and billing period, within the SKU's scope. */
export function counterKey({ id, tierScope }: Sku, { org, gvc, resource }: Series, periodAt: Instant): string {
  const owner = { org: [org], gvc: [org, gvc], resource: [org, gvc, resource] }[tierScope];
  return JSON.stringify([id, periodAt, ...owner]);
}

/** Counts the units of one key, and says which tiers they fall into. */
export class TierCounter {
  private counted: Decimal = zero;
  /** The prices met last, and the lowest of their tiers that is not full: those below are full for good. */
  private reached: { readonly tiers: readonly Price[]; readonly tier: number } | null = null;

  /**
   * Counts usage on, in parts where it crosses bounds, one for each tier that it falls into, the lowest first.
   *
   * A bound belongs to the tier below it. What was counted stays counted when prices change: the new bounds are measured from the start of the period,
   * too, whatever the units up to then did cost. Consumed quantity is split where the series has consumed just what is priced of it up to the bound, so
   * that it does not matter in how many pieces a series comes; base units at the whole one below.
   *   60 GB after 20 GB, bounds at 50 and 800 -> 30 GB in tier 0, 30 GB in tier 1
   *
   * @param consumedPerUnit how many consumed units make one that is priced
   */
  take(
    meter: Meter,
    usage: Measured,
    tiers: readonly Price[],
    consumedPerUnit: bigint,
  ): { readonly tier: number; readonly usage: Usage }[] {
    const parts: { readonly tier: number; readonly usage: Usage }[] = [];
    let priced: Decimal = zero;
    let given = { base: 0n, consumed: zero };
    const first = this.reached?.tiers === tiers ? this.reached.tier : 0;
    for (let tier = first; tier < tiers.length; tier += 1) {
      const upTo = tiers[tier]?.upTo ?? null;
      const left = parts.length === 0 ? usage.quantity : minus(usage.quantity, priced);
      const room = upTo === null ? left : minus(upTo, this.counted);
      if (upTo !== null && room.coefficient <= 0n) continue;
      if (upTo === null || compare(left, room) <= 0) {
        if (tier > first || this.reached?.tiers !== tiers) this.reached = { tiers, tier };
        this.counted = plus(this.counted, left);
        parts.push({ tier, usage: parts.length === 0 ? usage : restOf(meter, usage, given, left) });
        break;
      }
      priced = plus(priced, room);
      this.counted = plus(this.counted, room);
      const upToHere = consumedUpTo(meter, usage, priced, consumedPerUnit);
      const base = wholePart(times(upToHere, fromBigInt(meterKinds[meter].basePerConsumed)));
      const part = { base: base - given.base, quantity: room, consumed: minus(upToHere, given.consumed) };
      parts.push({ tier, usage: part });
      given = { base, consumed: upToHere };
    }
    return parts;
  }
}

/** What was consumed of some usage when so many of its units are priced. */
function consumedUpTo(meter: Meter, { before }: Measured, priced: Decimal, consumedPerUnit: bigint): Decimal {
  const sinceStart = times(plus(before.quantity, priced), fromBigInt(consumedPerUnit));
  return minus(sinceStart, consumedFromBase(meter, before.base));
}

/** What lower tiers have left of some usage. */
function restOf(
  meter: Meter,
  { base }: Measured,
  given: { readonly base: bigint; readonly consumed: Decimal },
  quantity: Decimal,
): Usage {
  return { base: base - given.base, quantity, consumed: minus(consumedFromBase(meter, base), given.consumed) };
}
