/**
 * Recommendations for a terminal: the changes, their effects, the rejected alternatives, and the patch to paste.
 */
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { wrapped } from '../../text/folded.ts';
import { amount } from '../bill/costs.ts';
import { runsClause } from '../verdict/changeSentence.ts';
import { alternativeText, byReason, problemText, signedMoney, subjectText } from '../verdict/effectText.ts';
import { manyText } from '../verdict/overRuns.ts';
import type {
  Advice,
  AdviceSubject,
  ChangeRuns,
  Recommendation,
  RejectedAlternative,
} from '../verdict/recommendation.ts';
import { togetherText } from '../verdict/togetherText.ts';
import { countOf, countText, durationText, moneyText, stretchText } from '../words/format.ts';
import type { Paint } from '../words/paint.ts';
import type { Canvas } from '../words/placedTable.ts';

const columnsLeast = 60;
const columnsMost = 120;
/** Most reasons of one subject, alternatives of one reason, and subjects that are shown; the JSON document has all. */
const reasonsMax = 4;
const namedMax = 3;
const questionsMax = 12;

/** The width and colours of the text. */
type AdviceCanvas = Pick<Canvas, 'width' | 'paint'>;

/**
 * Returns the text as lines separated by line ends; the last line has none.
 *
 * @param columns width of the terminal; values below 60 count as 60, values above 120 as 120
 * @param command shell command that runs the scenario with the recommended changes; absent: the text shows none
 */
export function adviceText(advice: Advice, paint: Paint, columns: number, command?: string): string {
  const canvas: AdviceCanvas = { width: Math.max(columnsLeast, Math.min(columnsMost, columns)), paint };
  const sections = [
    headline(advice, canvas),
    ...advice.recommendations.map((one) => recommended(one, advice.currency, canvas)),
    rejectedLines(advice, canvas),
    totalLines(advice, canvas),
    ...(command === undefined || advice.patch === '' ? [] : [[`${paint.dim('Run with these changes:')} ${command}`]]),
    patchLines(advice, canvas),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headline(advice: Advice, { width, paint }: AdviceCanvas): string[] {
  const { name, recommendations, currency, costPerMonth, horizon } = advice;
  const count = recommendations.length;
  const said =
    count === 0 ? 'no recommendations' : `${countText(count)} ${count === 1 ? 'recommendation' : 'recommendations'}`;
  const cost = `${moneyText(amount(costPerMonth))} ${currency} a month now`;
  const [start, end] = [instantOf(horizon.start), instantOf(horizon.end)];
  const stretch = `${stretchText(start, end)}, ${durationText(end - start)} (costs per month are for 30 days)`;
  return [beside(paint.bold(name), name.length, `${said}, ${cost}`, width), paint.dim(stretch)];
}

/** Two texts at both ends of a line, or on two lines if they do not fit. */
function beside(left: string, size: number, right: string, width: number): string {
  const blanks = width - size - right.length;
  return blanks >= 2 ? `${left}${' '.repeat(blanks)}${right}` : `${left}\n  ${right}`;
}

const tones = { error: 'bad', warning: 'warn', info: 'accent' } as const;

function recommended(one: Recommendation, currency: string, { width, paint }: AdviceCanvas): string[] {
  const { now, proposed, effect, severity, reason, runs, next } = one;
  const what = `${subjectText(one)}: ${now} -> ${proposed}`;
  const cost = `${signedMoney(effect.costPerMonth)} a month`;
  const lines = wrapped(what, width - cost.length - 2, '    ').map((line) => line.slice(2));
  const [first = '', ...more] = lines;
  return [
    beside(paint[tones[severity]](first), first.length, cost, width),
    ...more,
    ...wrapped(reason, width, '      '),
    ...effectLines(effect, runs, currency, width).map(paint.good),
    ...(next === undefined ? [] : wrapped(`next step: ${next.sentence}`, width, '      ').map(paint.dim)),
  ];
}

/** The effect of one run, if nothing is random, or of all runs. */
function effectLines(
  { problems }: Recommendation['effect'],
  runs: ChangeRuns | undefined,
  currency: string,
  width: number,
): string[] {
  if (runs === undefined) return problems.flatMap((problem) => wrapped(problemText(problem), width, '      '));
  return wrapped(`${countOf(runs.costPerMonth.runs, 'run')}: ${runsClause(runs, currency)}`, width, '      ');
}

/** The rejected alternatives by subject, each with the reason. */
function rejectedLines({ recommendations, unchanged }: Advice, canvas: AdviceCanvas): string[] {
  const { width, paint } = canvas;
  const all = [...recommendations, ...unchanged].filter(({ rejected }) => rejected.length > 0);
  if (all.length === 0) return [];
  const lines = all
    .slice(0, questionsMax)
    .flatMap((one) => [...wrapped(`${subjectText(one)}, now ${one.now}`, width, '  '), ...stoppedLines(one, canvas)]);
  const left = all.length - questionsMax;
  return [
    paint.bold('Rejected'),
    ...lines,
    ...(left > 0 ? [paint.dim(`  … and ${countText(left)} more subjects: --json has all`)] : []),
  ];
}

/** Alternatives with the same reason share a line. */
function stoppedLines(
  { target, rejected }: AdviceSubject & { readonly rejected: readonly RejectedAlternative[] },
  { width, paint }: AdviceCanvas,
): string[] {
  const stopped = [...byReason({ target, rejected })];
  const lines = stopped.slice(0, reasonsMax).flatMap(([why, some]) => {
    const named = some.slice(0, namedMax).map(alternativeText);
    const others = some.length - named.length;
    const names = [...named, ...(others > 0 ? [`${countText(others)} more`] : [])].join('; ');
    return wrapped(`${names}: ${why}`, width, '      ').map((line, at) => (at === 0 ? `    ✗ ${line.slice(6)}` : line));
  });
  const left = stopped.slice(reasonsMax).reduce((sum, [, some]) => sum + some.length, 0);
  return [...lines, ...(left > 0 ? [paint.dim(`    … and ${countText(left)} more: --json has all`)] : [])];
}

function totalLines(advice: Advice, { width, paint }: AdviceCanvas): string[] {
  const { total, recommendations, runs, rounds, untried, currency, horizon } = advice;
  const counted = `Checked by ${countText(runs)} runs with the same random streams in ${rounds === 1 ? 'one round' : `${rounds} rounds`}`;
  const left = untried === 0 ? '' : `; ${countText(untried)} less promising alternatives were not tried`;
  const made = wrapped(`${counted}${left}.${manyText(advice)}`, width, '  ').map(paint.dim);
  const count = recommendations.length;
  if (count === 0) return made;
  return [
    ...wrapped(togetherText(advice, { count, currency, horizon }), width, '  ').map(paint.bold),
    ...effectLines(total, total.runs, currency, width).map(paint.good),
    ...made,
  ];
}

function instantOf(text: string): Instant {
  const at = instantFromIso(text);
  if (typeof at !== 'number') throw new Error(`no instant: '${text}'`);
  return at;
}

function patchLines({ patch }: Advice, { paint }: AdviceCanvas): string[] {
  if (patch === '') return [];
  const lines = patch.trimEnd().split('\n');
  return lines.map((line) => (line.startsWith('#') ? paint.dim(line) : line));
}
