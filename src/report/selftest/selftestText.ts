/**
 * A self-test for the terminal and for a pull request: the sentence, a table of closed forms, a table of exact checks,
 * and the details of each check that failed.
 */
import { wrapped } from '../../text/folded.ts';
import { textWidth } from '../study/comparisonText.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import type { SelftestDocument } from './selftestDocument.ts';
import {
  failureOf,
  findsText,
  methodOf,
  scoreText,
  selftestRange,
  selftestSentence,
  selftestValue,
} from './selftestWords.ts';

/** Lines of an answer. */
export function selftestText(document: SelftestDocument, canvas: Canvas): string {
  const { paint } = canvas;
  const lines = wrapped(selftestSentence(document), textWidth(canvas)).map((line) => paint.bold(line));
  for (const table of [chanceTable(document, canvas), exactTable(document, canvas)])
    if (table.length > 0) lines.push('', ...table);
  for (const check of [...document.chance, ...document.exact]) {
    if (check.holds) continue;
    const [first = '', ...more] = failureOf(check, document);
    lines.push('', paint.bad(first), ...more.flatMap((line) => wrapped(line, textWidth(canvas), '  ')));
  }
  const method = methodOf(document);
  if (method !== '') lines.push('', ...wrapped(method, textWidth(canvas)).map((line) => paint.dim(line)));
  return lines.join('\n').trimEnd();
}

function chanceTable({ chance, confidence }: SelftestDocument, canvas: Canvas): string[] {
  if (chance.length === 0) return [];
  const columns = [
    left('Closed form'),
    right('Theory'),
    right('Value'),
    right(`${100 * confidence} % interval`),
    right('z'),
    right('Finds'),
    left('Result'),
  ];
  const rows = chance.map((one): TextCell[] => [
    one.id,
    selftestValue(one.unit, one.theory),
    one.value === null ? '-' : selftestValue(one.unit, one.value),
    selftestRange(one),
    scoreText(one.score),
    findsText(one.findsShare),
    resultCell(one),
  ]);
  return canvas.table(columns, rows, canvas);
}

/** What is found is in the table only if it is short. */
const shownMost = 24;

function exactTable({ exact }: SelftestDocument, canvas: Canvas): string[] {
  if (exact.length === 0) return [];
  const rows = exact.map((one): TextCell[] => {
    const { found, expected } = one;
    const shown = found === null ? '-' : found.length <= shownMost ? found : `${found.slice(0, shownMost - 1)}…`;
    return [one.id, shown, resultCell({ holds: one.holds && found === expected })];
  });
  return canvas.table([left('Exact check'), left('Found'), left('Result')], rows, canvas);
}

function resultCell({ holds }: { readonly holds: boolean }): TextCell {
  return holds ? { text: 'holds', style: 'good' } : { text: 'FAILS', style: 'bad' };
}
