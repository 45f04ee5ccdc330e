/**
 * The meters as the second integrator knows them: base units, how many make a consumed or a priced unit, and which are
 * charged.
 */
import type { Month } from './calendar.ts';
import { type Fraction, roundedTo } from './fraction.ts';

const gibibyteSeconds = 1_073_741_824_000n;
const gigabyteSeconds = 1_000_000_000_000n;

/**
 * Base units (milliseconds of a millicore, a byte or a thing, else bytes or things) in one consumed unit: Core-, GiB-,
 * GB- or other Second, GB, one.
 */
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
  'replica-time': 1_000n,
  'mount-time': 1_000n,
  'load-balancer-time': 1_000n,
  'snapshot-storage': gigabyteSeconds,
  'ephemeral-storage': gigabyteSeconds,
  'log-storage': gigabyteSeconds,
  'workload-egress': 1_000_000_000n,
  requests: 1n,
  'cron-executions': 1n,
} as const;

/** Those that are charged whatever a book names. */
const always = 9;

export type Meter = keyof typeof basePerConsumed;

/** The quantity that a bill shows, exact. */
export function consumedOf(meter: Meter, base: bigint): Fraction {
  return { top: base, bottom: basePerConsumed[meter] };
}

/** How many consumed units make one that is priced; a GB-Month is as long as its month says. */
export function perPriced(unit: string, month: Month): bigint {
  if (unit.endsWith('-Hours')) return 3_600n;
  return unit.endsWith('-Months') ? BigInt(month.length) / 1_000n : 1n;
}

/** The quantity that a price is multiplied with: exact in seconds, GB and counts, else to nine decimals, half up. */
export function pricedOf(meter: Meter, unit: string, base: bigint, month: Month): Fraction {
  const { top, bottom } = consumedOf(meter, base);
  const per = perPriced(unit, month);
  return per === 1n ? { top, bottom } : roundedTo({ top, bottom: bottom * per }, 9, 'half-up');
}

/**
 * Which meters are charged: those of a list, and where that is the usual one also all others that the book names
 * (`billing.chargedMeters`).
 */
export function chargedOf(
  listed: readonly string[],
  { skus }: { readonly skus: readonly { readonly meter: Meter }[] },
): ReadonlySet<string> {
  const usual = Object.keys(basePerConsumed).slice(0, always);
  const isUsual = new Set(listed).size === always && usual.every((meter) => listed.includes(meter));
  return new Set([...listed, ...(isUsual ? skus.map(({ meter }) => meter) : [])]);
}
