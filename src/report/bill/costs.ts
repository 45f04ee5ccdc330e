/**
 * Costs of parts of a run, before invoice rounding: sums over the bill's rows.
 */

import { type Decimal, parseDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { Bill, UsageRow } from './billDocument.ts';

/** Selects rows; an absent or null field does not restrict. */
export interface CostFilter {
  readonly kind: 'workload' | 'volumeset';
  readonly gvc?: string | null;
  readonly name?: string | null;
  readonly location?: string | null;
  readonly volumeIndex?: number | null;
  readonly meter?: Meter;
}

/** The cost of all rows that pass a filter and belong to its kind. */
export function costOf(bill: Bill, filter: CostFilter): Decimal {
  let sum = zero;
  for (const row of rowsOf(bill, filter)) if (row.cost !== null) sum = plus(sum, amount(row.cost));
  return sum;
}

/** The rows that pass a filter. */
export function rowsOf(bill: Bill, filter: CostFilter): UsageRow[] {
  const { kind, gvc, name, location } = filter;
  const isOne = gvc != null && name != null && location != null;
  const rows = isOne ? (indexOf(bill).get(`${gvc}/${kind}/${name}@${location}`) ?? []) : bill.usage;
  return rows.filter((row) => passes(row, filter));
}

const indexes = new WeakMap<Bill, ReadonlyMap<string, readonly UsageRow[]>>();

/** Rows by `gvc/kind/name@location`, made once for a bill: a thousand workloads must not each read all rows. */
function indexOf(bill: Bill): ReadonlyMap<string, readonly UsageRow[]> {
  const known = indexes.get(bill);
  if (known !== undefined) return known;
  const index = new Map<string, UsageRow[]>();
  for (const row of bill.usage) {
    const key = `${row.gvc}/${row.resource}@${row.location}`;
    const rows = index.get(key);
    if (rows === undefined) index.set(key, [row]);
    else rows.push(row);
  }
  // A list that has grown has room for more, which nobody needs.
  for (const [key, rows] of index) index.set(key, rows.slice());
  indexes.set(bill, index);
  return index;
}

/** The payable amount of all invoices together. */
export function payableOf({ invoices }: Pick<Bill, 'invoices'>): Decimal {
  return invoices.reduce((sum, { payable }) => plus(sum, amount(payable)), zero);
}

/** Parses an amount of the bill into a number that can be added up. */
export function amount(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`no amount: '${text}'`);
  return value;
}

function passes(row: UsageRow, { kind, gvc, name, location, volumeIndex, meter }: CostFilter): boolean {
  const [rowKind, rowName] = row.resource.split('/');
  if (rowKind !== kind) return false;
  if (gvc != null && row.gvc !== gvc) return false;
  if (name != null && rowName !== name) return false;
  if (location != null && row.location !== location) return false;
  if (volumeIndex != null && row.volumeIndex !== volumeIndex) return false;
  return meter === undefined || row.meter === meter;
}
