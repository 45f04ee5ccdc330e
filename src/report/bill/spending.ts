/**
 * When a run had spent an amount: usage adds up hour by hour.
 */

import { type Instant, instantFromIso } from '../../engine/time.ts';
import { compare, type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Bill, UsageRow } from './billDocument.ts';
import { amount } from './costs.ts';

/**
 * The start of the first hour at whose end usage had cost more than `most`; null if it never did, or if rows are not
 * hours.
 *
 * @param rows at the grain of hours, in any order
 * @param isIncluded whether `most` itself is still right
 */
export function passedAt(
  rows: readonly Pick<UsageRow, 'period' | 'cost'>[],
  most: Decimal,
  isIncluded: boolean,
): Instant | null {
  const hours = new Map<string, Decimal>();
  for (const { period, cost } of rows) hours.set(period, plus(hours.get(period) ?? zero, amount(cost ?? '0')));
  let spent = zero;
  for (const [hour, cost] of [...hours].sort(([a], [b]) => (a < b ? -1 : 1))) {
    spent = plus(spent, cost);
    const order = compare(spent, most);
    if (order < 0 || (order === 0 && isIncluded)) continue;
    const at = instantFromIso(`${hour}:00:00Z`);
    return typeof at === 'number' ? at : null;
  }
  return null;
}

/** Whether the payable amount is the rounded usage: no credit and no tax. */
export function isUsageAlone({ invoices }: Bill): boolean {
  return invoices.every(({ lines }) => lines.every(({ kind }) => kind === 'usage' || kind === 'adjustment'));
}
