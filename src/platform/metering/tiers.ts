/**
 * Tiers: what the first units of a billing period cost, and those after them (graduated: a unit keeps the price of the tier that it fell into).
 */
import type { Instant } from '../../engine/time.ts';
import { type Decimal, fromBigInt, minus, plus, times, wholePart, zero } from './decimal.ts';
import type { Meter } from './meters.ts';
import { meterKinds } from './meters.ts';
import type { Price, Sku } from './pricebook.ts';
import type { Series } from './series.ts';

/** An amount of the ledger in each of its units. */
export interface Usage {
  readonly base: bigint;
  readonly consumed: Decimal;
  /** In the unit that is priced. */
  readonly quantity: Decimal;
}

/** Usage as a series comes to it. */
export interface Measured extends Usage {
  /** How much more than what was consumed rounding has priced of the series before, in consumed units; below 0 where it has priced less. */
  readonly ahead: Decimal;
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
    let rest = usage;
    for (const [tier, { upTo }] of tiers.entries()) {
      const room = upTo === null ? rest.quantity : minus(upTo, this.counted);
      if (upTo !== null && room.coefficient <= 0n) continue;
      const over = minus(rest.quantity, room);
      if (over.coefficient <= 0n) {
        this.counted = plus(this.counted, rest.quantity);
        parts.push({ tier, usage: rest });
        break;
      }
      const part = firstOf(meter, rest, room, consumedPerUnit);
      this.counted = plus(this.counted, room);
      parts.push({ tier, usage: part });
      rest = {
        base: rest.base - part.base,
        consumed: minus(rest.consumed, part.consumed),
        quantity: over,
        ahead: zero,
      };
    }
    return parts;
  }
}

/** The first units of some usage, fewer than all of them. */
function firstOf(meter: Meter, { ahead }: Measured, quantity: Decimal, consumedPerUnit: bigint): Usage {
  const consumed = plus(times(quantity, fromBigInt(consumedPerUnit)), ahead);
  return { base: wholePart(times(consumed, fromBigInt(meterKinds[meter].basePerConsumed))), consumed, quantity };
}
