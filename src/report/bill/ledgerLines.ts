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
  const stretches = new Stretches();
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
    yield `${head}${stretches.text(cell)}${cell.surplus},${tail}`;
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
  return flat(
    '"base":"',
    `${amount}`,
    '","baseUnit":"',
    baseUnit,
    '","quantity":"',
    quantity,
    '","unit":"',
    consumedUnit,
    '"}',
  );
}

/** Texts of the stretches of cells, by their beginning. */
class Stretches {
  private readonly texts: Map<Instant, { readonly until: Instant; readonly text: string }> = new Map();

  /** `,"from":"2026-11-01T00:00:00Z",...,"surplus":`, with milliseconds where there are any. */
  text({ from, until }: LedgerCell): string {
    let known = this.texts.get(from);
    if (known?.until !== until) {
      const dates = [shortIsoFromInstant(from), shortIsoFromInstant(until)] as const;
      known = { until, text: flat(',"from":"', dates[0], '","until":"', dates[1], '","surplus":') };
      this.texts.set(from, known);
    }
    return known.text;
  }
}

/**
 * One text that holds all of its characters itself: one that was put together by `+` would be copied from its parts for
 * each line that it is a part of.
 */
function flat(...parts: readonly string[]): string {
  return parts.join('');
}
