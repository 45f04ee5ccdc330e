/**
 * From when until when a usage row of a bill counts.
 */
import { day, hour, type Instant, instantFromIso, nextMonthStart } from '../engine/time.ts';
import type { Bill, UsageRow } from './bill.ts';

export interface Stretch {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/** The row's month, day or hour, or its billing period where that is no month; within the run, and as long as its price holds. */
export function stretchOf(row: UsageRow, bill: Bill): Stretch {
  const run = { from: instantOf(bill.horizon.start), until: instantOf(bill.horizon.end) };
  const price = priceOf(row);
  const later = bill.usage.flatMap((other) => {
    const own = priceOf(other);
    return price !== null && own !== null && own.sku === price.sku && own.from > price.from ? [own.from] : [];
  });
  const { from, until } = periodOf(row, bill, run);
  return {
    from: Math.max(from, run.from, price?.from ?? from),
    until: later.reduce((least, one) => Math.min(least, one), Math.min(until, run.until)),
  };
}

function periodOf({ period }: UsageRow, { assumptions, invoices }: Bill, run: Stretch): Stretch {
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
function priceOf({ skuPriceId }: UsageRow): { readonly sku: string; readonly from: Instant } | null {
  const match = /^(.*)\/([^/]+)\/t\d+$/.exec(skuPriceId ?? '');
  return match === null ? null : { sku: match[1] ?? '', from: instantOf(match[2] ?? '') };
}

function instantOf(text: string): Instant {
  const at = instantFromIso(text);
  if (typeof at !== 'number') throw new Error(`no date of a bill: ${text}`);
  return at;
}
