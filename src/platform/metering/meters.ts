/**
 * The meters: what each counts, and the units in which it is held, shown and priced. Every conversion is exact.
 */
import { type Meter, meters } from '../../rules/meterNames.ts';
import { type Decimal, dividedBy, fromBigInt } from './decimal.ts';

/** What the ledger sums: an amount times milliseconds, or bytes and counts themselves. */
export type BaseUnit = 'mcoreMs' | 'byteMs' | 'bytes' | 'countMs' | 'count';

type TimedThing = 'Replica' | 'Mount' | 'Balancer';

export type ConsumedUnit =
  | 'Core-Seconds'
  | 'GiB-Seconds'
  | 'GB-Seconds'
  | 'GB'
  | `${TimedThing}-Seconds`
  | 'Requests'
  | 'Executions';

export type PricingUnit = ConsumedUnit | 'Core-Hours' | 'GiB-Hours' | 'GB-Hours' | 'GB-Months' | `${TimedThing}-Hours`;

export interface MeterKind {
  readonly baseUnit: BaseUnit;
  readonly consumedUnit: ConsumedUnit;
  /** Base units in one consumed unit: with the primes 2 and 5 only, so that every quantity is a finite decimal. */
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

function timeOf(thing: TimedThing): MeterKind {
  return {
    baseUnit: 'countMs',
    consumedUnit: `${thing}-Seconds`,
    basePerConsumed: 1_000n,
    pricingUnits: [`${thing}-Seconds`, `${thing}-Hours`],
  };
}

function countOf(things: 'Requests' | 'Executions'): MeterKind {
  return { baseUnit: 'count', consumedUnit: things, basePerConsumed: 1n, pricingUnits: [things] };
}

/** The units in which each meter is held, shown and priced; GB is 10^9 bytes, GiB is 2^30. */
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
  'replica-time': timeOf('Replica'),
  'mount-time': timeOf('Mount'),
  'load-balancer-time': timeOf('Balancer'),
  'snapshot-storage': capacity,
  'ephemeral-storage': capacity,
  'log-storage': capacity,
  'workload-egress': egress,
  requests: countOf('Requests'),
  'cron-executions': countOf('Executions'),
};

/** Whether a text names a meter. */
export function isMeter(text: string): text is Meter {
  return meters.some((meter) => meter === text);
}

/**
 * The exact consumed quantity of an amount of the ledger.
 *   6,345,000,000 mcoreMs -> 6345 Core-Seconds
 */
export function consumedFromBase(meter: Meter, base: bigint): Decimal {
  return dividedBy(fromBigInt(base), meterKinds[meter].basePerConsumed);
}

/**
 * The number of consumed units in one pricing unit.
 *
 * @param monthLength the length of the month that `GB-Months` uses
 */
export function consumedPerPricingUnit(unit: PricingUnit, monthLength: number): bigint {
  if (unit.endsWith('-Hours')) return 3_600n;
  return unit.endsWith('-Months') ? BigInt(monthLength) / 1_000n : 1n;
}

/** Whether quantities in this unit are finite decimals, so they need no rounding. */
export function isExactUnit(unit: PricingUnit): boolean {
  return !unit.endsWith('-Hours') && !unit.endsWith('-Months');
}
