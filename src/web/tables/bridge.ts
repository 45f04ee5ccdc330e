/**
 * The way from what usage costs to what is to be paid.
 */
import { type Decimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { amount } from '../../report/bill/costs.ts';
import type { PageBill } from '../../report/page/pageData.ts';
import { moneyText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';

/** What all invoices together add to the usage, or take from it; nothing that shows as 0. */
export interface BridgeStep {
  readonly name: 'credits' | 'tax' | 'rounding';
  readonly amount: Decimal;
}

export interface Bridge {
  readonly usage: Decimal;
  readonly steps: readonly BridgeStep[];
  readonly payable: Decimal;
}

/** Exact: usage and steps add up to what is payable. */
export function bridgeOf(invoices: PageBill['invoices']): Bridge {
  const sum = (name: 'usageTotal' | 'credits' | 'tax' | 'rounding' | 'payable'): Decimal =>
    invoices.reduce((total, invoice) => plus(total, amount(invoice[name])), zero);
  const steps = (['credits', 'tax', 'rounding'] as const)
    .map((name): BridgeStep => ({ name, amount: sum(name) }))
    .filter((step) => step.amount.coefficient !== 0n);
  return { usage: sum('usageTotal'), steps, payable: sum('payable') };
}

/** In a sentence; null where what is payable shows as the usage does. */
export function bridge({ invoices, currency }: Pick<PageBill, 'invoices' | 'currency'>): Child {
  const { usage, steps, payable } = bridgeOf(invoices);
  if (moneyText(usage) === moneyText(payable)) return null;
  return h(
    'p',
    {},
    `${moneyText(usage)} usage`,
    ...steps.map(({ name, amount: value }) => stepText(name, value)),
    ' = ',
    h('strong', {}, `${moneyText(payable)} ${currency} payable`),
    invoices.length === 1 ? '' : `, on ${invoices.length} invoices`,
  );
}

/** Fractions of a coin are told as such: they are what rounding is about. */
function stepText(name: BridgeStep['name'], value: Decimal): string {
  const isLess = value.coefficient < 0n;
  const size = isLess ? minus(zero, value) : value;
  return ` ${isLess ? '−' : '+'} ${moneyText(size, name === 'rounding' ? 4 : 2)} ${name}`;
}
