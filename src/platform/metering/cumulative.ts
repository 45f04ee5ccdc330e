/**
 * Cumulative rounding: what an amount of the ledger comes to in the unit that is priced, to nine decimals, without losing any on the way.
 */
import { type Decimal, minus, ratioToNine, zero } from './decimal.ts';
import type { Meter } from './meters.ts';
import { consumedFromBase, consumedPerPricingUnit, isExactUnit, meterKinds } from './meters.ts';
import type { Period } from './period.ts';
import type { Sku } from './pricebook.ts';
import type { Usage } from './tiers.ts';

/** Amounts of one series and billing period in the units that are priced. */
export class CumulativeRounding {
  private readonly inUnits: (base: bigint) => Decimal;
  private readonly meter: Meter;
  private total = 0n;
  private before: Decimal = zero;

  constructor(meter: Meter, sku: Sku | null, period: Period) {
    this.meter = meter;
    if (sku === null || isExactUnit(sku.unit)) this.inUnits = (base) => consumedFromBase(meter, base);
    else {
      const perUnit = meterKinds[meter].basePerConsumed * perUnitIn(sku, period);
      this.inUnits = (base) => ratioToNine(base, perUnit);
    }
  }

  /** What the next amount comes to. */
  take(base: bigint): Usage {
    this.total += base;
    const sum = this.inUnits(this.total);
    const quantity = minus(sum, this.before);
    this.before = sum;
    return { base, consumed: consumedFromBase(this.meter, base), quantity };
  }
}

/** Consumed units in one that a SKU prices. */
export function perUnitIn(sku: Sku, { monthLength }: Period): bigint {
  return consumedPerPricingUnit(sku.unit, monthLength);
}
