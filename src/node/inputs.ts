/** Scenario files as the command line names them: texts, files beside them, and what the flags lay over them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Parsed, type ParseOptions, parseScenario } from '../scenario/parse.ts';
import { bookProblems } from '../scenario/read/prices.ts';
import { inReadingOrder } from '../scenario/text/problem.ts';
import { errorCode, exitCode, Stop } from './exit.ts';
import type { ScenarioFlags } from './flags.ts';
import { isNamedPipe } from './namedPipe.ts';

/**
 * As long as one text may be, and longer than any session's export (api.limits); what never ends (a device, a pipe)
 * comes to it soon.
 */
const bytesMax = 448 * 1_048_576;
const chunkBytes = 1_048_576;

export interface ReadScenario {
  readonly file: string;
  /** The file as problems name it. */
  readonly label: string;
  readonly parsed: Parsed;
  /** What was parsed, for whoever parses it again with changes; other files read the same each time. */
  readonly text: string;
  readonly options: ParseOptions;
}

/** Reads and checks scenarios; `-` is standard input. Paths in problems are as the caller wrote them. */
export async function readScenarios(files: readonly string[], flags: ScenarioFlags): Promise<readonly ReadScenario[]> {
  if (files.filter((file) => file === '-').length > 1) {
    throw new Stop(exitCode.usage, 'standard input (-) can be read once only');
  }
  const read: ReadScenario[] = [];
  for (const file of files) {
    const text = file === '-' ? readInput() : readText(file);
    const options = optionsOf(file, flags);
    read.push({ file, label: options.file, parsed: await parsedWhole(text, options), text, options });
  }
  return read;
}

function optionsOf(file: string, flags: ScenarioFlags): ParseOptions {
  return {
    file: file === '-' ? 'stdin' : file,
    read: readOnce(),
    list: filesLike,
    set: (flags.set ?? [])
      .map((entry) => assignment('--set', entry, 'shop/workload/api.spec.defaultOptions.suspend=true'))
      .map(([path, value]) => ({ path, value })),
    assume: Object.fromEntries(
      (flags.assume ?? []).map((entry) => assignment('--assume', entry, 'cron.forbid.missed=lateStart')),
    ),
    ...(flags.variant === undefined ? {} : { variants: flags.variant }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
  };
}

/**
 * A scenario with all that is wrong with it: a book of its own has to price what it starts with, which nobody else has
 * to load the platform for.
 */
export async function parsedWhole(text: string, options: ParseOptions): Promise<Parsed> {
  const parsed = parseScenario(text, options);
  const { scenario } = parsed;
  if (scenario === null || scenario.prices === null) return parsed;
  const { makeRoom } = await import('./memory.ts');
  makeRoom(scenario);
  const { unpricedAtStart } = await import('../experiment/unpriced.ts');
  const found = bookProblems(scenario, unpricedAtStart(scenario));
  if (found.length === 0) return parsed;
  return {
    ...parsed,
    scenario: found.some(({ severity }) => severity === 'error') ? null : scenario,
    problems: inReadingOrder([...parsed.problems, ...found], scenario.files[0] ?? ''),
  };
}

/**
 * Reads each file when it is asked for first, and remembers it: a file that changes meanwhile does not make another
 * scenario.
 */
function readOnce(): (path: string) => string | { readonly error: string } {
  const known = new Map<string, string | { readonly error: string }>();
  return (path) => {
    const text = known.get(path) ?? textOf(path);
    known.set(path, text);
    return text;
  };
}

/**
 * Files that match, in the order of their names. The library is loaded only where a scenario has patterns: it costs as
 * much as a check.
 */
function filesLike(pattern: string): string[] {
  const { globSync }: typeof import('tinyglobby') = createRequire(import.meta.url)('tinyglobby');
  return globSync(pattern, { dot: true, expandDirectories: false }).sort();
}

function assignment(flag: string, text: string, example: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Stop(exitCode.usage, `${flag} takes name=value, such as ${example}; found '${text}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The text of a file; throws a `Stop` where it cannot be read. */
export function readText(path: string): string {
  const read = textOf(path);
  if (typeof read === 'string') return read;
  throw new Stop(exitCode.usage, `cannot read ${path}: ${read.error}`);
}

/** The text of a file, or why it cannot be read. */
export function textOf(path: string): string | { readonly error: string } {
  try {
    if (isNamedPipe(path))
      return {
        error: 'it is a named pipe, which would be waited for: give a file, or - and the pipe as standard input',
      };
    const descriptor = openSync(path, 'r');
    try {
      return textFrom(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

function readInput(): string {
  let read: string | { readonly error: string };
  try {
    read = textFrom(0);
  } catch (error) {
    read = { error: reasonOf(error) };
  }
  if (typeof read === 'string') return read;
  throw new Stop(exitCode.usage, `cannot read standard input: ${read.error}`);
}

/** All that comes to its end within the limit; the size alone does not tell, as pipes and devices have none. */
function textFrom(descriptor: number): string | { readonly error: string } {
  const tooLarge = { error: `it is larger than ${bytesMax / 1_048_576} MiB, the most that is read` };
  if (fstatSync(descriptor).size > bytesMax) return tooLarge;
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const parts: Buffer[] = [];
  for (let length = 0; length <= bytesMax; ) {
    const count = readSync(descriptor, chunk, 0, chunkBytes, null);
    if (count === 0) return Buffer.concat(parts).toString('utf8');
    // As much as came: a pipe gives far less at a time than there is room for.
    parts.push(Buffer.from(chunk.subarray(0, count)));
    length += count;
  }
  return tooLarge;
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EISDIR', 'it is a folder'],
  ['EAGAIN', 'nothing was given there'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['EIO', 'the device does not answer'],
  ['ERR_STRING_TOO_LONG', 'it is too long'],
  ['ERR_INVALID_ARG_VALUE', 'no file can have such a name'],
]);

/**
 * Why reading failed, in words; what neither the system nor the file is to blame for is thrown on, as a defect of ours.
 */
function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? '';
  const reason = reasons.get(code) ?? (/^E[A-Z0-9]+$/.test(code) ? `the system says ${code}` : null);
  if (reason === null) throw error;
  return reason;
}
