/**
 * Cumulative rounding: what an amount of the ledger comes to in the unit that is priced, to nine decimals, without losing any on the way.
 */
import { type Decimal, fromBigInt, minus, ratioToNine, times, zero } from './decimal.ts';
import type { Meter } from './meters.ts';
import { consumedFromBase, consumedPerPricingUnit, isExactUnit, meterKinds } from './meters.ts';
import type { Period } from './period.ts';
import type { Sku } from './pricebook.ts';
import type { Measured } from './tiers.ts';

/** Amounts of one series and billing period in the units that are priced. */
export class CumulativeRounding {
  private readonly meter: Meter;
  /** Consumed units in one that is priced; null where none has to be rounded. */
  private readonly perUnit: bigint | null;
  private total = 0n;
  private before: Decimal = zero;

  constructor(meter: Meter, sku: Sku | null, period: Period) {
    this.meter = meter;
    this.perUnit = sku === null || isExactUnit(sku.unit) ? null : perUnitIn(sku, period);
  }

  /** What the next amount comes to. */
  take(base: bigint): Measured {
    const { meter, perUnit, before, total } = this;
    const consumed = consumedFromBase(meter, base);
    this.total += base;
    if (perUnit === null) return { base, consumed, quantity: consumed, ahead: zero };
    const sum = ratioToNine(this.total, meterKinds[meter].basePerConsumed * perUnit);
    const ahead = minus(times(before, fromBigInt(perUnit)), consumedFromBase(meter, total));
    this.before = sum;
    return { base, consumed, quantity: minus(sum, before), ahead };
  }
}

/** Consumed units in one that a SKU prices. */
export function perUnitIn(sku: Sku, { monthLength }: Period): bigint {
  return consumedPerPricingUnit(sku.unit, monthLength);
}
