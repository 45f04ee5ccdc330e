/**
 * The charged meters: those that a scenario asks for, and those that its price book prices.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { type Meter, optionalMeters, statedMeters } from '../../rules/meterNames.ts';
import { isMeter } from './meters.ts';
import type { PriceBook } from './prices.ts';
import type { MeterSeries } from './series.ts';

/**
 * The meters that are charged (`billing.chargedMeters`).
 *
 * The nine default meters mean all that the platform charges for: an optional meter is also charged if the book has a
 * SKU for it. Any other list is exact: a meter that is not in it costs nothing, and each meter in it needs a price.
 *   the nine, a book with a SKU for requests -> the nine and requests
 *   [reserved-cpu, requests], any book       -> reserved-cpu and requests
 */
export function chargedMeters(listed: readonly string[], book: Pick<PriceBook, 'skus'>): readonly Meter[] {
  const known = listed.filter(isMeter);
  const isUsual = known.length === statedMeters.length && statedMeters.every((meter) => known.includes(meter));
  if (!isUsual) return known;
  return [...statedMeters, ...optionalMeters.filter((meter) => book.skus.some((sku) => sku.meter === meter))];
}

/** Whether a series is charged: its meter is charged, and on the org's own cluster `billing.byok` allows it. */
export function isCharged(
  { meter, locationType }: Pick<MeterSeries, 'meter' | 'locationType'>,
  charged: readonly string[],
  byok: Assumptions['billing.byok'],
): boolean {
  if (!charged.includes(meter)) return false;
  if (locationType === 'hosted' || byok === 'sameMeters') return true;
  return byok === 'replicaTimeOnly' && meter === 'replica-time';
}

/** A warning for each SKU of a meter whose usage is always 0, because the size of responses or logs is not known. */
export function unmeasured(
  charged: readonly string[],
  { skus }: Pick<PriceBook, 'skus'>,
  assumptions: Pick<Assumptions, 'billing.responseBytes'>,
): Finding[] {
  const missing = new Map<Meter, string>([['log-storage', 'the size and the retention of logs are not known']]);
  if (assumptions['billing.responseBytes'] === 0)
    missing.set('workload-egress', 'billing.responseBytes is 0; set it to the size of a response');
  return skus.flatMap(({ meter, index }): Finding[] => {
    const why = missing.get(meter);
    if (why === undefined || !charged.includes(meter)) return [];
    const message = `the usage of ${meter} is always 0: ${why}`;
    return [{ path: ['skus', index, 'meters'], rule: 'billing.chargedMeters', message, severity: 'warning' }];
  });
}
