/**
 * The lines of a bill's invoices for spreadsheets, with all digits.
 */

import { csvField } from '../words/csvField.ts';
import type { Bill, Invoice, InvoiceLine } from './billDocument.ts';

const columns = [
  'invoice',
  'org',
  'period',
  'kind',
  'name',
  'surplus',
  'quantity',
  'unit',
  'listPrice',
  'contractedPrice',
  'tier',
  'cost',
  'share',
] as const;

/**
 * A header, then a line for each line of an invoice, including credits, taxes and rounding, and one for the payable
 * amount.
 */
export function invoiceCsv({ invoices }: Bill): string {
  const lines = invoices.flatMap((invoice) => [
    ...invoice.lines.map((line) => fieldsOf(invoice, line)),
    { ...head(invoice), kind: 'payable', name: '', cost: invoice.payable },
  ]);
  const rows = lines.map((line: Fields) => columns.map((column) => csvField(line[column] ?? '')).join());
  return `${[columns.join(), ...rows].join('\n')}\n`;
}

type Fields = { readonly [column in (typeof columns)[number]]?: string };

function head({ id, org, period }: Invoice): Fields {
  return { invoice: id, org, period };
}

function fieldsOf(invoice: Invoice, line: InvoiceLine): Fields {
  const own = { ...head(invoice), kind: line.kind, cost: line.cost };
  switch (line.kind) {
    case 'usage':
      return {
        ...own,
        name: line.skuPriceId,
        surplus: String(line.surplus),
        quantity: line.quantity,
        unit: line.unit,
        listPrice: line.listPrice,
        contractedPrice: line.contractedPrice,
        tier: String(line.tier),
        share: line.share,
      };
    case 'credit':
    case 'tax':
      return { ...own, name: line.id };
    case 'adjustment':
      return own;
  }
}
