/**
 * Aligned columns within a width, for terminals.
 */
import { wrapped } from '../../text/folded.ts';
import type { Paint, Style } from './paint.ts';

export interface TextColumn {
  /** Right: numbers. */
  readonly align: 'left' | 'right';
  /** Line ends in it make the head as many lines high. */
  readonly title: string;
}

export type TextCell = string | { readonly text: string; readonly style: Style };

const gap = '  ';
const indent = '  ';
/** Characters that the first column keeps before others have to go. */
const firstLeast = 16;

/**
 * Lines of a table: titles, then one line for each row. A later column that is `-` in every row is left out. A row of a
 * single cell is a heading of those after it.
 *
 * Where the width is too small the first column gives way, down to 16 characters (cut in the middle, where names differ
 * least); then columns are left out, the last of those first that have nothing bad to say, and nothing to warn of; a
 * last line names them.
 */
export function tableLines(
  allColumns: readonly TextColumn[],
  allRows: readonly (readonly TextCell[])[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const numbers = allRows.filter((row) => row.length > 1);
  const kept = keptColumns(allColumns, allRows).map(({ align, title, index }) => {
    return { align, index, title, head: title.split('\n'), weight: weightOf(numbers, index) };
  });
  const widthOf = ({ head, index }: (typeof kept)[number]): number =>
    Math.max(...[...head, ...numbers.map((row) => textOf(row[index] ?? ''))].map((text) => text.length));
  let columns = kept;
  while (columns.length > 1 && restOf(columns.map(widthOf)) + firstLeast > width) {
    const least = columns.slice(1).reduce((some, one) => (one.weight <= some.weight ? one : some));
    columns = columns.filter((one) => one !== least);
  }
  const widths = columns.map(widthOf);
  widths[0] = Math.max(Math.min(widths[0] ?? 0, firstLeast), Math.min(widths[0] ?? 0, width - restOf(widths)));
  const line = (cells: readonly TextCell[], style: Style | null = null): string => {
    const parts = columns.map(({ align, index }, place) => {
      const cell = cells[index] ?? '';
      const size = widths[place] ?? 0;
      const text = place === 0 ? shortened(textOf(cell), size) : textOf(cell);
      const how = typeof cell === 'string' ? style : cell.style;
      const painted = how === null || text === '' ? text : paint[how](text);
      const blanks = ' '.repeat(size - text.length);
      return align === 'left' ? `${painted}${blanks}` : `${blanks}${painted}`;
    });
    return `${indent}${parts.join(gap)}`.trimEnd();
  };
  const height = Math.max(...columns.map(({ head }) => head.length));
  const heads = Array.from({ length: height }, (_, row) => {
    const cells: TextCell[] = [];
    for (const { head, index } of columns) {
      const text = head[row - height + head.length] ?? '';
      cells[index] = index === 0 ? { text, style: 'bold' } : text;
    }
    return line(cells, 'dim');
  });
  const heading = ([cell = '']: readonly TextCell[]): string =>
    `${indent}${shortened(textOf(cell), width - indent.length)}`;
  const lines = [...heads, ...allRows.map((row) => (row.length > 1 ? line(row) : heading(row)))];
  const left = kept.filter((column) => !columns.includes(column));
  if (left.length === 0) return lines;
  const titles = left.map(({ title }) => inOneLine(title));
  return [...lines, ...wrapped(`too narrow for: ${titles.join(', ')}`, width, `${indent}… `).map(paint.dim)];
}

/**
 * The columns that have something to say, with their place in a row: the first, and later ones that are not `-` in
 * every row.
 */
export function keptColumns(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
): (TextColumn & { readonly index: number })[] {
  const isKept = (index: number): boolean =>
    index === 0 || rows.some((row) => row.length > 1 && textOf(row[index] ?? '') !== '-');
  return columns.map((column, index) => ({ ...column, index })).filter(({ index }) => isKept(index));
}

/** A title of several lines as one. */
export function inOneLine(title: string): string {
  return title.replaceAll('-\n', '').replaceAll('\n', ' ');
}

/** What a column has to say: 2 something bad, 1 a warning, 0 neither. */
function weightOf(rows: readonly (readonly TextCell[])[], index: number): number {
  const styles = rows.map((row) => row[index] ?? '').map((cell) => (typeof cell === 'string' ? null : cell.style));
  return styles.includes('bad') ? 2 : styles.includes('warn') ? 1 : 0;
}

function restOf(widths: readonly number[]): number {
  return widths.slice(1).reduce((sum, one) => sum + one + gap.length, indent.length);
}

/** A text cut in its middle to so many characters. */
export function shortened(text: string, size: number): string {
  if (text.length <= size) return text;
  const head = Math.ceil((size - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (size - 1 - head))}`;
}

/** What a cell says, without its style. */
export function textOf(cell: TextCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
