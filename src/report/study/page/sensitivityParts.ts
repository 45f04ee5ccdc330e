/**
 * The parts of the page of a sensitivity study: a tornado for each measure, then all effects in a table.
 */
import { shortNumber } from '../../words/format.ts';
import { differsText } from '../comparisonText.ts';
import type { SensitivityDocument, SensitivityEffect } from '../sensitivityDocument.ts';
import { changeText, hasEffect } from '../sensitivitySentence.ts';
import { percentText } from '../sentence.ts';
import { differenceText, valueText } from '../valueText.ts';
import { figure, keyOf } from './figure.ts';
import { element, type Markup, type MarkupChild } from './markup.ts';
import { pageTable, section } from './pageTable.ts';
import { measureAxis } from './plotAxis.ts';
import { type PlotMark, rowPlot } from './rowPlot.ts';

/** Rows of one tornado; the table has all. */
const rowsMost = 25;

/** Pictures, then tables. */
export function sensitivityParts(document: SensitivityDocument, currency: string): MarkupChild {
  const { measures, chance, runs, confidence, confidenceOfEach, effects } = document;
  const together = effects.length < 2 ? '' : ` of all intervals together (each at ${percentText(confidenceOfEach)})`;
  return [
    element(
      'p',
      { class: 'note' },
      chance === 'none'
        ? 'Nothing is random: one run of each plan.'
        : `${runs} runs of each plan with the same random numbers; ${shortNumber(100 * confidence)} % confidence${together}.`,
    ),
    section(
      'What matters',
      measures.map(({ measure, mean }) => tornado(document, measure, valueText(measure, mean, currency), currency)),
    ),
    section('All changes', effectTable(document, currency)),
    section('Changes that cannot be run', refusedTable(document)),
    section('Not tried', untriedTable(document)),
  ];
}

/** Bars from 0, the greatest first; null: no change moves the measure. */
function tornado(
  { effects, chance }: SensitivityDocument,
  measure: string,
  base: string,
  currency: string,
): Markup | null {
  const moving = effects.filter((one) => one.measure === measure && hasEffect(one));
  if (moving.length === 0) return null;
  const shown = moving.slice(0, rowsMost);
  const marks = shown.map(marksOf);
  const ends = marks.flat().flatMap((mark) => {
    if ('at' in mark) return [mark.at];
    return 'low' in mark ? [mark.low, mark.high] : [mark.from, mark.until];
  });
  const axis = measureAxis({ measure, currency, values: [0, ...ends], isDifference: true });
  const kinds = new Set(marks.flat().map(({ kind }) => kind));
  const rest = moving.length - shown.length;
  return figure({
    title: `${measure}: effect of each change, from ${base}`,
    unit: axis.unit,
    keys: [
      keyOf('more', chance === 'none' ? 'more' : 'more (mean effect)'),
      keyOf('less', chance === 'none' ? 'less' : 'less (mean effect)'),
      kinds.has('interval') ? keyOf('interval', 'interval of the mean') : null,
      kinds.has('seen') ? keyOf('seen', 'runs seen, least to greatest: no interval can be trusted') : null,
    ],
    picture: rowPlot(
      axis,
      shown.map((one, index) => ({
        name: changeText(one),
        marks: marks[index] ?? [],
        text: [differenceText(measure, one.mean, currency), flipBadge(one)],
      })),
    ),
    ...(rest === 0 ? {} : { note: `${rest} smaller effects are in the table.` }),
  });
}

function marksOf({ mean, low, high, least, greatest, isInterval }: SensitivityEffect): PlotMark[] {
  const bar: PlotMark = { kind: 'bar', from: 0, until: mean ?? 0, look: (mean ?? 0) < 0 ? 'less' : 'more' };
  if (low === null || high === null || least === greatest) return [bar];
  return [bar, { kind: isInterval ? 'interval' : 'seen', low, high }];
}

function flipBadge({ flips, verdict }: SensitivityEffect): MarkupChild {
  if (!flips) return null;
  return [' ', element('span', { class: 'badge bad' }, verdict === null ? 'flips' : `flips to ${verdict.verdict}`)];
}

function effectTable({ effects, verdict }: SensitivityDocument, currency: string): Markup | null {
  if (effects.length === 0) return null;
  return pageTable(
    'All changes',
    [
      { head: 'Input' },
      { head: 'From' },
      { head: 'To' },
      { head: 'Measure' },
      { head: 'Effect', isNumber: true },
      { head: 'Low', isNumber: true },
      { head: 'High', isNumber: true },
      { head: 'Differs in', isNumber: true },
      ...(verdict === null ? [] : [{ head: 'Verdict' }]),
    ],
    effects.map((one) => [
      one.name,
      one.from,
      one.to,
      one.measure,
      differenceText(one.measure, one.mean, currency),
      one.low === null ? '-' : differenceText(one.measure, one.low, currency),
      one.high === null ? '-' : `${differenceText(one.measure, one.high, currency)}${one.isInterval ? '' : ' (seen)'}`,
      differsText(one),
      ...(verdict === null ? [] : [verdictText(one)]),
    ]),
  );
}

function verdictText({ verdict, flips }: SensitivityEffect): string {
  if (verdict === null) return '-';
  const often = verdict.runs === 1 ? '' : ` (${verdict.passes} of ${verdict.runs} runs pass)`;
  return `${verdict.verdict}${often}${flips ? ': flips' : ''}`;
}

function refusedTable({ refused }: SensitivityDocument): Markup | null {
  if (refused.length === 0) return null;
  return pageTable(
    'Changes that cannot be run',
    [{ head: 'Input' }, { head: 'From' }, { head: 'To' }, { head: 'Why' }],
    refused.map(({ name, from, to, rule, message }) => [
      name,
      from,
      to,
      rule === null ? message : `${rule}: ${message}`,
    ]),
  );
}

function untriedTable({ untried }: SensitivityDocument): Markup | null {
  if (untried.length === 0) return null;
  return pageTable(
    'Not tried',
    [{ head: 'Input' }, { head: 'Why' }],
    untried.map(({ name, why }) => [name, why]),
  );
}
