/**
 * The credits and taxes of a bill, in a sentence.
 */

import { type Decimal, isZero, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { moneyText } from '../words/format.ts';
import type { Bill } from './billDocument.ts';
import { amount } from './costs.ts';

/** `Credits pay 25.00 USD, taxes add 7.00 USD.`; null if there are none. */
export function settlementText({ invoices, currency }: Pick<Bill, 'invoices' | 'currency'>): string | null {
  const total = (key: 'credits' | 'tax'): Decimal =>
    invoices.reduce((sum, invoice) => plus(sum, amount(invoice[key])), zero);
  const [paid, added] = [minus(zero, total('credits')), total('tax')];
  const parts = [
    ...(isZero(paid) ? [] : [`credits pay ${moneyText(paid)} ${currency}`]),
    ...(isZero(added) ? [] : [`taxes add ${moneyText(added)} ${currency}`]),
  ];
  if (parts.length === 0) return null;
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
