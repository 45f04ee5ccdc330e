/**
 * Ways of billing, drawn and listed, and a price book that names every meter.
 */

import fc from 'fast-check';
import { meterKinds } from '../../src/platform/metering/meters.ts';
import type { PriceBook } from '../../src/platform/metering/prices.ts';
import type { Assumptions } from '../../src/rules/assumptions.ts';
import { optionalMeters } from '../../src/rules/meterNames.ts';
import { skusOf } from './recountScenarios.ts';

type Terms = Partial<Assumptions>;

/** Each alternative of billing by itself. */
export const alternatives: readonly Terms[] = [
  { 'billing.minHonouredOn': 'statefulOnly' },
  { 'billing.reserved': 'limitsWithoutCapacityAI' },
  { 'billing.replicaFrom': 'created' },
  { 'billing.replicaFrom': 'started' },
  { 'billing.replicaFrom': 'ready' },
  { 'billing.replicaUntil': 'terminating' },
  { 'billing.restarts': 'free' },
  { 'billing.surge': 'capAtDesired' },
  { 'billing.zeroReplicas': 'keepMinScale' },
  { 'billing.disabledLocation': 'nothing' },
  { 'billing.volumeFrom': 'firstBound' },
  { 'billing.expandAt': 'requested' },
  { 'billing.replacementOverlap': 'newOnly' },
  { 'billing.sharedVolumeFrom': 'firstMount' },
  { 'billing.capacityGrid': '1GB' },
  { 'billing.mountBilledTo': 'volumeSet' },
  { 'billing.mounterReserve': 'mountDefault' },
  { 'billing.mounterPer': 'store' },
  { 'billing.byok': 'free' },
  { 'billing.byok': 'replicaTimeOnly' },
  { 'billing.chargedMeters': ['reserved-cpu', 'requests'] },
  { 'billing.period': 'fixed30d' },
  { 'billing.period': 'wholeRun' },
  { 'billing.tagInheritance': 'ownOnly' },
];

/** Any of them together; a list of meters seldom, since it leaves out most. */
export const drawnTerms: fc.Arbitrary<Terms> = fc
  .tuple(fc.subarray([...alternatives]), fc.nat(9))
  .map(([some, keepsList]) => {
    const { 'billing.chargedMeters': list, ...terms } = Object.assign({}, ...some) as Terms;
    return list === undefined || keepsList > 0 ? terms : { ...terms, 'billing.chargedMeters': list };
  });

/** The book of the other scenarios, and an optional meter's SKU for each meter named. */
export function wholeBook(metering: object = {}, named: readonly string[] = optionalMeters): PriceBook {
  return skusOf(
    metering,
    named.map((meter, index) => ({
      id: meter,
      meters: [meter],
      unit: meterKinds[meter as (typeof optionalMeters)[number]].pricingUnits.at(-1),
      prices: [{ from: '2020-01-01T00:00:00Z', list: `0.00${index + 1}` }],
    })),
  );
}
