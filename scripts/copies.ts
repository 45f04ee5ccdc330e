/** Copies of the project, and what its tests and scenarios come to in one. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Judgement } from './judge.ts';

/** What a copy holds, beside links to what never changes. */
const copied = [
  'src',
  'test',
  'scenarios',
  'scripts',
  'schema',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];
/** What a mutant can make endless must end; an unbroken copy needs less than a minute where nothing else runs. */
const timeLimit = 600_000;

const stopping = new AbortController();

/** Ends whatever runs in copies. */
export function stopAll(): void {
  stopping.abort();
}

/** A copy of the project as it stands in a folder; what it depends on is shared. */
export function copyTo(base: string, name: string, from: string): string {
  const copy = join(base, name);
  mkdirSync(copy);
  for (const part of copied) cpSync(join(from, part), join(copy, part), { recursive: true });
  symlinkSync(join(from, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

interface Written {
  readonly out: string;
  /** Why there is no more of it: it ran for too long, or the error that ended it. */
  readonly end: string;
}

/** Runs Node in a folder, whatever its exit code. */
function node(where: string, words: readonly string[]): Promise<Written> {
  const limits = { timeout: timeLimit, killSignal: 'SIGKILL', maxBuffer: 1 << 28, signal: stopping.signal } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: where, ...limits }, (error, out, errors) => {
      const thrown = errors.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'ended without a word';
      resolve({ out, end: error?.killed === true ? 'does not end' : thrown });
    });
  });
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Tests of files that fail, each as its file and its name; a file that cannot be run counts as one test.
 *
 * @param isFirstEnough whether the others may be left out once one has failed
 */
export async function failedTests(
  copy: string,
  files: readonly string[],
  isFirstEnough: boolean,
): Promise<readonly (readonly [file: string, name: string])[]> {
  if (files.length === 0) return [];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--maxWorkers=1', ...files];
  if (isFirstEnough) vitest.push('--bail=1');
  const { out, end } = await node(copy, vitest);
  if (!out.startsWith('{')) return files.map((file) => [file, end]);
  const { testResults } = JSON.parse(out) as TestReport;
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = name.slice(name.indexOf('/test/') + 1);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [[file, message.split('\n')[0] ?? ''] as const];
    return failed.map(({ fullName }) => [file, fullName] as const);
  });
}

/** How scenarios come out, in the order given; those that the run did not come to have the reason of its end. */
export async function judgeScenarios(copy: string, files: readonly string[]): Promise<readonly Judgement[]> {
  const { out, end } = await node(copy, ['--import', 'tsx', 'scripts/judge.ts', ...files]);
  const lines = out.split('\n').filter((line) => line.endsWith('}'));
  const judged = new Map(lines.map((line) => JSON.parse(line) as Judgement).map((one) => [one.file, one]));
  return files.map((file) => judged.get(file) ?? { file, broken: end });
}
