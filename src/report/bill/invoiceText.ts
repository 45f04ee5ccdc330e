/**
 * Invoices as text: usage with prices, credits, taxes, the amount due, and unit costs.
 */

import { type Decimal, parseDecimal } from '../../platform/metering/decimal.ts';
import { durationText, groupedDecimal, moneyText, partText, shortNumber } from '../words/format.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import type { Bill, Invoice, InvoiceLine, UnitCosts, UsageLine } from './billDocument.ts';
import { amount } from './costs.ts';

/** Decimals of money: a line of usage may cost less than the smallest currency unit. */
const decimals = 4;

/** Every invoice of a bill with its lines, then unit costs, as lines separated by line ends; the last has none. */
export function invoiceText(bill: Bill, canvas: Canvas): string {
  const { paint } = canvas;
  const sections = [
    ...bill.invoices.map((invoice) => invoiceLines(invoice, bill, canvas)),
    bill.invoices.length === 0 ? ['nothing was charged'] : [],
    unitLines(bill, canvas),
    (bill.extrapolated ?? []).map(({ period, extrapolatedUsage, simulatedMs, monthMs }) => {
      const parts = `${durationText(simulatedMs)} of ${durationText(monthMs)}`;
      return `  Extrapolated, not billed: ${moneyText(amount(extrapolatedUsage))} ${bill.currency} for the whole of ${period}, from the simulated part (${parts})`;
    }),
    [paint.dim(`  ${bill.book.notice ?? `Price book: ${bill.book.name}`}`)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function invoiceLines(invoice: Invoice, { currency }: Bill, canvas: Canvas): string[] {
  const { paint } = canvas;
  const usage = invoice.lines.flatMap((line) => (line.kind === 'usage' ? [line] : []));
  const ends: readonly (readonly [string, string])[] = [
    ['usage', invoice.usageTotal],
    ...invoice.lines.flatMap(beyondUsage),
    ...(invoice.rounding === '0.0' ? [] : [['rounding', invoice.rounding] as const]),
    ['amount due', invoice.payable],
  ];
  const wide = Math.max(...ends.map(([name]) => name.length));
  const money = ends.map(([, cost]) => moneyText(amount(cost), decimals));
  const size = Math.max(...money.map((text) => text.length));
  const partly = invoice.partial ? ' (partial period)' : '';
  return [
    `${paint.bold(invoice.id)}  ${moneyText(amount(invoice.payable))} ${currency}`,
    paint.dim(`  ${invoice.org}, ${invoice.period}${partly}`),
    '',
    ...usageTable(usage, currency, canvas),
    '',
    ...ends.map(([name], index) => `  ${name.padEnd(wide)}  ${(money[index] ?? '').padStart(size)}`),
  ];
}

/** The amount of a credit or a tax. */
function beyondUsage(line: InvoiceLine): (readonly [string, string])[] {
  if (line.kind === 'credit') return [[`credit ${line.id}`, line.cost]];
  if (line.kind === 'tax') return [[`tax ${line.id}, ${shortNumber(Number(line.rate) * 100, 4)} %`, line.cost]];
  return [];
}

function usageTable(lines: readonly UsageLine[], currency: string, canvas: Canvas): string[] {
  const isTiered = lines.some(({ tier }) => tier > 0);
  const rows = lines.map((line): TextCell[] => [
    `${line.meter}${line.surplus ? ' (surplus)' : ''}`,
    groupedDecimal(line.quantity),
    line.unit,
    line.listPrice,
    line.contractedPrice === line.listPrice ? '-' : line.contractedPrice,
    isTiered ? String(line.tier) : '-',
    moneyText(amount(line.cost), decimals),
    partText(Number(line.share), 1),
    String(line.rows.length),
    line.skuPriceId,
  ]);
  const heads = ['quantity', 'unit', 'list\nprice', 'contracted\nprice', 'tier', currency, 'share', 'rows', 'price id'];
  const isText = (head: string): boolean => head === 'unit' || head === 'price id';
  return canvas.table([left('Usage'), ...heads.map((head) => (isText(head) ? left : right)(head))], rows, canvas);
}

function unitLines({ unitCosts = [], currency }: Bill, canvas: Canvas): string[] {
  const kinds = ['perMillionRequests', 'perSuccessfulExecution', 'perStoredGBMonth', 'perReplicaHour'] as const;
  const shown = unitCosts.filter((line) => kinds.some((kind) => line[kind] !== null));
  if (shown.length === 0) return [];
  const rows = shown.map((line): TextCell[] => [nameOf(line), ...kinds.map((kind) => pieceText(line[kind]))]);
  const heads = ['million\nrequests', 'successful\nexecution', 'stored\nGB-month', 'replica-\nhour'];
  return canvas.table([left(`${currency} per`), ...heads.map(right)], rows, canvas);
}

function nameOf({ gvc, resource }: UnitCosts): string {
  return gvc === null ? 'the org' : `${gvc}/${resource}`;
}

function pieceText(cost: string | null): string {
  const value: Decimal | null = cost === null ? null : parseDecimal(cost);
  return value === null ? '-' : moneyText(value, Number(cost) < 1 ? 6 : 4);
}
