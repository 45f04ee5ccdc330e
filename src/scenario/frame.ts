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
  const head = `${problem.file}:${problem.line}:${problem.column}  ${label}  ${severity}${problem.message}`;
  const hint = problem.hint === undefined ? [] : [`   hint: ${problem.hint}`];
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
  if (line === undefined || !isShowable(line)) return [];
  const shift = Math.max(0, Math.min(problem.column - 1 - widthMax / 2, line.length - widthMax));
  const cut = (shown: string): string =>
    shown
      .replaceAll('\t', ' ')
      .replaceAll('\r', '')
      .slice(shift, shift + widthMax)
      .trimEnd();
  const width = Math.max(4, String(problem.line).length + 1);
  const numbered = (number: number, shown: string): string =>
    `${String(number).padStart(width + 1)} | ${cut(shown)}`.trimEnd();
  const before = problem.line > 1 ? [numbered(problem.line - 1, lines[problem.line - 2] ?? '')] : [];
  const carets = Math.max(1, Math.min(problem.endColumn, line.length + 1) - problem.column);
  const pointer = `${' '.repeat(problem.column - 1 - shift)}${'^'.repeat(Math.min(carets, widthMax))}`;
  return [...before.filter(isShowable), numbered(problem.line, line), `${' '.repeat(width + 1)} | ${pointer}`];
}

/** A terminal should not be sent the control characters of a binary file. */
function isShowable(line: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return !/[\u0000-\u0008\u000B-\u000C\u000E-\u001F\u007F\u009B]/.test(line);
}
