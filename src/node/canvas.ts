/** What tables for people are drawn on. */
import type { Canvas } from '../report/words/placedTable.ts';
import { tableLines } from '../report/words/table.ts';
import { columnsOf } from './columns.ts';
import { paintFor } from './paint.ts';

/** As wide as the terminal; what is no terminal takes lines of any width. */
export function canvasOf(stream: NodeJS.WriteStream): Canvas {
  const width = columnsOf(stream) ?? Number.POSITIVE_INFINITY;
  return { width, paint: paintFor(stream), table: tableLines };
}
