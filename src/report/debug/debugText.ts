/** The answers of `svcsim debug` as text. */
import { wrapped } from '../../text/folded.ts';
import { whyText } from '../why/whyText.ts';
import { whyNotText } from '../whyNot/whyNotText.ts';
import { countOf, countText, exactIsoText } from '../words/format.ts';
import type { Canvas } from '../words/placedTable.ts';
import type { DebugAnswer, DebugDocument, DebugEntry, DebugMove } from './debugDocument.ts';
import { changeTexts, partText } from './stateText.ts';

/** Most lines of one answer; --json has all. */
const linesMax = 40;

/** Lines separated by line ends; the last has none. Empty: there is nothing to say. */
export function debugText({ answer, at }: DebugDocument, canvas: Canvas): string {
  return answerLines(answer, exactIsoText(at), canvas).join('\n');
}

function answerLines(answer: DebugAnswer, now: string, canvas: Canvas): readonly string[] {
  switch (answer.kind) {
    case 'moved':
      return moveLines(answer, now, canvas);
    case 'state':
      return limited(answer.parts.flatMap((part) => hanging(partText(part), canvas)));
    case 'diff':
      if (answer.changes.length === 0) return [`nothing differs since ${exactIsoText(answer.since)}`];
      return limited(changeTexts(answer.changes).flatMap((text) => hanging(text, canvas)));
    case 'journal':
      return entryLines(answer.journal, canvas);
    case 'breakpoints':
      if (answer.breakpoints.length === 0) return ["no breakpoints; write for example 'break on expansion.refused'"];
      return answer.breakpoints.map(({ number, on }) => `${number}  ${on}`);
    case 'why':
      return [whyText(answer.why, canvas)];
    case 'why-not':
      return [whyNotText(answer.whyNot, canvas)];
    case 'taken':
      return [takenText(answer.steps.length, answer.refused, now), ...entryLines(answer.journal, canvas)];
    case 'saved':
      return [`wrote ${answer.file}: the session up to now as scenario ${answer.name}; its run has the same journal`];
    case 'help':
      return [answer.text];
    case 'error':
      return wrapped(answer.message, canvas.width, '').map(canvas.paint.bad);
  }
}

function takenText(steps: number, refused: number, now: string): string {
  if (refused === 0) return `took ${countOf(steps, 'step')} at ${now}`;
  return steps === 1
    ? `the API refused the step at ${now}: nothing has changed`
    : `took ${countOf(steps, 'step')} at ${now}, of which the API refused ${refused}`;
}

function moveLines(
  { stop, because, journal, passed, undone }: DebugMove,
  now: string,
  canvas: Canvas,
): readonly string[] {
  const head = `${now}${passed === 0 ? '' : `, after ${passed === 1 ? '1 other entry' : `${countText(passed)} other entries`}`}${stopText(stop, because)}`;
  const undoing = undone.flatMap((command) => wrapped(`undone: ${command}`, canvas.width, '  '));
  return [canvas.paint.bold(head), ...undoing, ...entryLines(journal, canvas)];
}

function stopText(stop: DebugMove['stop'], because: string | null): string {
  switch (stop) {
    case 'there':
      return '';
    case 'entry':
      return `: ${because} is what you asked for`;
    case 'breakpoint':
      return `: breakpoint ${because}`;
    case 'end':
      return ': the run goes no further this way';
    case 'interrupted':
      return ': interrupted';
    case 'refused':
      return `: ${because}`;
  }
}

function entryLines(entries: readonly DebugEntry[], canvas: Canvas): readonly string[] {
  return limited(
    entries.flatMap(({ seq, at, sentence }) => {
      const head = `  #${seq}  ${exactIsoText(at)}  `;
      const lines = wrapped(sentence, canvas.width - head.length, '');
      return lines.map((line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line);
    }),
  );
}

function hanging(text: string, { width }: Canvas): string[] {
  return wrapped(text, width, '    ').map((line, index) => (index === 0 ? line.slice(2) : line));
}

function limited(lines: readonly string[]): readonly string[] {
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax), `  … and ${countOf(lines.length - linesMax, 'more line')}; --json has all`];
}
