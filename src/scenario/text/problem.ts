/** A stretch of text in a file. Lines and columns count from 1; a column counts UTF-16 units, as editors do. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** First column after the stretch, on the same line; where it is longer than a line, the end of its first line. */
  readonly endColumn: number;
}

/** Something the author of a scenario should mend (error) or know (warning). */
export interface Problem extends FilePlace {
  /** Stable, kebab-case: `unknown-key`, `date-without-zone`. */
  readonly code: string;
  /** A rule of the platform or an assumption; null where the file's own format is broken. */
  readonly rule: string | null;
  /** What was expected and what was found, in one sentence. */
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** What to write instead, where that is known. */
  readonly hint?: string;
}

/**
 * All problems in the order a reader meets them: the scenario's own file first, then other files by name; within one by
 * line and column.
 */
export function inReadingOrder(problems: readonly Problem[], firstFile: string): Problem[] {
  const rank = (problem: Problem): string => (problem.file === firstFile ? '' : problem.file);
  return [...problems].sort((a, b) => {
    const [fileA, fileB] = [rank(a), rank(b)];
    if (fileA !== fileB) return fileA < fileB ? -1 : 1;
    return a.line - b.line || a.column - b.column || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0);
  });
}

/** What a problem says, and where: problems that are the same have the same one. */
export function placedMessage({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column} ${message}`;
}

/** Whether an error at the same place says the same already, perhaps of one plan or variant (`in the plan a: ...`). */
export function isTold({ file, line, column, message }: Problem, problems: readonly Problem[]): boolean {
  return problems.some(
    (one) =>
      one.severity === 'error' &&
      one.file === file &&
      one.line === line &&
      one.column === column &&
      (one.message === message || one.message.endsWith(`: ${message}`)),
  );
}

/** What a reader says about a value; the rest of a `Problem` is its place. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly rule?: string | null;
  readonly severity?: 'error' | 'warning';
  readonly hint?: string | null;
  /** Points at the key rather than at its value. */
  readonly atKey?: boolean;
  /**
   * What stands there is about nothing: an error where `--set` or a variant says it, since then a change has no effect.
   */
  readonly leadsNowhere?: true;
}

/** A mistake in a trace's file; columns count from 1. */
export interface TraceProblem {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}
