/**
 * Cumulative rounding: what an amount of the ledger comes to in the unit that is priced, to nine decimals, without losing any on the way.
 */
import { type Decimal, minus, ratioToNine, zero } from './decimal.ts';
import type { Meter } from './meters.ts';
import { consumedFromBase, consumedPerPricingUnit, isExactUnit, meterKinds } from './meters.ts';
import type { Period } from './period.ts';
import type { Sku } from './pricebook.ts';
import type { Measured } from './tiers.ts';

/** Amounts of one series and billing period in the units that are priced. */
export class CumulativeRounding {
  private readonly inUnits: (base: bigint) => Decimal;
  private total = 0n;
  private priced: Decimal = zero;

  constructor(meter: Meter, sku: Sku | null, period: Period) {
    if (sku === null || isExactUnit(sku.unit)) this.inUnits = (base) => consumedFromBase(meter, base);
    else {
      const perUnit = meterKinds[meter].basePerConsumed * perUnitIn(sku, period);
      this.inUnits = (base) => ratioToNine(base, perUnit);
    }
  }

  /** What the next amount comes to. */
  take(base: bigint): Measured {
    const before = { base: this.total, quantity: this.priced };
    this.total += base;
    this.priced = this.inUnits(this.total);
    return { base, quantity: minus(this.priced, before.quantity), consumed: null, before };
  }
}

/** Consumed units in one that a SKU prices. */
export function perUnitIn(sku: Sku, { monthLength }: Period): bigint {
  return consumedPerPricingUnit(sku.unit, monthLength);
}
