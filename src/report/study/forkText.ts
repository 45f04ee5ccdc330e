/**
 * The futures of a run for the terminal and for a pull request: the sentence, where they part, and what each comes to.
 */
import { instantFromIso } from '../../engine/time.ts';
import { wrapped } from '../../text/folded.ts';
import { type Canvas, left } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { differenceTable, noteLines, planTable } from './comparisonText.ts';
import type { ForkDocument } from './forkDocument.ts';
import { momentText } from './momentText.ts';

/** Lines of an answer. */
export function forkText(document: ForkDocument, currency: string, canvas: Canvas): string {
  const { paint, width } = canvas;
  const lines = wrapped(document.sentence, Math.min(width, 120)).map((line) => paint.bold(line));
  lines.push('', ...firstTable(document, canvas), '', ...planTable(document, currency, canvas));
  if (document.differences.length > 0) lines.push('', ...differenceTable(document, currency, canvas));
  lines.push('', ...noteLines(document, canvas));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** The first journal entry of each plan that the run without it lacks. */
function firstTable({ firstDifference }: ForkDocument, canvas: Canvas): string[] {
  const rows = firstDifference.map(({ plan, entry }): TextCell[] =>
    entry === null
      ? [plan, '-', { text: 'no journal entry differs', style: 'dim' }]
      : [plan, timeText(entry.at), entry.sentence],
  );
  return canvas.table([left('First difference'), left('At'), left('What happens')], rows, canvas);
}

function timeText(at: string): string {
  const instant = instantFromIso(at);
  return typeof instant === 'number' ? momentText(instant) : at;
}
