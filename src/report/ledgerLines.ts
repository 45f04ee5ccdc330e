/**
 * `ledger.ndjson`: every cell of the ledger on a line of its own, sorted by key. It holds no prices, so a run can be priced again from it.
 */
import { type Instant, isoFromInstant } from '../engine/time.ts';
import { inKeyOrder } from '../platform/metering/cellOrder.ts';
import { formatDecimal } from '../platform/metering/decimal.ts';
import type { Cell } from '../platform/metering/ledger.ts';
import { consumedFromBase, meterKinds } from '../platform/metering/meters.ts';
import { type Series, tagsText } from '../platform/metering/series.ts';

/** Lines without their line ends, in the order of series, time, surplus. */
export function ledgerLines(cells: readonly Cell[]): string[] {
  let series: Series | null = null;
  let head = '';
  return inKeyOrder(cells).map((cell) => {
    // A series has a line for each hour: what they share is put into text once.
    if (cell.series !== series) {
      series = cell.series;
      head = headOf(series);
    }
    return head + restOf(cell);
  });
}

function headOf(series: Series): string {
  const head = JSON.stringify({
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
  });
  return head.slice(0, -1);
}

/** The fields that a cell has of its own; dates, digits and units need no escapes. */
function restOf({ series, from, until, surplus, amount }: Cell): string {
  const { baseUnit, consumedUnit } = meterKinds[series.meter];
  const quantity = formatDecimal(consumedFromBase(series.meter, amount));
  return `,"from":"${dateOf(from)}","until":"${dateOf(until)}","surplus":${surplus},"base":"${amount}","baseUnit":"${baseUnit}","quantity":"${quantity}","unit":"${consumedUnit}"}`;
}

function dateOf(instant: Instant): string {
  return isoFromInstant(instant).replace('.000Z', 'Z');
}
