/**
 * Aligned columns within a width, for terminals.
 */
import type { Paint, Style } from './paint.ts';

export interface Column {
  /** Right: numbers. */
  readonly align: 'left' | 'right';
  readonly title: string;
}

export type Cell = string | { readonly text: string; readonly style: Style };

const gap = '  ';
const indent = '  ';
/** Characters that the first column keeps before others have to go. */
const firstLeast = 16;

/**
 * Lines of a table: titles, then one line for each row. A later column that is `-` in every row is left out.
 *
 * Where the width is too small the first column gives way, down to 16 characters (cut in the middle, where names differ least); then the last
 * columns are left out.
 */
export function tableLines(
  allColumns: readonly Column[],
  allRows: readonly (readonly Cell[])[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const isKept = (index: number): boolean => index === 0 || allRows.some((row) => row[index] !== '-');
  const kept = allColumns.flatMap((column, index) => (isKept(index) ? [{ ...column, index }] : []));
  const widths = kept.map(({ title, index }) =>
    Math.max(title.length, ...allRows.map((row) => textOf(row[index] ?? '').length)),
  );
  while (widths.length > 1 && restOf(widths) + firstLeast > width) widths.pop();
  widths[0] = Math.max(Math.min(widths[0] ?? 0, firstLeast), Math.min(widths[0] ?? 0, width - restOf(widths)));
  const columns = kept.slice(0, widths.length);
  const line = (cells: readonly Cell[], style: Style | null = null): string => {
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
  const header = allColumns.map(({ title }, index): Cell => (index === 0 ? { text: title, style: 'bold' } : title));
  return [line(header, 'dim'), ...allRows.map((row) => line(row))];
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

/**
 * A text in lines of at most so many characters, broken at blanks; a word that is longer stands alone.
 *
 * @param lead stands before the first line, and as many blanks before the others; its width counts
 */
export function wrapped(text: string, width: number, lead = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && lead.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + one);
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
