/**
 * A comparison for the terminal and for a pull request: the sentence, the plans, and their differences.
 */
import { wrapped } from '../../text/folded.ts';
import { countOf, countText, shortNumber } from '../words/format.ts';
import { markdownCanvas } from '../words/markdownTable.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import type { ComparedPlans, EstimateResult, PlanResult, StudyDifference, StudyDocument } from './document.ts';
import { percentText, refusalText } from './sentence.ts';
import { differenceText, rangeText, valueText } from './valueText.ts';

/** Lines of a comparison. A refused plan has its own line in the table. */
export function comparisonText(document: StudyDocument, currency: string, canvas: Canvas): string {
  const { paint } = canvas;
  const lines = wrapped(document.sentence, textWidth(canvas)).map((line) => paint.bold(line));
  // What a reviewer looks for comes first.
  if (document.conditions.length > 0) lines.push('', ...conditionLines(document, canvas));
  lines.push('', ...planTable(document, currency, canvas));
  if (document.differences.length > 0) lines.push('', ...differenceTable(document, currency, canvas));
  lines.push('', ...noteLines(document, canvas));
  for (const list of troubleLists(document, canvas)) lines.push('', ...list, '');
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** How wide texts are: as lines that one likes to read; Markdown breaks lines itself. */
export function textWidth(canvas: Canvas): number {
  return canvas === markdownCanvas ? canvas.width : Math.min(canvas.width, 120);
}

/** What came of each `--fail-if`; in Markdown a list. */
function conditionLines({ conditions }: StudyDocument, canvas: Canvas): string[] {
  const mark = canvas === markdownCanvas ? '- ' : '';
  return conditions.map(({ message, verdict }) => {
    const style = verdict === 'holds' ? 'bad' : verdict === 'undecided' ? 'warn' : 'good';
    return `${mark}${canvas.paint[style](message)}`;
  });
}

/** The mean of each measure under each plan. */
export function planTable({ plans }: Pick<ComparedPlans, 'plans'>, currency: string, canvas: Canvas): string[] {
  const names = [...new Set(plans.flatMap(({ measures }) => measures.map(({ measure }) => measure)))];
  const columns = [left('Mean of all runs'), ...plans.map(({ name }) => right(name))];
  const rows = names.map((name): TextCell[] => [
    name,
    ...plans.map(({ refused, measures }): TextCell => {
      if (refused !== undefined) return { text: 'refused', style: 'bad' };
      return valueText(name, measures.find(({ measure }) => measure === name)?.mean ?? null, currency);
    }),
  ]);
  rows.push(['runs', ...plans.map(({ runs }) => String(runs))]);
  return canvas.table(columns, rows, canvas);
}

/** The differences of plans, with how surely they are known. */
export function differenceTable(
  { differences, confidence, chance }: Pick<ComparedPlans, 'differences' | 'confidence' | 'chance'>,
  currency: string,
  canvas: Canvas,
): string[] {
  const isExact = chance === 'none';
  const pairs = [...new Set(differences.map(pairText))];
  const columns = [
    left(pairs.length === 1 ? (pairs[0] ?? '') : 'Difference of plans'),
    right('Difference'),
    ...(isExact
      ? []
      : [
          right(`${shortNumber(100 * confidence)} % interval`),
          right('Differs in'),
          right('Least to greatest'),
          right('Luck saved'),
        ]),
  ];
  const rowOf = (one: StudyDifference): TextCell[] => [
    one.measure,
    differenceText(one.measure, one.mean, currency),
    ...(isExact
      ? []
      : [
          intervalText(one, (low, high) => rangeText(one.measure, low, high, currency)),
          differsText(one),
          spreadText(one, currency),
          reductionText(one),
        ]),
  ];
  const rows = pairs.flatMap((pair) => {
    const own = differences.filter((one) => pairText(one) === pair).map(rowOf);
    return pairs.length === 1 ? own : [[pair], ...own];
  });
  return canvas.table(columns, rows, canvas);
}

/** `leaner less today`. */
function pairText({ plan, base }: StudyDifference): string {
  return `${plan} less ${base}`;
}

/**
 * The bounds of a mean or of a difference, or why no interval can be trusted.
 *
 * @param bounds how two bounds are written
 */
export function intervalText(
  { low, high, runs, seen }: Pick<EstimateResult, 'low' | 'high' | 'runs' | 'seen'>,
  bounds: (low: number, high: number) => string,
): string {
  if (low !== null && high !== null) return bounds(low, high);
  if (seen === undefined) return '-';
  if (runs === 1) return 'one run';
  return { few: 'too few runs', equal: 'equal in all runs', skewed: 'too uneven' }[seen.why];
}

/** In how many runs two plans differ, where that is known: `2 of 10`. */
export function differsText({
  seen,
  runs,
  least,
  greatest,
  mean,
  differsIn,
}: Pick<StudyDifference, 'seen' | 'runs' | 'least' | 'greatest' | 'mean' | 'differsIn'>): string {
  if (runs === 0) return '-';
  if (differsIn !== undefined) return `${differsIn} of ${runs}`;
  if (seen?.count != null && !(seen.why === 'equal' && mean !== 0)) return `${seen.count} of ${runs}`;
  return least === 0 || greatest === 0 ? '-' : `${runs} of ${runs}`;
}

/** The least and the greatest difference of a run; `-`: they are equal. */
export function spreadText({ measure, least, greatest }: StudyDifference, currency: string): string {
  if (least === null || greatest === null || least === greatest) return '-';
  return `${differenceText(measure, least, currency)} to ${differenceText(measure, greatest, currency)}`;
}

/** How many times fewer runs the common luck needed. */
export function reductionText({ reduction }: StudyDifference): string {
  return reduction === null ? '-' : `${shortNumber(reduction, reduction < 10 ? 1 : 0)} x`;
}

/** How many runs there were, and what the columns mean; none if all values are exact. */
export function noteLines(
  { chance, confidence, confidenceOfEach, differences, plans }: ComparedPlans,
  canvas: Canvas,
): string[] {
  if (chance === 'none' || differences.length === 0) return [];
  const runs = Math.max(...plans.map((one) => one.runs));
  const together =
    differences.length === 1
      ? ''
      : `, all ${differences.length} intervals together (each at ${percentText(confidenceOfEach)}, Bonferroni)`;
  const notes =
    runs === 1
      ? ['One run of each plan with the same random numbers: it tells nothing about other ones.']
      : [
          `${countOf(runs, 'run')} of each plan with the same random numbers; ${shortNumber(100 * confidence)} % confidence${together}.`,
          ...unevenNotes(differences),
          'Luck saved: how many times fewer runs were needed than with other random numbers for each plan.',
        ];
  return notes.flatMap((note) => wrapped(note, textWidth(canvas))).map((line) => canvas.paint.dim(line));
}

/** How many runs would allow intervals of values that are too uneven for so few runs; empty: none are. */
export function unevenNotes(estimates: readonly Pick<EstimateResult, 'seen'>[]): string[] {
  const needed = estimates.flatMap(({ seen }) => seen?.enough ?? []);
  if (needed.length === 0) return [];
  const [least, most] = [Math.min(...needed), Math.max(...needed)];
  const runs = least === most ? countText(most) : `${countText(least)} to ${countText(most)}`;
  return [`Too uneven: ${runs} runs of each plan may be enough for an interval.`];
}

/** Most refused plans, and most failed runs, that are listed. */
const listedMost = 5;

/** Refused plans and failed runs, each as a list; none: there is no trouble. */
export function troubleLists(document: Pick<ComparedPlans, 'plans'>, canvas: Canvas): readonly string[][] {
  const quote = canvas === markdownCanvas ? '`' : '';
  return [refusedLines(document, quote), failureLines(document.plans, quote)].filter((list) => list.length > 0);
}

/** Plans that cannot be run, each with the rule that refuses it. @param quote stands around a command */
function refusedLines({ plans }: Pick<ComparedPlans, 'plans'>, quote: string): string[] {
  const refused = plans.flatMap(({ name, refused: why }) => (why === undefined ? [] : [{ name, why }]));
  // A single one is in the sentence.
  if (refused.length < 2) return [];
  return [
    'Refused plans:',
    ...(quote === '' ? [] : ['']),
    ...refused.slice(0, listedMost).map(({ name, why }) => `- ${name}: ${refusalText(why)}`),
    ...(refused.length > listedMost ? [`- ${countText(refused.length - listedMost)} more`] : []),
  ];
}

/** Runs that hit a defect, and the commands that repeat them. @param quote stands around a command */
export function failureLines(plans: readonly Pick<PlanResult, 'name' | 'failed'>[], quote: string): string[] {
  const failed = plans.flatMap((plan) => (plan.failed ?? []).map((one) => ({ plan: plan.name, ...one })));
  if (failed.length === 0) return [];
  return [
    'Failed runs:',
    ...(quote === '' ? [] : ['']),
    ...failed
      .slice(0, listedMost)
      .map(
        ({ plan, replication, message, command }) =>
          `- ${plan}, replication ${replication}: ${message}${command === undefined ? '' : `: ${quote}${command}${quote}`}`,
      ),
    ...(failed.length > listedMost ? [`- ${countText(failed.length - listedMost)} more`] : []),
  ];
}
