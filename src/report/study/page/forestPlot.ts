/**
 * Forest plots: how far each plan is from its base, one picture a measure.
 *
 * An interval is drawn only where it can be trusted. Elsewhere the runs that were seen are drawn, in another form and
 * without a mean, because a mean with a bar beside it would be read as an interval.
 */
import { shortNumber } from '../../words/format.ts';
import { differsText } from '../comparisonText.ts';
import type { StudyDifference, StudyDocument } from '../document.ts';
import { percentText } from '../sentence.ts';
import { differenceText, rangeText } from '../valueText.ts';
import { figure, keyOf } from './figure.ts';
import type { Markup } from './markup.ts';
import { measureAxis } from './plotAxis.ts';
import { type PlotMark, type PlotRow, rowPlot } from './rowPlot.ts';

/** What a forest plot is made of. */
type ForestQuestion = Pick<StudyDocument, 'confidence' | 'confidenceOfEach' | 'chance' | 'differences'>;

/** Rows of one picture; the table has all. */
const rowsMost = 40;

/** A picture for each measure in which any plan differs from its base, in the order of the measures. */
export function forestPlots(document: ForestQuestion, currency: string): Markup[] {
  const { differences } = document;
  const measures = [...new Set(differences.map(({ measure }) => measure))];
  return measures.flatMap((measure) => {
    const own = differences.filter((one) => one.measure === measure && one.mean !== null);
    return own.some(isDifferent) ? [forestPlot(document, measure, own, currency)] : [];
  });
}

function isDifferent({ least, greatest }: StudyDifference): boolean {
  return least !== 0 || greatest !== 0;
}

function forestPlot(
  { confidence, confidenceOfEach, chance, differences }: ForestQuestion,
  measure: string,
  own: readonly StudyDifference[],
  currency: string,
): Markup {
  const shown = own.slice(0, rowsMost);
  const marks = shown.map((one) => marksOf(one, chance));
  const axis = measureAxis({ measure, currency, isDifference: true, values: [0, ...marks.flat().flatMap(endsOf)] });
  const bases = [...new Set(own.map(({ base }) => base))];
  const kinds = new Set(marks.flat().map(({ kind }) => kind));
  const each = confidenceOfEach === confidence ? '' : ` (each at ${percentText(confidenceOfEach)})`;
  const keys = [
    kinds.has('mean') ? keyOf('mean', chance === 'none' ? 'difference' : 'mean difference') : null,
    kinds.has('interval')
      ? keyOf(
          'interval',
          `${shortNumber(100 * confidence)} % confidence${differences.length > 1 ? ` of all intervals together${each}` : ''}`,
        )
      : null,
    kinds.has('seen') ? keyOf('seen', 'runs seen, least to greatest: no interval can be trusted') : null,
    kinds.has('median') ? keyOf('median', 'median of the runs seen') : null,
  ];
  const rest = own.length - shown.length;
  return figure({
    title: `${measure}: difference from ${bases.length === 1 ? bases[0] : 'the base'}`,
    unit: axis.unit,
    keys,
    picture: rowPlot(
      axis,
      shown.map(
        (one, index): PlotRow => ({ name: nameOf(one, bases), marks: marks[index] ?? [], text: textOf(one, currency) }),
      ),
    ),
    ...(rest === 0 ? {} : { note: `${rest} more plans are in the table.` }),
  });
}

function nameOf({ plan, base }: StudyDifference, bases: readonly string[]): string {
  return bases.length === 1 ? plan : `${plan} less ${base}`;
}

function marksOf(
  { mean, low, high, least, greatest, seen }: StudyDifference,
  chance: StudyDocument['chance'],
): PlotMark[] {
  if (mean === null) return [];
  if (chance === 'none') return [{ kind: 'mean', at: mean }];
  if (low !== null && high !== null)
    return [
      { kind: 'interval', low, high },
      { kind: 'mean', at: mean },
    ];
  if (least === null || greatest === null) return [];
  return [
    { kind: 'seen', low: least, high: greatest },
    { kind: 'median', at: seen?.median ?? mean },
  ];
}

function endsOf(mark: PlotMark): number[] {
  if ('at' in mark) return [mark.at];
  return 'low' in mark ? [mark.low, mark.high] : [mark.from, mark.until];
}

/** `−0.66 USD (−0.72 to −0.60 USD)`, `differs in 2 of 10 runs, by −370,000 to 0`. */
function textOf(difference: StudyDifference, currency: string): string {
  const { measure, mean, low, high, least, greatest, runs } = difference;
  const text = differenceText(measure, mean, currency);
  if (low !== null && high !== null)
    return low === high ? text : `${text} (${rangeText(measure, low, high, currency)})`;
  if (least === null || greatest === null) return text;
  const often = differsText(difference);
  const differs = often === '-' ? `${runs} runs seen` : `differs in ${often} runs`;
  if (least === greatest) return least === 0 ? `no difference in ${runs} runs` : `${differs}, by ${text}`;
  return `${differs}, by ${differenceText(measure, least, currency)} to ${differenceText(measure, greatest, currency)}`;
}
