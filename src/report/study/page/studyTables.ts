/**
 * All numbers of a study, in tables.
 */
import { shortNumber } from '../../words/format.ts';
import { differsText, reductionText, spreadText } from '../comparisonText.ts';
import type { EstimateResult, StudyDocument } from '../document.ts';
import { percentText } from '../sentence.ts';
import { differenceText, rangeText, valueText } from '../valueText.ts';
import type { MarkupChild } from './markup.ts';
import { pageTable } from './pageTable.ts';

/** A row for each plan and measure. */
export function planTable(
  { plans, confidence }: Pick<StudyDocument, 'plans' | 'confidence'>,
  currency: string,
): MarkupChild {
  const axes = [...new Set(plans.flatMap((plan) => Object.keys(plan.axes ?? {})))];
  return pageTable(
    'Plans',
    [
      { head: 'Plan' },
      ...axes.map((head) => ({ head, isNumber: true })),
      { head: 'Measure' },
      { head: 'Mean', isNumber: true },
      { head: `${shortNumber(100 * confidence)} % interval`, isNumber: true },
      { head: 'Least', isNumber: true },
      { head: 'Greatest', isNumber: true },
      { head: 'Runs', isNumber: true },
    ],
    plans.flatMap(({ name, runs, refused, measures, ...plan }): MarkupChild[][] => {
      const head = [name, ...axes.map((axis) => plan.axes?.[axis] ?? '-')];
      const empty = ['-', '-', '-', '-'];
      if (refused !== undefined) {
        const rule = refused.rule === null ? '' : `${refused.rule}: `;
        return [[...head, `refused: ${rule}${refused.message}`, ...empty, '0']];
      }
      if (measures.length === 0) return [[...head, '-', ...empty, String(runs)]];
      return measures.map((one) => [
        ...head,
        one.measure,
        valueText(one.measure, one.mean, currency),
        valueRange(one.measure, one, currency),
        valueText(one.measure, one.least, currency),
        valueText(one.measure, one.greatest, currency),
        String(one.runs),
      ]);
    }),
  );
}

/** `765.13 USD to 766.30 USD`; `-`: no interval can be trusted, or the value is exact. */
export function valueRange(
  measure: string,
  { low, high }: Pick<EstimateResult, 'low' | 'high'>,
  currency: string,
): string {
  if (low === null || high === null || low === high) return '-';
  return `${valueText(measure, low, currency)} to ${valueText(measure, high, currency)}`;
}

/** A row for each plan less its base and measure; null: there are no two plans with a result. */
export function differenceTable(
  { differences, confidence }: Pick<StudyDocument, 'differences' | 'confidence'>,
  currency: string,
): MarkupChild {
  if (differences.length === 0) return null;
  return pageTable(
    'Differences',
    [
      { head: 'Plan' },
      { head: 'Less' },
      { head: 'Measure' },
      { head: 'Mean', isNumber: true },
      { head: `${shortNumber(100 * confidence)} % interval`, isNumber: true },
      { head: 'Differs in', isNumber: true },
      { head: 'Least to greatest', isNumber: true },
      { head: 'Luck saved', isNumber: true },
    ],
    differences.map((one) => [
      one.plan,
      one.base,
      one.measure,
      differenceText(one.measure, one.mean, currency),
      one.low === null || one.high === null || one.low === one.high
        ? '-'
        : rangeText(one.measure, one.low, one.high, currency),
      differsText(one),
      spreadText(one, currency),
      reductionText(one),
    ]),
  );
}

/** A row for each plan and requirement; null: the study has none. */
export function requirementTable({ plans }: StudyDocument): MarkupChild {
  const rows = plans.flatMap(({ name, requires = [] }) =>
    requires.map(({ measure, is, probability, confidence, held, runs, low, verdict }) => [
      name,
      `${measure} ${is} in ${percentText(probability)} of runs`,
      verdict,
      `${held} of ${runs}`,
      `at least ${percentText(low)} (${percentText(confidence)} confidence)`,
    ]),
  );
  if (rows.length === 0) return null;
  return pageTable(
    'Requirements',
    [
      { head: 'Plan' },
      { head: 'Requirement' },
      { head: 'Verdict' },
      { head: 'Held in', isNumber: true },
      { head: 'Of all runs', isNumber: true },
    ],
    rows,
  );
}
