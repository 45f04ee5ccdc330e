/**
 * The nine meters as the second integrator knows them: base units, and how many make a consumed or a priced unit.
 */
import type { Month } from './calendar.ts';
import { type Fraction, roundedTo } from './fraction.ts';

const gibibyteSeconds = 1_073_741_824_000n;
const gigabyteSeconds = 1_000_000_000_000n;

/** Base units (millicore or byte milliseconds, bytes for egress) in one consumed unit: Core-, GiB- or GB-Second, or GB. */
const basePerConsumed = {
  'reserved-cpu': 1_000_000n,
  'reserved-memory': gibibyteSeconds,
  'volume-capacity': gigabyteSeconds,
  'shared-volume-capacity': gigabyteSeconds,
  'mount-cpu': 1_000_000n,
  'mount-memory': gibibyteSeconds,
  'mounter-cpu': 1_000_000n,
  'mounter-memory': gibibyteSeconds,
  'mounter-egress': 1_000_000_000n,
} as const;

export type Meter = keyof typeof basePerConsumed;

/** The quantity that a bill shows, exact. */
export function consumedOf(meter: Meter, base: bigint): Fraction {
  return { top: base, bottom: basePerConsumed[meter] };
}

/** How many consumed units make one that is priced; a GB-Month has as many seconds as its month. */
export function perPriced(unit: string, month: Month): bigint {
  if (unit.endsWith('-Hours')) return 3_600n;
  return unit.endsWith('-Months') ? BigInt(month.until - month.from) / 1_000n : 1n;
}

/** The quantity that a price is multiplied with: exact in seconds, GB and counts, else to nine decimals, half up. */
export function pricedOf(meter: Meter, unit: string, base: bigint, month: Month): Fraction {
  const { top, bottom } = consumedOf(meter, base);
  const per = perPriced(unit, month);
  return per === 1n ? { top, bottom } : roundedTo({ top, bottom: bottom * per }, 9, 'half-up');
}
