/**
 * Tables and texts in Markdown, as pull requests show it.
 */
import type { Canvas } from './placedTable.ts';
import { inOneLine, keptColumns, type TextCell, type TextColumn, textOf } from './table.ts';

/** What tables of a report are drawn on to stand in Markdown; what is bad is bold. */
export const markdownCanvas: Canvas = {
  width: 10_000,
  paint: {
    bold: strong,
    bad: strong,
    dim: (text) => text,
    good: (text) => text,
    warn: (text) => text,
    accent: (text) => text,
  },
  table: markdownTable,
};

/** A text that stands out. */
export function strong(text: string): string {
  const mark = '**';
  return `${mark}${text}${mark}`;
}

/** Lines of a table, set off by empty ones. A row of a single cell is a heading of those after it. */
function markdownTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  { paint }: Pick<Canvas, 'paint'>,
): string[] {
  const kept = keptColumns(columns, rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) =>
    kept.map(({ index }) => {
      const cell = row[index] ?? '';
      const text = markdownText(textOf(cell).trim());
      return typeof cell === 'string' || text === '' ? text : paint[cell.style](text);
    }),
  );
  return [
    line(kept.map(({ title }) => markdownText(inOneLine(title)))),
    line(kept.map(({ align }) => (align === 'right' ? '---:' : ':---'))),
    ...body.map(line),
    '',
  ];
}

/** A text that means in Markdown what it says, in one line. */
export function markdownText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*|[\]]/g, '\\$&')
    .replaceAll(/(?<!\w)[_~#@]/g, '\\$&');
}
