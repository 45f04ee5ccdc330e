/** Reads the scenario files of the command line, with the files that they refer to and the options that change them. */
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Parsed, type ParseOptions, parseScenario } from '../scenario/parse.ts';
import { bookProblems } from '../scenario/read/prices.ts';
import { inReadingOrder } from '../scenario/text/problem.ts';
import type { Files } from '../scenario/text/reading.ts';
import { compileFor } from './compiling.ts';
import { errorCode, exitCode, Stop } from './exit.ts';
import type { ScenarioFlags } from './flags.ts';
import { isNamedPipe } from './namedPipe.ts';
import { setYoungRoom } from './youngRoom.ts';

/**
 * Largest input: the limit for one text, and more than any session can export (api.limits). An endless input (a device,
 * a pipe) reaches it soon.
 */
const bytesMax = 448 * 1_048_576;
const chunkBytes = 1_048_576;

export interface ReadScenario {
  readonly file: string;
  /** Name of the file in problems. */
  readonly label: string;
  readonly parsed: Parsed;
  /** The text that was parsed, for parsing it again with changes; other files read the same each time. */
  readonly text: string;
  readonly options: ParseOptions;
}

/**
 * Reads and checks scenarios; `-` is standard input. Problems show paths as the caller wrote them.
 *
 * @param from another place that files are read from; null: this machine's folders
 */
export async function readScenarios(
  files: readonly string[],
  flags: ScenarioFlags,
  from: Required<Files> | null = null,
): Promise<readonly ReadScenario[]> {
  if (files.filter((file) => file === '-').length > 1) {
    throw new Stop(exitCode.usage, 'standard input (-) can be given only once');
  }
  setYoungRoom('small');
  compileFor('run');
  const read: ReadScenario[] = [];
  for (const file of files) {
    const text = file === '-' ? readInput() : readText(file, from?.read);
    const options = { ...optionsOf(file, flags), ...from };
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
    ...(flags.replication === undefined ? {} : { replication: flags.replication }),
  };
}

/**
 * Parses a scenario with all its problems. If it has its own price book, this also checks that the book prices all
 * initial resources; only that check loads the platform.
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
 * Reads each file once and remembers it, so that a file which changes during the run does not change the scenario.
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
 * Matching files, sorted by name; a file that symbolic links lead to again is found once, by its shortest path. The
 * library is loaded only if a scenario has patterns, because loading takes as long as a check.
 */
export function filesLike(pattern: string): string[] {
  const { globSync }: typeof import('tinyglobby') = createRequire(import.meta.url)('tinyglobby');
  const found = globSync(pattern, { dot: true, expandDirectories: false });
  const byFile = new Map<string, string>();
  for (const path of found.sort((one, other) => one.length - other.length || (one < other ? -1 : 1))) {
    const file = realpathSync.native(path);
    if (!byFile.has(file)) byFile.set(file, path);
  }
  return [...byFile.values()].sort();
}

function assignment(flag: string, text: string, example: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Stop(exitCode.usage, `${flag} takes name=value, such as ${example}; found '${text}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The text of a file. Throws a `Stop` if it cannot be read. */
export function readText(path: string, reader: Required<Files>['read'] = textOf): string {
  const read = reader(path);
  if (typeof read === 'string') return read;
  throw new Stop(exitCode.usage, `cannot read ${path}: ${read.error}`);
}

/** The text of a file, or why it cannot be read. */
export function textOf(path: string): string | { readonly error: string } {
  try {
    if (isNamedPipe(path))
      return {
        error: 'it is a named pipe: give a file, or - with the pipe as standard input',
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

/** The whole text up to the limit. The size alone does not decide, because pipes and devices have none. */
function textFrom(descriptor: number): string | { readonly error: string } {
  const tooLarge = { error: `it is larger than ${bytesMax / 1_048_576} MiB, the limit for one input` };
  const { size } = fstatSync(descriptor);
  if (size > bytesMax) return tooLarge;
  // A small file needs no large chunk: a folder has hundreds of them.
  const chunk = Buffer.allocUnsafe(size > 0 ? Math.min(chunkBytes, size + 1) : chunkBytes);
  const parts: Buffer[] = [];
  for (let length = 0; length <= bytesMax; ) {
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) return Buffer.concat(parts).toString('utf8');
    // Copy only what was read: a pipe delivers far less at a time than the chunk size.
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
  ['EAGAIN', 'there is no input'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['EIO', 'the device does not answer'],
  ['ERR_STRING_TOO_LONG', 'it is too long'],
  ['ERR_INVALID_ARG_VALUE', 'it is not a valid file name'],
]);

/**
 * Why reading failed, as text. An error that does not come from the system is a defect of svcsim, and is thrown again.
 */
function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? '';
  const reason = reasons.get(code) ?? (/^E[A-Z0-9]+$/.test(code) ? `the system says ${code}` : null);
  if (reason === null) throw error;
  return reason;
}
