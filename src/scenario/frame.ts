/**
 * Problems as a terminal shows them: one line that editors can jump to, then the lines of the file they are about.
 */
import type { Problem } from './problem.ts';

/** Widest part of a line that a frame shows. */
const widthMax = 120;

/**
 * One problem: `file:line:column  RULE  message`, the line before and the line itself, `^^^` under what is meant, and the hint.
 * Without the file's text there is no frame.
 *
 * ```
 * shop.yaml:41:17  WL-8  minCpu must be at least 250m; found 100m
 *    40 |           cpu: 1000m
 *    41 |           minCpu: 100m
 *       |                   ^^^^
 * ```
 */
export function renderProblem(problem: Problem, text: string | undefined): string {
  return render(problem, text?.split('\n'));
}

function render(problem: Problem, lines: readonly string[] | undefined): string {
  const label = problem.rule ?? problem.code;
  const severity = problem.severity === 'warning' ? 'warning: ' : '';
  const head = visible(`${problem.file}:${problem.line}:${problem.column}  ${label}  ${severity}${problem.message}`);
  const hint = problem.hint === undefined ? [] : [`   hint: ${visible(problem.hint)}`];
  return [head, ...(lines === undefined ? [] : frame(problem, lines)), ...hint].join('\n');
}

/** All problems, a blank line between them. `textOf` gives the text of a file that was read. */
export function renderProblems(problems: readonly Problem[], textOf: (file: string) => string | undefined): string {
  const linesOf = new Map<string, readonly string[] | undefined>();
  const rendered = problems.map((problem) => {
    if (!linesOf.has(problem.file)) linesOf.set(problem.file, textOf(problem.file)?.split('\n'));
    return render(problem, linesOf.get(problem.file));
  });
  return rendered.join('\n\n');
}

function frame(problem: Problem, lines: readonly string[]): string[] {
  const line = lines[problem.line - 1];
  if (line === undefined) return [];
  const shift = Math.max(0, Math.min(problem.column - 1 - widthMax / 2, line.length - widthMax));
  // What is shown alone is looked at: a file of one long line may have a problem in every word.
  const cut = (text: string): string =>
    text
      .slice(shift, shift + widthMax)
      .replaceAll(/[\t\r]/g, ' ')
      .trimEnd();
  const shown = cut(line);
  if (!isShowable(shown)) return [];
  const width = Math.max(4, String(problem.line).length + 1);
  const numbered = (number: number, text: string): string =>
    `${String(number).padStart(width + 1)} | ${text}`.trimEnd();
  const before = problem.line > 1 ? [numbered(problem.line - 1, cut(lines[problem.line - 2] ?? ''))] : [];
  const carets = Math.max(1, Math.min(problem.endColumn, line.length + 1) - problem.column);
  const pointer = `${' '.repeat(problem.column - 1 - shift)}${'^'.repeat(Math.min(carets, widthMax))}`;
  return [...before.filter(isShowable), numbered(problem.line, shown), `${' '.repeat(width + 1)} | ${pointer}`];
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
