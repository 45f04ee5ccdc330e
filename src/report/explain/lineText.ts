/**
 * An invoice line as text: how its amount is computed.
 */

import { formatDecimal, plus } from '../../platform/metering/decimal.ts';
import type { Invoice, InvoiceLine, UsageLine } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import { groupedDecimal } from '../words/format.ts';

/** The description of a line. */
export function lineName(line: InvoiceLine): string {
  if (line.kind === 'usage') return line.skuPriceId;
  return line.kind === 'adjustment' ? 'rounding to the smallest currency unit' : `${line.kind} ${line.id}`;
}

/** For a credit, tax or rounding line: its formula, as lines that begin with two blanks. */
export function settlementLines(line: Exclude<InvoiceLine, UsageLine>, invoice: string, currency: string): string[] {
  switch (line.kind) {
    case 'credit':
      return [
        `  balance  ${line.balance.before} before, ${line.balance.after} after`,
        `  cost     ${line.cost} ${currency} on ${invoice}: the smaller of its balance and the remaining amount`,
      ];
    case 'tax':
      return [
        `  base  ${line.base} ${currency}, the usage after credits`,
        `  cost  ${line.base} x ${line.rate} = ${line.cost} ${currency} on ${invoice}`,
      ];
    case 'adjustment': {
      const payable = formatDecimal(plus(amount(line.exact), amount(line.cost)));
      return [
        `  exact  ${line.exact} ${currency}`,
        `  rule   ${line.rounding} to ${line.digits} decimals, once for the whole invoice: ${payable}`,
        `  cost   ${payable} - ${line.exact} = ${line.cost} ${currency} on ${invoice}`,
      ];
    }
  }
}

/** `above 800.0 GB of the usage of the org in a billing period` */
export function boundsText({ above, upTo, scope }: NonNullable<UsageLine['bounds']>, unit: string): string {
  const end = upTo === null ? '' : ` up to ${groupedDecimal(upTo)}`;
  const range =
    upTo !== null && Number(above) === 0 ? `up to ${groupedDecimal(upTo)}` : `above ${groupedDecimal(above)}${end}`;
  return `${range} ${unit} of the usage of ${scopes[scope]} in a billing period`;
}

const scopes = { org: 'the org', gvc: 'the gvc', resource: 'the workload or volume set' } as const;

/** Usage, credits, tax, rounding and the amount due. */
export function totalText({ usageTotal, credits, tax, rounding, payable }: Invoice): string {
  return `usage ${usageTotal}, credits ${credits}, tax ${tax}, rounding ${rounding}: amount due ${payable}`;
}
