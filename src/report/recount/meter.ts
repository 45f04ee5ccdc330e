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

/**
 * The quantity that a price is multiplied with: exact in seconds and GB, else to nine decimals, half up.
 *
 * @param month whose seconds make a GB-Month
 */
export function pricedOf(meter: Meter, unit: string, base: bigint, month: Month): Fraction {
  const { top, bottom } = consumedOf(meter, base);
  if (unit.endsWith('-Hours')) return roundedTo({ top, bottom: bottom * 3_600n }, 9, 'half-up');
  if (unit.endsWith('-Months')) {
    return roundedTo({ top, bottom: bottom * (BigInt(month.until - month.from) / 1_000n) }, 9, 'half-up');
  }
  return { top, bottom };
}
