/**
 * The effect of other prices on a bill: invoice by invoice, and meter by meter in each.
 */

import { type Decimal, formatDecimal, isZero, minus, plus, zero } from '../../platform/metering/decimal.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { Bill } from './billDocument.ts';
import { amount } from './costs.ts';

/** The payable amounts of a period by two bills; null: one of them has no such invoice. */
export interface PayableChange {
  readonly invoice: string;
  readonly before: string | null;
  readonly after: string | null;
  /** null also where the bills are in two currencies. */
  readonly difference: string | null;
}

/** The cost of a meter on an invoice, at all its prices and tiers, by two bills; null: the invoice does not have it. */
export interface LineChange extends PayableChange {
  readonly meter: Meter;
  /** Time that the metering policy added. */
  readonly surplus: boolean;
  /** The prices that bind it, by their ids. */
  readonly prices: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** Every invoice of either bill, in the order of their names. */
export function payableChanges(before: Bill, after: Bill): PayableChange[] {
  const payables = ({ invoices }: Bill) => new Map(invoices.map(({ id, payable }) => [id, payable]));
  const [old, now] = [payables(before), payables(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().map((invoice) => {
    const [a = null, b = null] = [old.get(invoice), now.get(invoice)];
    const isOne = a !== null && b !== null && before.currency === after.currency;
    const difference = isOne ? formatDecimal(minus(amount(b), amount(a))) : null;
    return { invoice, before: a, after: b, difference };
  });
}

/**
 * Every meter of every invoice, the largest differences first, then by invoice and meter; if the currencies differ,
 * only by invoice and meter.
 */
export function lineChanges(before: Bill, after: Bill): LineChange[] {
  const [old, now] = [metersOf(before), metersOf(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const isOne = before.currency === after.currency;
  const changes = keys.flatMap((key): (readonly [Decimal, LineChange])[] => {
    const [a, b] = [old.get(key), now.get(key)];
    const either = a ?? b;
    if (either === undefined) return [];
    const change = isOne ? minus(b?.cost ?? zero, a?.cost ?? zero) : zero;
    const { invoice, meter, surplus } = either;
    const line = {
      invoice,
      meter,
      surplus,
      before: a === undefined ? null : formatDecimal(a.cost),
      after: b === undefined ? null : formatDecimal(b.cost),
      difference: isOne ? formatDecimal(change) : null,
      prices: { before: a?.prices ?? [], after: b?.prices ?? [] },
    };
    return [[change.coefficient < 0n ? minus(zero, change) : change, line]];
  });
  return changes.sort(([a], [b]) => signOf(minus(b, a))).map(([, line]) => line);
}

function signOf(value: Decimal): number {
  return isZero(value) ? 0 : value.coefficient < 0n ? -1 : 1;
}

interface MeterCost {
  readonly invoice: string;
  readonly meter: Meter;
  readonly surplus: boolean;
  readonly cost: Decimal;
  readonly prices: readonly string[];
}

function metersOf({ invoices }: Bill): ReadonlyMap<string, MeterCost> {
  const meters = new Map<string, MeterCost>();
  for (const { id, lines } of invoices) {
    for (const line of lines) {
      if (line.kind !== 'usage') continue;
      const key = JSON.stringify([id, line.meter, line.surplus]);
      const known = meters.get(key) ?? { cost: zero, prices: [] };
      const cost = plus(known.cost, amount(line.cost));
      meters.set(key, {
        invoice: id,
        meter: line.meter,
        surplus: line.surplus,
        cost,
        prices: [...known.prices, line.skuPriceId],
      });
    }
  }
  return meters;
}
