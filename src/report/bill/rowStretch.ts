/**
 * The time span of a usage row of a bill.
 */

import { day, hour, type Instant, instantFromIso, nextMonthStart } from '../../engine/time.ts';
import type { Bill, UsageRow } from './billDocument.ts';

export interface RowPeriod {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/**
 * The row's month, day or hour, or its billing period if that is not a month; within the run, and as long as its price
 * holds.
 */
export function stretchOf(row: UsageRow, bill: Bill): RowPeriod {
  return stretchesOf(bill)(row);
}

/** The same for many rows of one bill. */
export function stretchesOf(bill: Bill): (row: UsageRow) => RowPeriod {
  const run = { from: instantOf(bill.horizon.start), until: instantOf(bill.horizon.end) };
  const changes = new Map<string, Set<Instant>>();
  const ids = new Set(bill.usage.map(({ skuPriceId }) => skuPriceId));
  for (const id of ids) {
    const price = priceOf(id);
    if (price !== null) changes.set(price.sku, (changes.get(price.sku) ?? new Set()).add(price.from));
  }
  return (row) => {
    const price = priceOf(row.skuPriceId);
    const { from, until } = periodOf(row, bill, run);
    const later = [...(changes.get(price?.sku ?? '') ?? [])].filter((at) => price !== null && at > price.from);
    return { from: Math.max(from, run.from, price?.from ?? from), until: Math.min(until, run.until, ...later) };
  };
}

function periodOf({ period }: UsageRow, { assumptions, invoices }: Bill, run: RowPeriod): RowPeriod {
  const kind = assumptions['billing.period'];
  if (kind !== 'utcMonth' && invoices.some((invoice) => invoice.period === period)) {
    const from = instantOf(`${period}T00:00:00Z`) + (run.from % day);
    return { from, until: kind === 'wholeRun' ? run.until : from + 30 * day };
  }
  if (period.length === 'yyyy-mm'.length) {
    const from = instantOf(`${period}-01T00:00:00Z`);
    return { from, until: nextMonthStart(from) };
  }
  const isDay = period.length === 'yyyy-mm-dd'.length;
  const from = instantOf(isDay ? `${period}T00:00:00Z` : `${period}:00:00Z`);
  return { from, until: from + (isDay ? day : hour) };
}

/** Parts of `cpu.reserved-cpu/2027-01-01T00:00:00Z/t0`. */
function priceOf(skuPriceId: string | null): { readonly sku: string; readonly from: Instant } | null {
  const match = /^(.*)\/([^/]+)\/t\d+$/.exec(skuPriceId ?? '');
  return match === null ? null : { sku: match[1] ?? '', from: instantOf(match[2] ?? '') };
}

function instantOf(text: string): Instant {
  const at = instantFromIso(text);
  if (typeof at !== 'number') throw new Error(`no date of a bill: ${text}`);
  return at;
}
