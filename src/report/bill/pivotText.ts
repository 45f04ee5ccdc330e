/**
 * A pivot as a table for people, and as one for spreadsheets.
 */

import { csvField } from '../words/csvField.ts';
import { countText, moneyText } from '../words/format.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { amount } from './costs.ts';
import type { Pivot } from './pivot.ts';

/** Most rows in a terminal. */
const rowsMax = 2_000;

/** The total is the second column, because a narrow terminal drops the last columns first. */
export function pivotTable({ by, rows, columns, total, currency }: Pivot, canvas: Canvas): string[] {
  const isCrossed = by.length > 1;
  const decimals = Number(total) < 100 ? 4 : 2;
  const money = (text: string | null): string => (text === null ? '-' : moneyText(amount(text), decimals));
  const shown = isCrossed ? columns : [];
  const lines = rows
    .slice(0, rowsMax)
    .map((row): TextCell[] => [row.label, money(row.total), ...(isCrossed ? row.cells.map(money) : [])]);
  const last: TextCell[] = [
    { text: 'total', style: 'bold' },
    { text: money(total), style: 'bold' },
    ...shown.map((column) => money(column.total)),
  ];
  const heads = [left(by[0] ?? ''), right(currency), ...shown.map(({ label }) => right(label))];
  const more = rows.length - rowsMax;
  const cut = more > 0 ? [[{ text: `… and ${countText(more)} more: --csv has all`, style: 'dim' } as const]] : [];
  return canvas.table(heads, [...lines, ...cut, last], canvas);
}

/** A pivot with all digits: a header, one line for each row, and the totals. */
export function pivotCsv({ by, rows, columns, total }: Pivot): string {
  const [rowsBy = ''] = by;
  const shown = by.length > 1 ? columns : [];
  const lines = [
    [rowsBy, ...shown.map(({ label }) => label), 'total'],
    ...rows.map((row) => [row.label, ...(by.length > 1 ? row.cells.map((cell) => cell ?? '') : []), row.total]),
    ['total', ...shown.map((column) => column.total), total],
  ];
  return `${lines.map((line) => line.map(csvField).join()).join('\n')}\n`;
}
