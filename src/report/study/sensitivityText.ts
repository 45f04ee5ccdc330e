/**
 * A sensitivity study for the terminal and for a pull request: the sentence, then a tornado for each measure.
 */
import { wrapped } from '../../text/folded.ts';
import { countOf, shortNumber } from '../words/format.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { differsText } from './comparisonText.ts';
import type { SensitivityDocument, SensitivityEffect } from './sensitivityDocument.ts';
import { hasEffect } from './sensitivitySentence.ts';
import { percentText } from './sentence.ts';
import { differenceText, valueText } from './valueText.ts';

/** Characters of a bar on each side of the middle. */
const barSize = 12;
/** Rows of one tornado; the JSON document has all. */
const rowsMax = 20;

/** Lines of a sensitivity study. @param bars whether effects are also drawn; a table for a pull request has none */
export function sensitivityText(
  document: SensitivityDocument,
  currency: string,
  canvas: Canvas,
  { bars }: { readonly bars: boolean },
): string {
  const { paint, width } = canvas;
  const { measures, effects, refused, untried, failed } = document;
  const text = (line: string): string[] => wrapped(line, Math.min(width, 120));
  const lines = text(document.sentence).map((line) => paint.bold(line));
  for (const { measure, mean } of measures) {
    const own = effects.filter((one) => one.measure === measure);
    if (own.some(hasEffect)) lines.push('', ...tornado(measure, valueText(measure, mean, currency), own));
  }
  const still = [...new Set(effects.map(({ option }) => option))].filter((option) =>
    effects.every((one) => one.option !== option || !hasEffect(one)),
  );
  lines.push('');
  if (still.length > 0)
    lines.push(...text(`Without any effect: ${still.map((one) => one.replace(/^--\w+ /, '')).join(', ')}.`));
  for (const { name, to, rule, message } of refused)
    lines.push(
      ...text(`Refused: ${name} = ${to}${rule === null ? '' : ` (${rule})`}: ${message}.`).map((line) =>
        paint.warn(line),
      ),
    );
  for (const { option, runs } of failed)
    lines.push(
      ...text(
        `Failed: ${countOf(runs.length, 'run')} of ${option === '' ? 'the scenario as it is' : option}: ${runs[0]?.message ?? ''}; again: ${runs[0]?.command ?? '-'}`,
      ).map((line) => paint.bad(line)),
    );
  if (untried.length > 0)
    lines.push(...text(`Not tried, because no other value is known: ${untried.map(({ name }) => name).join(', ')}.`));
  lines.push(
    ...notes(document)
      .flatMap(text)
      .map((line) => paint.dim(line)),
  );
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();

  function tornado(measure: string, base: string, own: readonly SensitivityEffect[]): string[] {
    const moving = own.filter(hasEffect);
    const greatest = Math.max(...moving.map(({ mean }) => Math.abs(mean ?? 0)));
    const columns = [
      left(`${measure}: ${base}`),
      left('From'),
      left('To'),
      right('Effect'),
      ...(bars ? [left(`${'less'.padStart(barSize)}|more`)] : []),
      ...(document.chance === 'none' ? [] : [right('Low'), right('High'), right('Differs in')]),
      ...(document.verdict === null ? [] : [right('Verdict')]),
    ];
    const rows = moving
      .slice(0, rowsMax)
      .map((one): TextCell[] => [
        one.name,
        one.from,
        one.to,
        differenceText(measure, one.mean, currency),
        ...(bars ? [barText(one.mean ?? 0, greatest)] : []),
        ...(document.chance === 'none'
          ? []
          : [
              differenceText(measure, one.low, currency),
              differenceText(measure, one.high, currency),
              differsText(one),
            ]),
        ...(document.verdict === null ? [] : [verdictCell(one)]),
      ]);
    const rest = moving.length - rows.length;
    const more =
      rest === 0 ? [] : [`  ${countOf(rest, 'smaller effect')} ${rest === 1 ? 'is' : 'are'} not shown: --json has all`];
    return [...canvas.table(columns, rows, canvas), ...more];
  }
}

/** A bar to the left for less, to the right for more; at least one mark for any effect that has a direction. */
function barText(mean: number, greatest: number): string {
  const size = mean === 0 ? 0 : Math.max(1, Math.round((barSize * Math.abs(mean)) / greatest));
  const bar = '█'.repeat(size);
  return `${(mean < 0 ? bar : '').padStart(barSize)}|${mean > 0 ? bar : ''}`;
}

function verdictCell({ flips, verdict }: SensitivityEffect): TextCell {
  if (verdict === null) return '-';
  const { passes, runs } = verdict;
  const often = runs === 1 ? '' : ` ${verdict.verdict === 'pass' ? passes : runs - passes}/${runs}`;
  const text = `${verdict.verdict}${often}`;
  return flips ? { text: `${text} (flips)`, style: 'bad' } : text;
}

function notes({ chance, runs, effects, confidence, confidenceOfEach }: SensitivityDocument): readonly string[] {
  if (chance === 'none' || effects.length === 0) return [];
  const together =
    effects.length === 1
      ? ''
      : `, all ${effects.length} intervals together (each at ${percentText(confidenceOfEach)}, Bonferroni)`;
  const isMixed = effects.some((one) => hasEffect(one) && !one.isInterval);
  return [
    `${countOf(runs, 'run')} of each plan with the same random numbers; ${shortNumber(100 * confidence)} % confidence${together}.`,
    ...(isMixed
      ? ['Low and high are the least and the greatest difference where no interval of the mean can be trusted.']
      : []),
  ];
}
