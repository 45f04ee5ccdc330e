/**
 * One reading of a scenario: the files it came from, the places of its values, and the problems found so far.
 */

import { finished } from '../../engine/slices.ts';
import type { Path } from '../../platform/api/document/json.ts';
import { nearest } from '../../rules/units.ts';
import { type Documents, readingDocuments, type TextLimits } from './document.ts';
import { Places, type TextOrigin } from './places.ts';
import type { Complaint, FilePlace, Problem, TraceProblem } from './problem.ts';
import { quantityHint } from './quantityHint.ts';
import { type Tree, type TreeMap, valueAt } from './tree.ts';

/** How files are found and read; paths are relative to where the scenario's own path is. */
export interface Files {
  readonly read?: (path: string) => string | { readonly error: string };
  readonly list?: (pattern: string, fromFile: string) => readonly string[];
}

/** Guesses for a file of thousands of unknown names would take longer than reading it. */
const comparisonsMax = 100_000;

export class ScenarioReading {
  readonly places = new Places();
  /** Texts by file, in the order of their reading: for code frames, and to say what was read. */
  readonly texts = new Map<string, string>();
  readonly #problems = new Map<string, Problem>();
  readonly #files: Files;
  readonly #brought = new Map<string, string>();
  readonly #breached = new WeakMap<object, Set<string>>();
  readonly #changes: TextOrigin[] = [];
  readonly #parameters: ReplacedText[] = [];
  #declared: { readonly names: readonly string[]; readonly file: string } = { names: [], file: '' };
  readonly #unknownPaths = new Set<string>();
  #compared = 0;
  #errors = 0;

