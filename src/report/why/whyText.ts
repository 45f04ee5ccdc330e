/**
 * The answer of `svcsim why` as text: what happened, how it was decided, what led to it, and what that leaned on.
 */
import { instantFromIso } from '../../engine/time.ts';
import { clipped, wrapped } from '../../text/folded.ts';
import { countText, exactDurationText, exactInstantText } from '../words/format.ts';
import type { Canvas } from '../words/placedTable.ts';
import { rootWords } from '../words/rootWords.ts';
import type { LinkPart } from './linkParts.ts';
import type { WhyDocument, WhyEntry, WhyLink } from './whyDocument.ts';

/** Most causes that are shown: the nearest, and the last ones before the root; --json has all. */
const [nearestMax, lastMax] = [12, 3];
/** Characters of an assumption's value: some are long lists. */
const valueMax = 40;

/** Returns lines separated by line ends; the last line has none. */
export function whyText(answer: WhyDocument, canvas: Canvas): string {
  return [headLines(answer, canvas), chainLines(answer, canvas), ruleLines(answer, canvas), otherLines(answer, canvas)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines({ entry, formula }: WhyDocument, canvas: Canvas): string[] {
  return [...entryLines(entry, '', canvas), ...formula.flatMap((line) => wrapped(line, canvas.width, '  '))];
}

/** `#481  2 Nov 00:29:48  replica 7 of shop/web at aws-us-east-1 began to terminate: older version`. */
function entryLines({ seq, at, sentence }: WhyEntry, indent: string, canvas: Canvas): string[] {
  const head = `#${seq}  ${exactInstantText(instantOf(at))}  `;
  const lines = wrapped(sentence, canvas.width - indent.length - head.length, '');
  const beside = ' '.repeat(head.length);
  return lines.map((line, index) =>
    index === 0
      ? `${indent}${canvas.paint.bold(`#${seq}`)}${head.slice(`#${seq}`.length)}${line}`
      : `${indent}${beside}${line}`,
  );
}

function instantOf(iso: string): number {
  const at = instantFromIso(iso);
  if (typeof at !== 'number') throw new Error(`${iso} is no instant`);
  return at;
}

function chainLines({ chain, root }: WhyDocument, canvas: Canvas): string[] {
  const left = chain.length - nearestMax - lastMax;
  const shown = left > 0 ? [...chain.slice(0, nearestMax), null, ...chain.slice(-lastMax)] : chain;
  const links = shown.flatMap((link) =>
    link === null
      ? [canvas.paint.dim(`    … and ${countText(left)} causes between: --json has all`)]
      : [...entryLines(link, '  ', canvas), ...timeLines(link, canvas)],
  );
  const end = root === null ? 'the journal does not contain what came before' : rootWords[root];
  return [canvas.paint.bold('  Because of'), ...links, ...wrapped(`it begins with: ${end}`, canvas.width, '  ')];
}

/** The time from a cause to its effect: `46s later: 45s until its process got the stop signal (...), 1s until ...` */
function timeLines({ ms, parts }: WhyLink, canvas: Canvas): string[] {
  if (ms === 0) return [];
  const [only, second] = parts;
  const told =
    only === undefined || second !== undefined
      ? `${exactDurationText(ms)} later: ${parts.map(partText).join(', ')}`
      : `${exactDurationText(ms)} later: ${whatText(only)}`;
  return wrapped(told, canvas.width, '      ').map(canvas.paint.dim);
}

function partText(part: LinkPart): string {
  return `${exactDurationText(part.ms)} ${whatText(part)}`;
}

function whatText({ what, names }: LinkPart): string {
  return `${what}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}

function ruleLines({ rules, assumptions }: WhyDocument, canvas: Canvas): string[] {
  const lines = [
    ...rules.map(({ id, statement }) => `${id}: ${statement}`),
    ...assumptions.map(({ name, value, statement }) => `${name} (assumed: ${clipped(value, valueMax)}): ${statement}`),
  ];
  if (lines.length === 0) return [];
  return [canvas.paint.bold('  Rules'), ...lines.flatMap((line) => hanging(line, canvas.width))];
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
