/**
 * A break-even for the terminal and for a pull request: the sentence, and every value that was tried.
 */
import { wrapped } from '../../text/folded.ts';
import { markdownCanvas } from '../words/markdownTable.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { failureLines, textWidth } from './comparisonText.ts';
import type { FindDocument, TriedValue } from './findDocument.ts';
import { percentText } from './sentence.ts';
import { valueText } from './valueText.ts';

/** Lines of an answer. */
export function findText(document: FindDocument, currency: string, canvas: Canvas): string {
  const { paint } = canvas;
  const lines = wrapped(document.sentence, textWidth(canvas)).map((line) => paint.bold(line));
  lines.push('', ...valueTable(document, currency, canvas), '', ...noteLines(document, canvas));
  const plans = document.values.map(({ text, failed }) => ({
    name: text,
    ...(failed === undefined ? {} : { failed }),
  }));
  const failures = failureLines(plans, canvas === markdownCanvas ? '`' : '');
  if (failures.length > 0) lines.push('', ...failures);
  return lines.join('\n').trimEnd();
}

function valueTable({ values, chance, measure }: FindDocument, currency: string, canvas: Canvas): string[] {
  const isExact = chance === 'none';
  const columns = [
    left('Value'),
    left('Condition'),
    ...(isExact
      ? [right(measure)]
      : [right('Held in'), right('Of all runs'), right('Mean'), right('Least'), right('Greatest')]),
  ];
  const amount = (value: number | null): string => (value === null ? '-' : valueText(measure, value, currency));
  const rows = values.map((one): TextCell[] => [
    one.text,
    verdictCell(one),
    ...(isExact
      ? [amount(one.mean)]
      : [
          one.runs === 0 ? '-' : `${one.held} of ${one.runs}`,
          shareText(one),
          amount(one.mean),
          amount(one.least),
          amount(one.greatest),
        ]),
  ]);
  return canvas.table(columns, rows, canvas);
}

function verdictCell({ verdict }: TriedValue): TextCell {
  if (verdict === 'undecided') return { text: verdict, style: 'warn' };
  return verdict === 'refused' ? { text: verdict, style: 'bad' } : verdict;
}

/** The bounds of the share of all runs in which the condition holds. */
function shareText({ isExact, held, low, high }: TriedValue): string {
  if (isExact) return held > 0 ? 'all' : 'none';
  return low === null || high === null ? '-' : `${percentText(low)} to ${percentText(high)}`;
}

function noteLines({ chance, confidenceOfEach }: FindDocument, canvas: Canvas): string[] {
  if (chance === 'none') return [];
  const note = `All values have the same random numbers. Of all runs: bounds of the share in which the condition holds, each at ${percentText(confidenceOfEach)} (Bonferroni over all values that may be tried).`;
  return wrapped(note, textWidth(canvas)).map((line) => canvas.paint.dim(line));
}
