/**
 * Problems as a terminal shows them: one line that editors can jump to, then the lines of the file they are about.
 */
import { folded } from '../../text/folded.ts';
import type { Problem } from './problem.ts';

/** Width of a frame where nobody says how wide the terminal is. */
const widthUsual = 100;
/** Characters of a line that a frame shows at least. */
const shownLeast = 20;
/** A hint that is longer is shown once, and named where it comes again. */
const hintMax = 120;

/**
 * One problem: `file:line:column RULE message`, the line before and the line itself, `^^^` under what is meant, and the
 * hint. Without the file's text there is no frame.
 *
 * ```
 * shop.yaml:41:17  WL-8  minCpu must be at least 250m; found 100m
 *    40 |           cpu: 1000m
 *    41 |           minCpu: 100m
 *       |                   ^^^^
 * ```
 *
 * @param columns of the terminal: lines of the file are cut there, with a mark, and sentences folded; absent: sentences
 * stand in one line, for programs
 */
export function renderProblem(problem: Problem, text: string | undefined, columns?: number): string {
  return render(problem, text?.split('\n'), problem.hint, columns);
}

function render(
  problem: Problem,
  lines: readonly string[] | undefined,
  hint: string | undefined,
  columns: number | undefined,
): string {
  const label = problem.rule ?? problem.code;
  const severity = problem.severity === 'warning' ? 'warning: ' : '';
  const head = visible(`${placeOf(problem)}  ${label}  ${severity}${problem.message}`);
  const fold = (line: string, hang: number): string[] => (columns === undefined ? [line] : folded(line, columns, hang));
  return [
    ...fold(head, 3),
    ...(lines === undefined ? [] : frame(problem, lines, columns ?? widthUsual)),
    ...(hint === undefined ? [] : fold(`   hint: ${visible(hint)}`, 9)),
  ].join('\n');
}

function placeOf({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/**
 * All problems, a blank line between them.
 *
 * @param textOf gives the text of a file that was read, for frames; absent: no frames
 * @param columns as for one problem
 */
export function renderProblems(
  problems: readonly Problem[],
  textOf: (file: string) => string | undefined = () => undefined,
  columns?: number,
): string {
  const linesOf = new Map<string, readonly string[] | undefined>();
  const hints = new Map<string, Problem>();
  const rendered = problems.map((problem) => {
    const { file, hint } = problem;
    if (!linesOf.has(file)) linesOf.set(file, textOf(file)?.split('\n'));
    const first = hint === undefined || hint.length <= hintMax ? undefined : hints.get(hint);
    if (hint !== undefined && first === undefined) hints.set(hint, problem);
    return render(problem, linesOf.get(file), first === undefined ? hint : `the same as at ${placeOf(first)}`, columns);
  });
  return rendered.join('\n\n');
}

function frame(problem: Problem, lines: readonly string[], columns: number): string[] {
  const line = lines[problem.line - 1];
  if (line === undefined) return [];
  const width = Math.max(4, String(problem.line).length + 1) + 1;
  const room = Math.max(shownLeast, columns - width - ' | '.length);
  const from = problem.column - 1;
  const until = Math.max(from + 1, Math.min(problem.endColumn - 1, line.length));
  const shift = shiftOf({ from, until }, line.length, room);
  // What is shown alone is looked at: a file of one long line may have a problem in every word.
  const cut = (text: string): string => windowOf(text.replaceAll(/[\t\r]/g, ' ').trimEnd(), shift, room);
  const shown = cut(line);
  if (!isShowable(shown)) return [];
  const numbered = (number: number, text: string): string => `${String(number).padStart(width)} | ${text}`.trimEnd();
  const above = lines[problem.line - 2] ?? '';
  const isInSight = problem.line > 1 && (above.length > shift || above === '');
  const before = isInSight ? [numbered(problem.line - 1, cut(above))] : [];
  const carets = Math.min(until - shift, line.length > shift + room ? room - 1 : room) - (from - shift);
  const pointer = `${' '.repeat(from - shift)}${'^'.repeat(carets)}`;
  return [...before.filter(isShowable), numbered(problem.line, shown), `${' '.repeat(width)} | ${pointer}`];
}

/**
 * How many characters at the beginning of a line are out of sight, so that what is meant is not, nor under a mark of
 * what is cut.
 */
function shiftOf(
  { from, until }: { readonly from: number; readonly until: number },
  length: number,
  room: number,
): number {
  if (length <= room || until < room) return 0;
  const centred = from - Math.floor(room / 2);
  const wholeInSight = Math.min(from - 1, until + 1 - room);
  return Math.max(0, Math.min(Math.max(centred, wholeInSight), length - room));
}

/** What is in sight of a line, with marks where it goes on. */
function windowOf(text: string, shift: number, room: number): string {
  const shown = text.slice(shift, shift + room);
  const head = shift > 0 && shown.trim() !== '' ? `…${shown.slice(1)}` : shown;
  return text.length > shift + room ? `${head.slice(0, -1)}…` : head;
}

/** A text whose control characters, which a key or a value may hold, are written out, as in `\u001b`. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** A terminal should not be sent the control characters of a binary file. */
function isShowable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return !/[\u0000-\u0008\u000B-\u000C\u000E-\u001F\u007F\u009B]/.test(text);
}
