/**
 * Converts amounts of the ledger to the unit that a SKU prices. Quantities are whole numbers of a last decimal, so they
 * are added and compared as such.
 */

import { type Decimal, digitsToDivide, powerOfTen } from './decimal.ts';
import { consumedPerPricingUnit, isExactUnit, meterKinds } from './meters.ts';
import type { Period } from './period.ts';
import type { Sku } from './prices.ts';

/** Bounds of tiers are never finer. */
const leastScale = 9;

/** Quantities of one SKU in one billing period. */
export class PricedUnits {
  /**
   * Digits after the point: nine for hours and months; otherwise as many as the meter's base units need without
   * rounding.
   */
  readonly scale: number;
  private readonly one: bigint;
  private readonly consumedPerUnit: bigint;
  private readonly basePerUnit: bigint;

  constructor({ meter, unit }: Sku, { monthLength }: Period) {
    const { basePerConsumed } = meterKinds[meter];
    this.scale = isExactUnit(unit) ? Math.max(leastScale, digitsToDivide(basePerConsumed)) : leastScale;
    this.one = powerOfTen(this.scale);
    this.consumedPerUnit = consumedPerPricingUnit(unit, monthLength);
    this.basePerUnit = basePerConsumed * this.consumedPerUnit;
  }

  /**
   * The quantity of an amount of base units, rounded half up.
   *   700 Core-Seconds -> 0.194444444 Core-Hours
   */
  quantityOf(base: bigint): bigint {
    return (2n * base * this.one + this.basePerUnit) / (2n * this.basePerUnit);
  }

  /** The whole base units of a quantity. */
  baseOf(quantity: bigint): bigint {
    return (quantity * this.basePerUnit) / this.one;
  }

  /** The exact consumption for a quantity. */
  consumedOf(quantity: bigint): Decimal {
    return { coefficient: quantity * this.consumedPerUnit, scale: this.scale };
  }
}
