/**
 * The nine meters: what is counted, in which unit it is held, shown and priced. Every conversion is exact.
 */
import type { Decimal } from './decimal.ts';
import { dividedBy, fromBigInt } from './decimal.ts';

export const meters = [
  'reserved-cpu',
  'reserved-memory',
  'volume-capacity',
  'shared-volume-capacity',
  'mount-cpu',
  'mount-memory',
  'mounter-cpu',
  'mounter-memory',
  'mounter-egress',
] as const;

export type Meter = (typeof meters)[number];

/** What the ledger adds up: an amount times milliseconds, or for egress the bytes themselves. */
export type BaseUnit = 'mcoreMs' | 'byteMs' | 'bytes';

export type ConsumedUnit = 'Core-Seconds' | 'GiB-Seconds' | 'GB-Seconds' | 'GB';

export type PricingUnit = ConsumedUnit | 'Core-Hours' | 'GiB-Hours' | 'GB-Hours' | 'GB-Months';

export interface MeterKind {
  readonly baseUnit: BaseUnit;
  readonly consumedUnit: ConsumedUnit;
  /** Base units in one consumed unit: of the primes 2 and 5 only, so that every quantity is a finite decimal. */
  readonly basePerConsumed: bigint;
  readonly pricingUnits: readonly PricingUnit[];
}

const cpu: MeterKind = {
  baseUnit: 'mcoreMs',
  consumedUnit: 'Core-Seconds',
  basePerConsumed: 1_000_000n,
  pricingUnits: ['Core-Seconds', 'Core-Hours'],
};

const memory: MeterKind = {
  baseUnit: 'byteMs',
  consumedUnit: 'GiB-Seconds',
  basePerConsumed: 1_073_741_824_000n,
  pricingUnits: ['GiB-Seconds', 'GiB-Hours'],
};

const capacity: MeterKind = {
  baseUnit: 'byteMs',
  consumedUnit: 'GB-Seconds',
  basePerConsumed: 1_000_000_000_000n,
  pricingUnits: ['GB-Seconds', 'GB-Hours', 'GB-Months'],
};

const egress: MeterKind = {
  baseUnit: 'bytes',
  consumedUnit: 'GB',
  basePerConsumed: 1_000_000_000n,
  pricingUnits: ['GB'],
};

/** How each meter is held, shown and priced; GB is 10^9 bytes, GiB is 2^30. */
export const meterKinds: { readonly [meter in Meter]: MeterKind } = {
  'reserved-cpu': cpu,
  'reserved-memory': memory,
  'volume-capacity': capacity,
  'shared-volume-capacity': capacity,
  'mount-cpu': cpu,
  'mount-memory': memory,
  'mounter-cpu': cpu,
  'mounter-memory': memory,
  'mounter-egress': egress,
};

/** Whether a text names one of the nine meters. */
export function isMeter(text: string): text is Meter {
  return meters.some((meter) => meter === text);
}

/**
 * The consumed quantity of an amount of the ledger, exact.
 *   6,345,000,000 mcoreMs -> 6345 Core-Seconds
 */
export function consumedFromBase(meter: Meter, base: bigint): Decimal {
  return dividedBy(fromBigInt(base), meterKinds[meter].basePerConsumed);
}

/**
 * How many consumed units make one pricing unit.
 *
 * @param periodMs length of the billing period; `GB-Months` divides by its seconds
 */
export function consumedPerPricingUnit(unit: PricingUnit, periodMs: number): bigint {
  if (unit.endsWith('-Hours')) return 3_600n;
  return unit.endsWith('-Months') ? BigInt(periodMs) / 1_000n : 1n;
}

/** Whether quantities in this unit are finite decimals, and so need no rounding. */
export function isExactUnit(unit: PricingUnit): boolean {
  return !unit.endsWith('-Hours') && !unit.endsWith('-Months');
}
