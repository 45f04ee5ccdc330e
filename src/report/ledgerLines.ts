/**
 * `ledger.ndjson`: every cell of the ledger on a line of its own, sorted by key. It holds no prices, so a run can be priced again from it.
 */
import { isoFromInstant } from '../engine/time.ts';
import { inKeyOrder } from '../platform/metering/cellOrder.ts';
import { formatDecimal } from '../platform/metering/decimal.ts';
import type { Cell } from '../platform/metering/ledger.ts';
import { consumedFromBase, meterKinds } from '../platform/metering/meters.ts';
import { tagsText } from '../platform/metering/series.ts';

/** Lines without their line ends, in the order of series, time, surplus. */
export function ledgerLines(cells: readonly Cell[]): string[] {
  return inKeyOrder(cells).map(line);
}

function line({ series, from, until, surplus, amount }: Cell): string {
  const kind = meterKinds[series.meter];
  return JSON.stringify({
    org: series.org,
    gvc: series.gvc,
    resource: series.resource,
    workloadType: series.workloadType,
    location: series.location,
    provider: series.provider,
    locationType: series.locationType,
    container: series.container,
    volumeIndex: series.volumeIndex,
    meter: series.meter,
    performanceClass: series.performanceClass,
    tags: JSON.parse(tagsText(series.tags)) as unknown,
    from: isoFromInstant(from).replace('.000Z', 'Z'),
    until: isoFromInstant(until).replace('.000Z', 'Z'),
    surplus,
    base: amount.toString(),
    baseUnit: kind.baseUnit,
    quantity: formatDecimal(consumedFromBase(series.meter, amount)),
    unit: kind.consumedUnit,
  });
}
