/**
 * The possible and the actual grain of the usage rows of a bill.
 */
import { day, monthStart } from '../../engine/time.ts';
import { grainOf } from '../../platform/metering/cellOrder.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';

/** The maximum number of rows; with it `bill.json` has some 150 MB, a third of the longest possible text. */
export const billRowsMax = 250_000;

const fromFinest = ['hour', 'day', 'month'] as const satisfies readonly Grain[];

/**
 * The finest grain that is no finer than the requested one or the cells, and gives at most the maximum of rows; a
 * month, however many rows it gives.
 *
 * @param cells in the ledger's order: those of a series together, by surplus, in order of time
 */
export function rowGrainOf(cells: readonly LedgerCell[], asked: Grain, rowsMax: number = billRowsMax): Grain {
  const least = Math.max(fromFinest.indexOf(asked), fromFinest.indexOf(grainOf(cells)));
  return fromFinest.slice(least).find((grain) => grain === 'month' || rowsAt(cells, grain) <= rowsMax) ?? 'month';
}

/** The grain of rows with such a period: `2027-05`, `2027-05-03` or `2027-05-03T14`. */
export function grainOfPeriod(period: string): Grain {
  return period.length <= 7 ? 'month' : period.length <= 10 ? 'day' : 'hour';
}

function rowsAt(cells: readonly LedgerCell[], grain: Grain): number {
  if (grain === 'hour') return cells.length;
  const startOf = (cell: LedgerCell): number => (grain === 'day' ? Math.floor(cell.from / day) : monthStart(cell.from));
  return cells.filter((cell, index) => {
    const before = cells[index - 1];
    return before?.series !== cell.series || before.surplus !== cell.surplus || startOf(before) !== startOf(cell);
  }).length;
}
