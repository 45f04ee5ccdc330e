/**
 * The bill of a run in parts, as numbers that a run hands to its study: the usage of each meter of each resource, the
 * credits and the taxes of all invoices, and the payable amount.
 */
import { type Decimal, formatDecimal, plus, rounded, zero } from '../../platform/metering/decimal.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { pivotOf } from '../../report/bill/pivot.ts';

/** One part of a bill. Resource null: an amount of whole invoices, which `meter` names. */
export interface BillPart {
  readonly resource: string | null;
  readonly meter: string;
}

/** Decimals of a part. Below a billion, a number tells so many of them exactly. */
const decimals = 6;

/**
 * The parts with the texts that name them, which `partOf` reads, each rounded to six decimals. The parts come to the
 * payable amount but for what rounding the invoices and the parts makes.
 */
export function billParts({ usage, invoices, currency }: Bill): [text: string, value: number][] {
  const { rows, columns } = pivotOf(usage, ['resource', 'meter'], currency);
  const used = rows.flatMap(({ label, cells }) =>
    cells.flatMap((cell, index): [string, number][] =>
      cell === null ? [] : [[textOf({ resource: label, meter: columns[index]?.label ?? '' }), numberOf(amount(cell))]],
    ),
  );
  const whole = (['credits', 'tax', 'payable'] as const).map((meter): [string, number] => {
    const sum = invoices.reduce((total, invoice) => plus(total, amount(invoice[meter])), zero);
    return [textOf({ resource: null, meter }), numberOf(sum)];
  });
  return [...used, ...whole];
}

/** `cpu of shop/workload/api`, `tax`: meters have no spaces. */
function textOf({ resource, meter }: BillPart): string {
  return resource === null ? meter : `${meter} of ${resource}`;
}

/** The part that a text names. */
export function partOf(text: string): BillPart {
  const [, meter, resource] = /^(\S+) of (.+)$/s.exec(text) ?? [];
  return meter === undefined || resource === undefined ? { resource: null, meter: text } : { resource, meter };
}

function numberOf(value: Decimal): number {
  return Number(formatDecimal(rounded(value, decimals, 'half-up')));
}
