/**
 * The answer of `svcsim why-not` as text: why what was wanted did not happen, then the changes that bring it, at this
 * instant and from where it began.
 */
import type { Value } from '../../engine/value.ts';
import { clipped, wrapped } from '../../text/folded.ts';
import { countOf, exactIsoText, shortNumber } from '../words/format.ts';
import type { Canvas } from '../words/placedTable.ts';
import type { WhyNotAnswer, WhyNotDocument, WhyNotFlip } from './whyNotDocument.ts';

/** Characters of a value: some assumptions are long lists. */
const valueMax = 32;

/** Returns lines separated by line ends; the last line has none. */
export function whyNotText(answer: WhyNotDocument, canvas: Canvas): string {
  const parts =
    answer.heldSince !== null
      ? [heldLines(answer, canvas)]
      : [decisionLines(answer, canvas), instantLines(answer, canvas), originLines(answer, canvas)];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function heldLines({ question, at, heldSince, subject, ...of }: WhyNotDocument, canvas: Canvas): string[] {
  const since = heldSince === null ? '' : ` since ${exactIsoText(heldSince)}`;
  const told = `'${question}' holds already at ${exactIsoText(at)}, and has${since}: ${subject} ${stateText(of)}.`;
  return wrapped(told, canvas.width, '');
}

function stateText({ value, unit, event }: Pick<WhyNotDocument, 'value' | 'unit' | 'event'>): string {
  if (event !== null) return value === 0 ? `had no ${event}` : `had ${event} ${countOf(value ?? 0, 'time')}`;
  if (value === null) return 'has no value';
  if (unit === 'replicas') return `has ${countOf(value, 'desired replica')}`;
  return `has ${shortNumber(value, 6)} ${unit}`;
}

function decisionLines(answer: WhyNotDocument, canvas: Canvas): string[] {
  const { decision, byItself, subject, at } = answer;
  const head = `${exactIsoText(at)}  ${subject} ${stateText(answer)}, so '${answer.question}' does not hold.`;
  const told =
    decision === null
      ? ['Nobody decides on it at that instant.']
      : [`Decided at ${exactIsoText(decision.at)}: ${decision.sentence}.`];
  const cited = decision === null ? [] : [...decision.rules, ...decision.assumptions];
  return [
    ...wrapped(head, canvas.width, ''),
    ...told.flatMap((line) => wrapped(line, canvas.width, '  ')),
    ...(decision?.formula ?? []).flatMap((line) => wrapped(line, canvas.width, '    ')),
    ...(cited.length === 0 ? [] : wrapped(`by ${cited.join(', ')}`, canvas.width, '    ').map(canvas.paint.dim)),
    ...(byItself === null ? [] : wrapped(byItselfText(byItself), canvas.width, '  ')),
  ];
}

function byItselfText({ proposedAt, at }: NonNullable<WhyNotDocument['byItself']>): string {
  const first = proposedAt === null ? '' : `, first proposed at ${exactIsoText(proposedAt)}`;
  return `It comes true without a change at ${exactIsoText(at)}${first}.`;
}

function instantLines({ atThisInstant, unit }: WhyNotDocument, canvas: Canvas): string[] {
  if (atThisInstant === null) return [];
  const { at, flips } = atThisInstant;
  const title = `At this instant: the same planner, asked at ${exactIsoText(at)} with one thing changed`;
  return [
    ...wrapped(title, canvas.width, '').map(canvas.paint.bold),
    ...flipLines(flips, unit, canvas),
    ...triedLines(atThisInstant, canvas),
  ];
}

function originLines({ fromWhereItBegan, unit, cost }: WhyNotDocument, canvas: Canvas): string[] {
  if (fromWhereItBegan === null) return [];
  const { at, first, flips } = fromWhereItBegan;
  const begin =
    first === null
      ? `the start of the run (${exactIsoText(at)})`
      : `just before ${first.sentence} (#${first.seq}, ${exactIsoText(first.at)})`;
  const runs = cost.forkedRuns + cost.wholeRuns;
  const confirm = flips.some(({ option }) => option !== null)
    ? '. Each option was confirmed by a run from the start'
    : '';
  return [
    ...wrapped(`From where it began: ${begin}`, canvas.width, '').map(canvas.paint.bold),
    ...flipLines(flips, unit, canvas, unconfirmed),
    ...triedLines(fromWhereItBegan, canvas),
    ...wrapped(`${countOf(runs, 'run')} of at most ${cost.runsMost}${confirm}`, canvas.width, '  ').map(
      canvas.paint.dim,
    ),
  ];
}

const unconfirmed = 'only as a change at that instant: no run from the start has confirmed it';

/** @param otherwise what stands in the place of a missing option; '' for nothing */
function flipLines(
  flips: readonly WhyNotFlip[],
  unit: WhyNotDocument['unit'],
  canvas: Canvas,
  otherwise = '',
): string[] {
  if (flips.length === 0) return ['  nothing that was tried brings it'];
  return flips.flatMap((flip) => {
    const below = flip.option ?? otherwise;
    const option = below === '' ? [] : wrapped(below, canvas.width, '      ');
    return [...wrapped(flipText(flip, unit), canvas.width, '  '), ...option];
  });
}

/** `shop/workload/api.spec...target 60 -> 61: 7 replicas (the smallest change of it)`. */
function flipText(flip: WhyNotFlip, unit: WhyNotDocument['unit']): string {
  const { name, from, to, notYet, isSmallest, value } = flip;
  const result = value === null || unit === 'events' ? '' : `: ${amountText(value, unit)}`;
  const isNumber = typeof to === 'number';
  const bound = !isNumber
    ? ''
    : isSmallest
      ? notYet === null
        ? ', the least change'
        : ` (${valueText(notYet)} does not)`
      : ' (a nearer value may do; the runs were used up)';
  return `${name} ${valueText(from)} -> ${valueText(to)}${result}${bound}`;
}

function amountText(value: number, unit: WhyNotDocument['unit']): string {
  return unit === 'replicas' ? countOf(value, 'replica') : `${shortNumber(value, 6)} ${unit}`;
}

function triedLines({ tried, untried }: WhyNotAnswer, canvas: Canvas): string[] {
  const idle = tried.filter(({ refused }) => refused === null);
  const refused = tried.filter((one) => one.refused !== null);
  const told = idle.map(
    ({ name, from, to }) => `${shortName(name)} ${valueText(from)} -> ${to.map(valueText).join(', ')}`,
  );
  return [
    ...(told.length === 0 ? [] : wrapped(`does not bring it: ${told.join('; ')}`, canvas.width, '  ')),
    ...refused.flatMap((one) => wrapped(`cannot be set: ${shortName(one.name)}: ${one.refused}`, canvas.width, '  ')),
    ...(untried.length === 0
      ? []
      : wrapped(`not tried, for nothing was left: ${untried.map(shortName).join(', ')}`, canvas.width, '  ')),
  ].map(canvas.paint.dim);
}

/** The last two fields of a path; assumptions keep their names. */
function shortName(name: string): string {
  return name.includes('.spec.') ? name.replace(/^.*\.(autoscaling|job|spec|defaultOptions)\./, '') : name;
}

function valueText(value: Value): string {
  if (value === null) return 'not set';
  return clipped(typeof value === 'string' ? value : JSON.stringify(value), valueMax);
}
