/**
 * The answer of `svcsim why` as text: what happened, how it was decided, what led to it, and what that leaned on.
 */
import { clipped, wrapped } from '../../text/folded.ts';
import { countText } from '../words/format.ts';
import type { Canvas } from '../words/placedTable.ts';
import type { WhyDocument, WhyEntry, WhyLink } from './whyDocument.ts';
import { beginText, otherText, timeText, uncomputedText, whenOf, whyHeadings } from './whyWords.ts';

/** Most causes that are shown: the nearest, and the last ones before the root; --json has all. */
const [nearestMax, lastMax] = [12, 3];
/** Characters of an assumption's value: some are long lists. */
const valueMax = 40;

/** Returns lines separated by line ends; the last line has none. */
export function whyText(answer: WhyDocument, canvas: Canvas): string {
  return [headLines, chainLines, ruleLines, readingLines, otherLines]
    .map((linesOf) => linesOf(answer, canvas))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines({ entry, formula }: WhyDocument, canvas: Canvas): string[] {
  return [...entryLines(entry, '', canvas), ...formula.flatMap((line) => wrapped(line, canvas.width, '  '))];
}

/** `#481  2 Nov 00:29:48  replica 7 of shop/web at aws-us-east-1 began to terminate: older version`. */
function entryLines(entry: WhyEntry, indent: string, canvas: Canvas): string[] {
  const { seq, sentence } = entry;
  const head = `#${seq}  ${whenOf(entry)}  `;
  const lines = wrapped(sentence, canvas.width - indent.length - head.length, '');
  const beside = ' '.repeat(head.length);
  return lines.map((line, index) =>
    index === 0
      ? `${indent}${canvas.paint.bold(`#${seq}`)}${head.slice(`#${seq}`.length)}${line}`
      : `${indent}${beside}${line}`,
  );
}

function chainLines(answer: WhyDocument, canvas: Canvas): string[] {
  const { chain, missing } = answer;
  const left = chain.length - nearestMax - lastMax;
  const shown = left > 0 ? [...chain.slice(0, nearestMax), null, ...chain.slice(-lastMax)] : chain;
  const links = shown.flatMap((link) =>
    link === null
      ? [canvas.paint.dim(`    … and ${countText(left)} causes between: --json has all`)]
      : [...entryLines(link, '  ', canvas), ...timeLines(link, canvas)],
  );
  const before = missing === null ? 'what came before' : `#${missing}, which came before`;
  const end = beginText(answer) ?? `the journal does not contain ${before}`;
  const heading = links.length === 0 ? [] : [canvas.paint.bold(`  ${whyHeadings.chain}`)];
  return [...heading, ...links, ...wrapped(end, canvas.width, '  ')];
}

function timeLines(link: WhyLink, canvas: Canvas): string[] {
  const text = timeText(link);
  return text === '' ? [] : wrapped(text, canvas.width, '      ').map(canvas.paint.dim);
}

function ruleLines({ rules, assumptions }: WhyDocument, canvas: Canvas): string[] {
  const lines = [
    ...rules.map(({ id, statement, here }) => `${id}: ${here ?? statement}`),
    ...assumptions.map(({ name, value, statement, ...one }) =>
      [`${name} (assumed: ${clipped(value, valueMax)}): ${statement}`, uncomputedText(one)].join(' ').trimEnd(),
    ),
  ];
  if (lines.length === 0) return [];
  return [canvas.paint.bold(`  ${whyHeadings.rules}`), ...lines.flatMap((line) => hanging(line, canvas.width))];
}

function readingLines({ assumptions }: WhyDocument, canvas: Canvas): string[] {
  const lines = assumptions.flatMap(({ name, others }) => others.flatMap((other) => otherText(name, other) ?? []));
  if (lines.length === 0) return [];
  return [canvas.paint.bold(`  ${whyHeadings.others}`), ...lines.flatMap((line) => hanging(line, canvas.width))];
}

/** Wrapped lines, the first one indented less than the others. */
function hanging(text: string, width: number): string[] {
  return wrapped(text, width, '    ').map((line, index) => (index === 0 ? line.slice(2) : line));
}

function otherLines({ others, othersCount }: WhyDocument, canvas: Canvas): string[] {
  if (othersCount === 0) return [];
  const first = others.slice(0, 8).map((seq) => `#${seq}`);
  const more = othersCount > first.length ? ` and ${countText(othersCount - first.length)} more` : '';
  return wrapped(
    `The question also fits ${first.join(', ')}${more}. Choose with --at, or ask with the number.`,
    canvas.width,
    '  ',
  ).map(canvas.paint.dim);
}