  constructor(files: Files) {
    this.#files = files;
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Notes that a stretch of a source changes the scenario for this run. */
  change(origin: TextOrigin): void {
    this.#changes.push(origin);
  }

  /** Whether what a path leads to was changed for this run, by `--set` or by a variant. */
  isChange(root: object, path: Path): boolean {
    const { source, key, value } = this.places.origin(root, path);
    const range = key?.range ?? value?.range;
    const at = range?.[0] ?? 0;
    return this.#changes.some((one) => {
      const [from, to] = one.value?.range ?? [0, 0];
      return one.source === source && from <= at && at < to;
    });
  }

  /** Says which parameters there are, and in which file they are replaced, for hints. */
  declareParameters(names: readonly string[], file: string): void {
    this.#declared = { names, file };
  }

  /**
   * Notes that parameters were replaced in a text, for problems of the result.
   *
   * @param says their names and values; null: one of them cannot be read, so whatever the result lacks is no news
   */
  noteParameters(origin: TextOrigin, says: string | null): void {
    this.#parameters.push({ origin, says });
  }

  /**
   * Adds a problem about what a path from `root` leads to, unless a breach of the shape just there has said as much, or
   * a change was found to lead nowhere just there. It names the parameters that made the value.
   */
  complain(root: object, path: Path, complaint: Complaint): void {
    if (this.hasBreach(root, path)) return;
    const value = valueAt(root as TreeMap, path);
    const place = this.places.place(root, path, complaint.atKey === true ? 'key' : 'value');
    const at = `${place.file}:${place.line}:${place.column}`;
    if (complaint.code === 'unknown-path') this.#unknownPaths.add(at);
    else if (this.#unknownPaths.has(at)) return;
    const isError = complaint.leadsNowhere === true && this.isChange(root, path);
    const severity = isError ? 'error' : (complaint.severity ?? 'error');
    const isRemark = severity === 'warning' && complaint.atKey === true;
    const replaced = isRemark ? [] : this.#replacedAt(root, path, value, severity);
    if (replaced.some(({ says }) => says === null)) return;
    const hint =
      complaint.hint ??
      this.#parameterHint(value, place.file) ??
      textHint(value, complaint, replaced[0]) ??
      (complaint.code === 'bad-unit' ? quantityHint(value) : null);
    const named = [...new Set(replaced.map(({ says }) => says))].slice(0, namedMax);
    const message = `${complaint.message}${named.map((says) => ` (${says})`).join('')}`;
    this.add(problemAt(place, { ...complaint, message, hint, severity }));
  }

  /** Texts with parameters that a value was made of; an error about a map or a list may be about any within it. */
  #replacedAt(
    root: object,
    path: Path,
    value: Tree | undefined,
    severity: Problem['severity'],
  ): readonly ReplacedText[] {
    const isWhole = typeof value === 'object' && value !== null;
    if (this.#parameters.length === 0 || value === undefined || (isWhole && severity === 'warning')) return [];
    const { source, value: node } = (isWhole ? this.places.of(value) : null) ?? this.places.origin(root, path);
    const [from, to] = node?.range ?? [0, 0];
    return this.#parameters.filter(({ origin }) => {
      const at = origin.value?.range?.[0] ?? -1;
      return origin.source === source && from <= at && at < Math.max(to, from + 1);
    });
  }

  /** What to do about a `${name}` that was not replaced. */
  #parameterHint(value: Tree | undefined, found: string): string | null {
    const name = typeof value === 'string' ? /\$\{([\w-]+)\}/.exec(value)?.[1] : undefined;
    if (name === undefined) return null;
    const { names, file } = this.#declared;
    if (names.includes(name))
      return found === file || found.startsWith('--') ? null : `parameters are replaced only in ${file} itself`;
    const guess = this.nearest(name, names);
    return guess === null
      ? `\${${name}} is no parameter; to declare it: params: { ${name}: 5 }`
      : `\${${name}} is no parameter; did you mean '\${${guess}}'?`;
  }

  /**
   * Notes that what a path leads to has not its shape and is passed over; that its container now lacks it is no further
   * problem.
   */
  breached(root: object, path: Path): void {
    const known = this.#breached.get(root) ?? new Set<string>();
    known.add(JSON.stringify(path));
    if (path.length > 1) known.add(JSON.stringify(path.slice(0, -1)));
    this.#breached.set(root, known);
  }

  /** Whether what stood under a path was passed over, or something right below it. */
  hasBreach(root: object, path: Path): boolean {
    return this.#breached.get(root)?.has(JSON.stringify(path)) === true;
  }

  /** Whether something anywhere below a path was passed over, so that what is left there is not what was written. */
  hasBreachBelow(root: object, path: Path): boolean {
    const start = JSON.stringify(path).slice(0, -1);
    return [...(this.#breached.get(root) ?? [])].some((one) => one.startsWith(`${start},`) || one === `${start}]`);
  }

  /**
   * The candidate that was probably meant, null where none is near; after a great many comparisons there are no more
   * guesses.
   */
  nearest(word: string, candidates: readonly string[]): string | null {
    this.#compared += candidates.length;
    return this.#compared > comparisonsMax ? null : nearest(word, candidates);
  }

  /** Adds a problem; one that was said already (an anchor that is used twice) is not said again. */
  add(problem: Problem): void {
    const key = `${problem.file}\n${problem.line}:${problem.column}\n${problem.message}`;
    if (this.#problems.has(key)) return;
    this.#problems.set(key, problem);
    if (problem.severity === 'error') this.#errors += 1;
  }

  /** Reads a text as YAML documents and notes it under the name of its file. */
  documents(text: string, file: string): Documents {
    return finished(this.readingDocuments(text, file));
  }

  /** The same in slices where the text is a long list in JSON. */
  *readingDocuments(text: string, file: string, limits?: TextLimits): Generator<undefined, Documents> {
    this.texts.set(file, text);
    const documents = yield* readingDocuments(text, file, this.places, limits);
    for (const problem of documents.problems) this.add(problem);
    return documents;
  }

  /** Gives texts that the scenario brings along, by the paths of the files that they stand for. */
  bring(texts: ReadonlyMap<string, string>): void {
    for (const [file, text] of texts) this.#brought.set(file, text);
  }

  /**
   * The text of another file, null where it cannot be read, which is a problem of the value at `path`.
   *
   * @param hint what to write instead; null: nothing is known
   */
  text(file: string, root: object, path: Path, hint: string | null = null): string | null {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const read = this.#brought.get(file) ?? this.#files.read?.(file) ?? { error: 'other files cannot be read here' };
    if (typeof read === 'string') {
      this.texts.set(file, read);
      return read;
    }
    this.complain(root, path, { code: 'file-unreadable', message: `cannot read ${file}: ${read.error}`, hint });
    return null;
  }

  /** The files that a pattern finds, in code-unit order; a pattern without wildcards finds itself. */
  files(pattern: string, fromFile: string, root: object, path: Path): readonly string[] {
    if (!isWild(pattern)) return [relativeTo(fromFile, pattern)];
    const found = this.#listed(relativeTo(fromFile, pattern), fromFile);
    if (found.length === 0) this.complain(root, path, { code: 'no-such-file', message: `no file matches ${pattern}` });
    return found;
  }

  /**
   * The same of manifests: what looks like a folder stands for all manifests in it and below.
   *
   * @returns `isFound`: whether a pattern or a folder found them
   */
  manifests(
    pattern: string,
    root: object,
    path: Path,
  ): { readonly files: readonly string[]; readonly isFound: boolean } {
    const fromFile = this.places.file(root, path);
    if (isWild(pattern)) return { files: this.files(pattern, fromFile, root, path), isFound: true };
    const itself = relativeTo(fromFile, pattern);
    const last = itself.slice(itself.lastIndexOf('/') + 1);
    const isFolder = pattern.endsWith('/') || !/[^.]\.\w+$/.test(last);
    const below = isFolder ? this.#listed(`${itself}/**/*.{yaml,yml,json}`, fromFile) : [];
    return below.length === 0 ? { files: [itself], isFound: false } : { files: below, isFound: true };
  }

  #listed(pattern: string, fromFile: string): readonly string[] {
    return this.#files.list === undefined ? [] : [...this.#files.list(pattern, fromFile)].sort(byText);
  }
}

/** A text in which parameters were replaced; `says` is null if one of them cannot be read. */
interface ReplacedText {
  readonly origin: TextOrigin;
  readonly says: string | null;
}

/** How to keep a text one that a parameter makes a number or a truth value; null: that is not what is wrong. */
function textHint(value: Tree | undefined, { message }: Complaint, replaced: ReplacedText | undefined): string | null {
  if ((typeof value !== 'number' && typeof value !== 'boolean') || replaced === undefined) return null;
  const { source, value: node } = replaced.origin;
  if (source.file.startsWith('--') || !/\b(string|text)\b/.test(message)) return null;
  return `to keep it a text: !!str ${source.text.slice(node?.range?.[0], node?.range?.[1])}`;
}

/** So many texts with parameters are named in one problem. */
const namedMax = 3;

/** A complaint with its place. */
export function problemAt(place: FilePlace, complaint: Complaint): Problem {
  const { code, message, rule = null, severity = 'error', hint = null } = complaint;
  return { ...place, code, rule, message, severity, ...(hint === null ? {} : { hint }) };
}

/** Problems of a recording, at their places in its file. */
export function traceProblemsIn(file: string, problems: readonly TraceProblem[]): readonly Problem[] {
  return problems.map(({ line, column, endColumn, ...problem }) =>
    problemAt({ file, line, column, endColumn }, problem),
  );
}

/**
 * The path of a file that another file names: `a/b.yaml` names `../c.csv` -> `c.csv`. Absolute paths stay.
 */
export function relativeTo(fromFile: string, path: string): string {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return path;
  const parts = fromFile.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    const above = parts.at(-1);
    if (part === '..' && above !== undefined && above !== '..' && above !== '.' && above !== '') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.length === 0 ? '.' : parts.join('/');
}

/** Whether a path is a pattern that stands for several. */
export function isWild(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
