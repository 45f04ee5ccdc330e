/**
 * `focus.csv`: what is charged, in the form of the FinOps Open Cost and Usage Specification (FOCUS): the columns of 1.3
 * by the rules of 1.2.
 */

import { day, hour, type Instant } from '../../engine/time.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { type Period, periodAt } from '../../platform/metering/period.ts';
import { rowsByCourse } from '../../platform/metering/rating.ts';
import { ratingOf } from '../bill/bill.ts';
import type { ChargeDates } from './chargeLine.ts';
import { dateText, FocusText, focusColumns } from './columns.ts';
import type { FocusInput } from './input.ts';
import { invoiceRows } from './invoiceRows.ts';
import { chargedRows } from './usageRows.ts';

/** Whether billing periods are such that FOCUS can tell of them (`billing.period`). */
export function hasFocus({ assumptions }: Pick<FocusInput, 'assumptions'>): boolean {
  return assumptions['billing.period'] !== 'wholeRun';
}

/**
 * The lines of the file without their ends, the header first (BILL-1, BILL-2, BILL-3, BILL-4, `billing.period`).
 *
 * One row for each series with its tags, price and tier, surplus apart, and hour, day or period; then what credits,
 * taxes and rounding make of an invoice. `BilledCost` of all rows of an invoice adds up to its payable. Usage that is
 * not charged, or has no price, has no row: FOCUS knows no usage without a SKU.
 *
 * In the order of billing period, charge period, gvc, resource, location, container, SKU, price, volume, replica,
 * surplus and tags, nulls last; rows beside usage in the order of the invoice's lines.
 */
export function* focusLines(input: FocusInput): Generator<string> {
  yield focusColumns.join();
  const text = new FocusText();
  for (const [period, cells] of byPeriod(input)) {
    const courses = rowsByCourse(ratingOf({ ...input, cells }, input.rowsPer));
    const charged = chargedRows(courses, input, period);
    // They are for the whole period, and come after the usage that begins with it, since they have no gvc.
    let dates: ChargeDates | null = null;
    let others = invoiceRows(input, period);
    for (const { row, charge, line } of charged) {
      if (row.stretchAt > period.start) {
        for (const row of others) yield text.line(row);
        others = [];
      }
      if (row.stretchAt !== dates?.at) dates = datesOf(row.stretchAt, input.rowsPer, period);
      yield line.text(row.consumed, charge, dates, text);
    }
    for (const row of others) yield text.line(row);
  }
}

/** Billing periods in order of time, each with its cells: as many rows as one period has are held at once. */
function byPeriod({ cells, assumptions, horizon }: FocusInput): [Period, LedgerCell[]][] {
  const periods = new Map<Instant, [Period, LedgerCell[]]>();
  let last: [Period, LedgerCell[]] | null = null;
  for (const cell of cells) {
    if (last === null || cell.from < last[0].start || cell.from >= last[0].end) {
      const period = periodAt(assumptions['billing.period'], horizon, cell.from);
      last = periods.get(period.start) ?? [period, []];
      periods.set(period.start, last);
    }
    last[1].push(cell);
  }
  return [...periods.values()].sort(([a], [b]) => a.start - b.start);
}

const lengths = { hour, day, month: Number.POSITIVE_INFINITY };

function datesOf(at: Instant, rowsPer: Grain, period: Period): ChargeDates {
  const start = dateText(Math.max(at, period.start));
  return { at, start, end: dateText(Math.min(at + lengths[rowsPer], period.end)) };
}
