/** `evidence/mutation.json`: for each planner, how many of Stryker's mutants its tests kill, and which ones survive. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'evidence/mutation.json');

/** A mutant that no test notices, found again by its texts when lines move. */
export interface Survivor {
  /** The line on which the mutated code begins, without its indentation. */
  readonly line: string;
  /** The code that is replaced, in one line. */
  readonly was: string;
  readonly becomes: string;
  /** Why it behaves the same for all inputs, so that no test can kill it; empty: nobody has looked at it yet. */
  readonly why: string;
}

/** The result of one file. Mutants of string literals are left out. */
export interface Measured {
  /** Digest of the source that was measured. */
  readonly source: string;
  /** `killed` + `timeouts` + `survivors` + `noCoverage`. */
  readonly mutants: number;
  readonly killed: number;
  /** Mutants that made a test endless: noticed, too. */
  readonly timeouts: number;
  /** Survivors that no test reaches. */
  readonly noCoverage: number;
  readonly survivors: readonly Survivor[];
}

/** The results by file; null: not measured yet. */
export type Mutation = Readonly<Record<string, Measured | null>>;

export function mutationOf(): Mutation {
  return existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as Mutation) : {};
}

/** One line a survivor, so that differences can be read. */
export function writeMutation(mutation: Mutation): void {
  const entries = Object.entries(mutation).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = entries.map(([file, measured]) => `  ${JSON.stringify(file)}: ${textOf(measured)}`);
  writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
}

function textOf(measured: Measured | null): string {
  if (measured === null) return 'null';
  const { survivors, ...counts } = measured;
  const head = JSON.stringify(counts).slice(0, -1);
  const list = survivors.map((survivor) => `\n    ${JSON.stringify(survivor)}`).join(',');
  return `${head},"survivors":[${list}]}`;
}

/** A short digest of a file's text, to see whether it has changed since it was measured. */
export function sourceDigest(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')
    .slice(0, 12);
}

/** Mutants noticed, in percent; 100 for a file without mutants. */
export function scoreOf({ mutants, killed, timeouts }: Pick<Measured, 'mutants' | 'killed' | 'timeouts'>): number {
  return mutants === 0 ? 100 : ((killed + timeouts) / mutants) * 100;
}

/** The same without the survivors that behave the same, which have a reason; 100 if none is left. */
export function scoreOfDifferent({ mutants, killed, timeouts, survivors }: Measured): number {
  const different = mutants - survivors.filter(({ why }) => why !== '').length;
  return scoreOf({ mutants: different, killed, timeouts });
}

/** What Stryker's JSON report says of a file. */
export interface ReportedFile {
  readonly source: string;
  readonly mutants: readonly ReportedMutant[];
}

interface ReportedMutant {
  readonly status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored';
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Both counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The result of a file from Stryker's report; known survivors keep their reasons, in the order of the file. */
export function measuredOf(file: string, reported: ReportedFile, before: Measured | null): Measured {
  const count = (status: ReportedMutant['status']): number =>
    reported.mutants.filter((mutant) => mutant.status === status).length;
  const known = (before?.survivors ?? []).slice();
  const survivors = reported.mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .sort((a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column)
    .map((mutant) => survivorOf(mutant, reported.source))
    .map((survivor) => {
      // Equal texts stand for several mutants: each takes one of the reasons.
      const at = known.findIndex((one) => keyOf(one) === keyOf(survivor));
      return { ...survivor, why: at < 0 ? '' : known.splice(at, 1)[0]!.why };
    });
  const [killed, timeouts, noCoverage] = [count('Killed'), count('Timeout'), count('NoCoverage')];
  const mutants = killed + timeouts + survivors.length;
  return { source: sourceDigest(file), mutants, killed, timeouts, noCoverage, survivors };
}

function keyOf({ line, was, becomes }: Survivor): string {
  return JSON.stringify([line, was, becomes]);
}

function survivorOf({ location, replacement }: ReportedMutant, source: string): Survivor {
  const lines = source.split('\n').slice(location.start.line - 1, location.end.line);
  const [line] = lines as [string];
  lines.push(lines.pop()!.slice(0, location.end.column - 1));
  const was = lines.join('\n').slice(location.start.column - 1);
  return { line: line.trim(), was: inOneLine(was), becomes: inOneLine(replacement ?? ''), why: '' };
}

/** Code without its layout; long code is cut in the middle. */
function inOneLine(code: string): string {
  const text = code.replaceAll(/\s+/g, ' ');
  return text.length <= 120 ? text : `${text.slice(0, 60)} … ${text.slice(-57)}`;
}
