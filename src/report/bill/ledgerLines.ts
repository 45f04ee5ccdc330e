/**
 * `ledger.ndjson`: every cell of the ledger on a line of its own, sorted by key. It holds no prices, so a run can be
 * priced again from it.
 */
import { type Instant, shortIsoFromInstant } from '../../engine/time.ts';
import { inKeyOrder } from '../../platform/metering/cellOrder.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { consumedFromBase, meterKinds } from '../../platform/metering/meters.ts';
import { type MeterSeries, tagsText } from '../../platform/metering/series.ts';
import { plainJson } from '../../text/plain.ts';
import { seriesFields } from './seriesFields.ts';

/** Lines without their line ends, in the order of series, time, surplus. */
export function ledgerLines(cells: readonly LedgerCell[]): string[] {
  return [...linesOf(cells)];
}

/** The same, one after the other. */
export function* linesOf(cells: readonly LedgerCell[]): Generator<string> {
  // A series has a line for each hour, mostly of one amount, and all have the same hours: what lines share is put into
  // text once.
  const dates = new Dates();
  let series: MeterSeries | null = null;
  let head = '';
  let amount: bigint | null = null;
  let tail = '';
  for (const cell of inKeyOrder(cells)) {
    if (cell.series !== series) {
      series = cell.series;
      head = headOf(series);
      amount = null;
    }
    if (cell.amount !== amount) {
      amount = cell.amount;
      tail = tailOf(cell);
    }
    yield `${head},"from":"${dates.text(cell.from)}","until":"${dates.text(cell.until)}","surplus":${cell.surplus},${tail}`;
  }
}

function headOf(series: MeterSeries): string {
  const head = plainJson({
    ...seriesFields(series),
    meter: series.meter,
    performanceClass: series.performanceClass,
    tags: JSON.parse(tagsText(series.tags)) as unknown,
  });
  return head.slice(0, -1);
}

/** The amount in both its units; digits and units need no escapes. */
function tailOf({ series, amount }: LedgerCell): string {
  const { baseUnit, consumedUnit } = meterKinds[series.meter];
  const quantity = formatDecimal(consumedFromBase(series.meter, amount));
  return `"base":"${amount}","baseUnit":"${baseUnit}","quantity":"${quantity}","unit":"${consumedUnit}"}`;
}

class Dates {
  private readonly texts: Map<Instant, string> = new Map();

  /** `2026-11-01T00:00:00Z`, with milliseconds where there are any. */
  text(instant: Instant): string {
    let text = this.texts.get(instant);
    if (text === undefined) {
      text = shortIsoFromInstant(instant);
      this.texts.set(instant, text);
    }
    return text;
  }
}
