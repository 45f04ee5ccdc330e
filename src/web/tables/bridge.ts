/**
 * From the cost of usage to the payable amount: credits, tax and rounding.
 */
import { type Decimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { amount } from '../../report/bill/costs.ts';
import type { PageBill } from '../../report/page/pageData.ts';
import { moneyText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';

/** An amount that all invoices together add to the usage or subtract from it; never 0. */
export interface BridgeStep {
  readonly name: 'credits' | 'tax' | 'rounding';
  readonly amount: Decimal;
}

export interface Bridge {
  readonly usage: Decimal;
  readonly steps: readonly BridgeStep[];
  readonly payable: Decimal;
}

/** The exact steps: usage and steps add up to the payable amount. */
export function bridgeOf(invoices: PageBill['invoices']): Bridge {
  const sum = (name: 'usageTotal' | 'credits' | 'tax' | 'rounding' | 'payable'): Decimal =>
    invoices.reduce((total, invoice) => plus(total, amount(invoice[name])), zero);
  const steps = (['credits', 'tax', 'rounding'] as const)
    .map((name): BridgeStep => ({ name, amount: sum(name) }))
    .filter((step) => step.amount.coefficient !== 0n);
  return { usage: sum('usageTotal'), steps, payable: sum('payable') };
}

/** The steps as one line; null if the payable amount looks the same as the usage. */
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

/** One step; rounding is shown with four decimals, because it is less than the smallest coin. */
function stepText(name: BridgeStep['name'], value: Decimal): string {
  const isLess = value.coefficient < 0n;
  const size = isLess ? minus(zero, value) : value;
  return ` ${isLess ? '−' : '+'} ${moneyText(size, name === 'rounding' ? 4 : 2)} ${name}`;
}
