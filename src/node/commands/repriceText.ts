/** The output of `svcsim reprice`: the amounts due before and after, and the largest differences by meter and price. */

import { grouped } from '../../engine/grouped.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { type LineChange, lineChanges, type PayableChange, payableChanges } from '../../report/bill/repriceChanges.ts';
import { countText, moneyText, moneyTextBeside } from '../../report/words/format.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { type Canvas, left, right } from '../../report/words/placedTable.ts';
import { canvasOf } from '../canvas.ts';
import type { RepriceFlags } from '../flags.ts';
import { say } from '../say.ts';

/** Most differences that are shown; --json has all. */
const shownMax = 12;

export interface RepriceSummary {
  readonly folder: string;
  readonly out: string;
  readonly old: Bill;
  readonly bill: Bill;
}

/** `svcsim reprice --json`. */
export interface RepriceReport {
  readonly schema: 'svcsim/reprice/1';
  readonly folder: string;
  readonly out: string;
  readonly books: { readonly before: Bill['book']; readonly after: Bill['book'] };
  readonly currencies: { readonly before: string; readonly after: string };
  readonly invoices: readonly PayableChange[];
  readonly lines: readonly LineChange[];
}

export function showRepriced(told: RepriceSummary, { json, quiet }: RepriceFlags): void {
  const { folder, out, old, bill } = told;
  const [invoices, lines] = [payableChanges(old, bill), lineChanges(old, bill)];
  if (json === true) {
    const books = { before: old.book, after: bill.book };
    const currencies = { before: old.currency, after: bill.currency };
    const report: RepriceReport = { schema: 'svcsim/reprice/1', folder, out, books, currencies, invoices, lines };
    say(process.stdout, jsonText(report));
    return;
  }
  if (quiet === true) return;
  const canvas = canvasOf(process.stdout);
  const sections = [
    invoices.length === 0
      ? ['nothing was charged']
      : changeTable('Invoice', invoices.map(invoiceCells(told)), told, canvas),
    lineTable(lines, told, canvas),
    [canvas.paint.dim(bill.book.notice ?? `Price book: ${bill.book.name}`), `Reports: ${out}`],
  ];
  const text = sections.filter((section) => section.length > 0).map((section) => section.join('\n'));
  say(process.stdout, `${text.join('\n\n')}\n`);
}

function lineTable(lines: readonly LineChange[], told: RepriceSummary, canvas: Canvas): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, shownMax);
  const rows = shown.map((line) => {
    const name = `${line.meter}${line.surplus ? ' (surplus)' : ''} on ${line.invoice}`;
    return [name, ...moneyCells(line, told), boundText(line)];
  });
  const more = lines.length - shown.length;
  return [
    ...changeTable('Largest differences', rows, told, canvas, ['prices']),
    ...(more > 0 ? [canvas.paint.dim(`  … and ${countText(more)} more: --json has all`)] : []),
  ];
}

function changeTable(
  first: string,
  rows: readonly string[][],
  { old, bill }: RepriceSummary,
  canvas: Canvas,
  more: readonly string[] = [],
): string[] {
  const heads = [right(old.book.name), right(bill.book.name), right('difference'), ...more.map(left)];
  return canvas.table([left(first), ...heads], rows, canvas);
}

function invoiceCells(told: RepriceSummary): (change: PayableChange) => string[] {
  return (change) => [change.invoice, ...moneyCells(change, told)];
}

function moneyCells({ before, after, difference }: PayableChange, { old, bill }: RepriceSummary): string[] {
  const money = (text: string | null, beside: string | null, currency: string): string => {
    if (text === null) return '-';
    const value = amount(text);
    return `${beside === null ? moneyText(value) : moneyTextBeside(value, amount(beside))} ${currency}`;
  };
  return [
    money(before, after, old.currency),
    money(after, before, bill.currency),
    money(difference, null, bill.currency),
  ];
}

/** `egress/2027-01-01 t0, t1 -> mount-egress/1970-01-01 t0`: prices by their ids, the midnight of most left out. */
function boundText({ prices }: LineChange): string {
  const named = (ids: readonly string[]): string => {
    if (ids.length === 0) return 'none';
    const bySku = grouped(ids, (id) => id.slice(0, id.lastIndexOf('/')).replace(/T00:00:00Z$/, ''));
    return [...bySku]
      .map(([sku, of]) => `${sku} ${of.map((id) => id.slice(id.lastIndexOf('/') + 1)).join(', ')}`)
      .join('; ');
  };
  const [before, after] = [named(prices.before), named(prices.after)];
  return before === after ? after : `${before} -> ${after}`;
}
