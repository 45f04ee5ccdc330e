/**
 * The parts of the page of a break-even: how often the condition held at each value that was tried, and the measure.
 */
import { countOf } from '../../words/format.ts';
import type { FindDocument, TriedValue } from '../findDocument.ts';
import { percentText } from '../sentence.ts';
import { valueText } from '../valueText.ts';
import { figure, keyOf } from './figure.ts';
import type { Markup, MarkupChild } from './markup.ts';
import { pageTable, section } from './pageTable.ts';
import { measureAxis, plotAxis } from './plotAxis.ts';
import { type PointShape, type XyPoint, xyPlot } from './xyPlot.ts';

/** Pictures, then a table of all values. */
export function findParts(document: FindDocument, currency: string): MarkupChild {
  return [
    section('Where the condition changes', sharePlot(document), measurePlot(document, currency)),
    section('Values tried', valueTable(document, currency)),
  ];
}

const shapes: { readonly [verdict in TriedValue['verdict']]: PointShape } = {
  holds: 'full',
  'does not hold': 'open',
  undecided: 'square',
  refused: 'cross',
};

function settingTitle({ path, unit }: FindDocument): string {
  return unit === '' ? path : `${path} (${unit})`;
}

function keysOf(values: readonly TriedValue[]): Markup[] {
  const verdicts = (['holds', 'does not hold', 'undecided', 'refused'] as const).filter((verdict) =>
    values.some((one) => one.verdict === verdict && (one.runs > 0 || verdict === 'refused')),
  );
  return verdicts.map((verdict) => keyOf(shapes[verdict], verdict));
}

/** Values that the platform refuses, at the bottom of a picture. */
function refusedPoints(values: readonly TriedValue[], bottom: number): XyPoint[] {
  return values
    .filter(({ verdict }) => verdict === 'refused')
    .map(({ value, text, refused }) => ({
      x: value,
      y: bottom,
      shape: shapes.refused,
      title: `${text}: refused: ${refused?.message ?? ''}`,
    }));
}

/** The gap in which the break-even lies. */
function gapOf({ low, high }: FindDocument): { readonly from: number; readonly until: number }[] {
  return low === null || high === null ? [] : [{ from: low, until: high }];
}

/** The share of runs in which the condition held; null: nothing is random, so it holds or does not. */
function sharePlot(document: FindDocument): Markup | null {
  const { values, chance, until, probability } = document;
  const run = values.filter(({ runs }) => runs > 0);
  if (chance === 'none' || run.length === 0) return null;
  const points = run.map(
    ({ value, text, verdict, held, runs, low, high }): XyPoint => ({
      x: value,
      y: (100 * held) / runs,
      ...(low === null || high === null ? {} : { low: 100 * low, high: 100 * high }),
      shape: shapes[verdict],
      title: `${text}: held in ${held} of ${runs} runs`,
    }),
  );
  return figure({
    title: `Runs in which ${until}`,
    keys: [
      ...keysOf(values),
      keyOf('whisker', 'bounds for all runs'),
      ...(gapOf(document).length > 0 ? [keyOf('stretch', 'break-even')] : []),
    ],
    picture: xyPlot({
      label: `Share of runs in which ${until}, at ${countOf(run.length, 'value')}.`,
      x: plotAxis(
        values.map(({ value }) => value),
        { unit: '' },
      ),
      y: plotAxis([0, 100], { unit: '%' }),
      xTitle: settingTitle(document),
      yTitle: '% of runs',
      levels: [{ y: 100 * probability, text: `asked: ${percentText(probability)}` }],
      stretches: gapOf(document),
      points: [...points, ...refusedPoints(values, 0)],
    }),
  });
}

/** The mean of the measure, from the least to the greatest run. */
function measurePlot(document: FindDocument, currency: string): Markup | null {
  const { values, measure, chance } = document;
  const run = values.flatMap(({ mean, least, greatest, ...one }) =>
    mean === null || least === null || greatest === null ? [] : [{ ...one, mean, least, greatest }],
  );
  if (run.length === 0) return null;
  const axis = measureAxis({
    measure,
    currency,
    values: run.flatMap(({ mean, least, greatest }) => [mean, least, greatest]),
  });
  return figure({
    title: chance === 'none' ? measure : `${measure}: mean, least and greatest run`,
    unit: axis.unit,
    keys: [
      ...keysOf(values),
      ...(chance === 'none' ? [] : [keyOf('whisker', 'least to greatest run')]),
      ...(gapOf(document).length > 0 ? [keyOf('stretch', 'break-even')] : []),
    ],
    picture: xyPlot({
      label: `${measure} at ${countOf(run.length, 'value')}.`,
      x: plotAxis(
        values.map(({ value }) => value),
        { unit: '' },
      ),
      y: axis,
      xTitle: settingTitle(document),
      yTitle: axis.unit,
      stretches: gapOf(document),
      lines: [{ look: 'course', at: run.map(({ value, mean }) => ({ x: value, y: mean })) }],
      points: [
        ...run.map(({ value, text, verdict, mean, least, greatest }) => ({
          x: value,
          y: mean,
          ...(chance === 'none' ? {} : { low: least, high: greatest }),
          shape: shapes[verdict],
          title: `${text}: ${valueText(measure, mean, currency)}`,
        })),
        ...refusedPoints(values, axis.marks[0]?.at ?? 0),
      ],
    }),
  });
}

function valueTable({ values, measure }: FindDocument, currency: string): Markup {
  const amount = (value: number | null): string => (value === null ? '-' : valueText(measure, value, currency));
  return pageTable(
    'Values tried',
    [
      { head: 'Value', isNumber: true },
      { head: 'Condition' },
      { head: 'Held in', isNumber: true },
      { head: 'Of all runs', isNumber: true },
      { head: `Mean of ${measure}`, isNumber: true },
      { head: 'Least', isNumber: true },
      { head: 'Greatest', isNumber: true },
    ],
    values.map((one) => [
      one.text,
      one.refused === undefined ? one.verdict : `refused: ${one.refused.message}`,
      one.runs === 0 ? '-' : `${one.held} of ${one.runs}`,
      one.low === null || one.high === null ? '-' : `${percentText(one.low)} to ${percentText(one.high)}`,
      amount(one.mean),
      amount(one.least),
      amount(one.greatest),
    ]),
  );
}
