/**
 * The futures of a run for the terminal and for a pull request: the sentence, where they part, and what each comes to.
 */
import { wrapped } from '../../text/folded.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { differenceTable, noteLines, planTable, textWidth } from './comparisonText.ts';
import type { BadEndShare, ForkDocument } from './forkDocument.ts';
import { timeText } from './momentText.ts';
import { percentText } from './sentence.ts';

/** Lines of an answer. */
export function forkText(document: ForkDocument, currency: string, canvas: Canvas): string {
  const { paint } = canvas;
  const lines = wrapped(document.sentence, textWidth(canvas)).map((line) => paint.bold(line));
  if (document.instants !== undefined)
    lines.push(
      '',
      ...instantTable(document, canvas),
      '',
      ...wrapped(
        `The tables below are of acting at ${timeText(document.at)}, the first instant; the first difference is that of replication 0.`,
        textWidth(canvas),
      ).map((line) => paint.dim(line)),
    );
  lines.push('', ...firstTable(document, canvas), '', ...planTable(document, currency, canvas));
  if (document.differences.length > 0) lines.push('', ...differenceTable(document, currency, canvas));
  lines.push('', ...noteLines(document, canvas));
  if (document.instants !== undefined && document.chance === 'present')
    lines.push(
      ...wrapped(
        `Of all runs: bounds of the share in which that is so (Clopper and Pearson), each at ${percentText(document.confidence)}. All instants have the same random numbers.`,
        textWidth(canvas),
      ).map((line) => paint.dim(line)),
    );
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** How often the bad end comes if each plan takes effect at each instant. */
function instantTable(document: ForkDocument, canvas: Canvas): string[] {
  const { instants = [], unacted, until = '', chance, firstDifference } = document;
  const isExact = chance === 'none';
  const names = firstDifference.map(({ plan }) => plan);
  const columns = [
    left('Acting at'),
    ...names.flatMap((name) => [right(names.length > 1 ? name : until), ...(isExact ? [] : [right('Of all runs')])]),
  ];
  const cells = (share: BadEndShare | undefined): string[] =>
    isExact ? [exactText(share)] : [countText(share), boundsText(share)];
  const times = [...new Set(instants.map(({ at }) => at))];
  const rows = times.map((at): TextCell[] => [
    timeText(at),
    ...names.flatMap((plan) => cells(instants.find((one) => one.plan === plan && one.at === at))),
  ]);
  rows.push(['never', ...names.flatMap(() => cells(unacted))]);
  return canvas.table(columns, rows, canvas);
}

function exactText(share: BadEndShare | undefined): string {
  if (share === undefined || share.runs === 0) return '-';
  return share.bad > 0 ? 'yes' : 'no';
}

function countText(share: BadEndShare | undefined): string {
  return share === undefined || share.runs === 0 ? '-' : `in ${share.bad} of ${share.runs}`;
}

function boundsText(share: BadEndShare | undefined): string {
  if (share?.low == null || share.high === null) return '-';
  return `${percentText(share.low)} to ${percentText(share.high)}`;
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
