/**
 * The bill as a page has it: day by day where that is not too much, and no more rows than there is room for.
 */
import type { Bill, UsageRow } from '../bill.ts';
import type { Invoice } from '../billInvoices.ts';
import type { PageBill } from './pageData.ts';

/** Room for the bill's parts. */
export interface BillRoom {
  readonly rowsMax: number;
  /** Spans of a row that are named by their entries. */
  readonly spansMax: number;
}

export interface FittedBill {
  readonly bill: PageBill;
  /** Rows that were left out, and rows that name fewer spans than they had. */
  readonly rowsLeftOut: number;
  readonly rowsCut: number;
}

/** The rows that cost most stay; invoices name the rows that are there. */
export function pageBill(
  { book, currency, totals, usage, invoices }: Bill,
  rowsPer: PageBill['rowsPer'],
  room: BillRoom,
): FittedBill {
  const { rowsMax, spansMax } = room;
  const kept = usage.length <= rowsMax ? usage : dearest(usage, rowsMax);
  const ids = new Set(kept.map(({ id }) => id));
  let rowsCut = 0;
  const rows = kept.map((row): UsageRow => {
    if (row.events === undefined || row.events.length <= spansMax) return row;
    rowsCut += 1;
    return { ...row, events: row.events.slice(0, spansMax) };
  });
  const isWhole = kept.length === usage.length;
  const bill: PageBill = {
    book,
    currency,
    totals,
    rowsPer,
    usage: rows,
    invoices: isWhole ? invoices : invoices.map((invoice) => withRows(invoice, ids)),
  };
  return { bill, rowsLeftOut: usage.length - kept.length, rowsCut };
}

/** In their order. */
function dearest(usage: readonly UsageRow[], most: number): readonly UsageRow[] {
  const order = usage
    .map((row, index) => ({ row, index }))
    .sort((a, b) => Number(b.row.cost ?? 0) - Number(a.row.cost ?? 0) || a.index - b.index);
  const kept = new Set(order.slice(0, most).map(({ row }) => row));
  return usage.filter((row) => kept.has(row));
}

function withRows(invoice: Invoice, ids: ReadonlySet<string>): Invoice {
  const lines = invoice.lines.map((line) =>
    line.kind === 'usage' ? { ...line, rows: line.rows.filter((row) => ids.has(row)) } : line,
  );
  return { ...invoice, lines };
}
