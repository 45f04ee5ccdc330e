/**
 * The parts of the page of a comparison or a study of plans.
 */
import { differsText, reductionText, spreadText } from '../comparisonText.ts';
import type { StudyDocument } from '../document.ts';
import { differenceText, rangeText, valueText } from '../valueText.ts';
import type { MarkupChild } from './markup.ts';
import { pageTable, section } from './pageTable.ts';

/** Pictures, then tables of all numbers. */
export function comparisonParts(document: StudyDocument, currency: string): MarkupChild {
  return [section('Plans', planTable(document, currency)), section('Differences', differenceTable(document, currency))];
}

function planTable({ plans }: StudyDocument, currency: string): MarkupChild {
  const rows = plans.flatMap(({ name, runs, refused, measures }): MarkupChild[][] => {
    if (refused !== undefined) return [[name, `refused: ${refused.message}`]];
    return measures.map(({ measure, mean, low, high, least, greatest }) => [
      name,
      measure,
      valueText(measure, mean, currency),
      low === null || high === null ? '–' : rangeText(measure, low, high, currency),
      valueText(measure, least, currency),
      valueText(measure, greatest, currency),
      String(runs),
    ]);
  });
  return pageTable(
    'Plans',
    [
      { head: 'Plan' },
      { head: 'Measure' },
      { head: 'Mean', isNumber: true },
      { head: 'Interval', isNumber: true },
      { head: 'Least', isNumber: true },
      { head: 'Greatest', isNumber: true },
      { head: 'Runs', isNumber: true },
    ],
    rows,
  );
}

function differenceTable({ differences }: StudyDocument, currency: string): MarkupChild {
  if (differences.length === 0) return null;
  return pageTable(
    'Differences',
    [
      { head: 'Plan' },
      { head: 'Less' },
      { head: 'Measure' },
      { head: 'Mean', isNumber: true },
      { head: 'Interval', isNumber: true },
      { head: 'Differs in', isNumber: true },
      { head: 'Least to greatest', isNumber: true },
      { head: 'Luck saved', isNumber: true },
    ],
    differences.map((one) => [
      one.plan,
      one.base,
      one.measure,
      differenceText(one.measure, one.mean, currency),
      one.low === null || one.high === null ? '–' : rangeText(one.measure, one.low, one.high, currency),
      differsText(one),
      spreadText(one, currency),
      reductionText(one),
    ]),
  );
}
