/**
 * Changes the planners in thousands of small ways (StrykerJS), runs the tests of their folder with each change, and
 * writes into `evidence/mutation.json` how many changes are noticed and which are not.
 *
 *   npm run stryker                                    every planner
 *   npm run stryker -- --shard 2/8                     every eighth planner, beginning with the second
 *   npm run stryker -- src/platform/volume/limit.ts    some files; others of src/platform/NOUN may be named, too
 *   npm run stryker -- --vitest                        with Stryker's own runner: the same results, ten times as slow
 *
 * A planner is a file of src/platform/NOUN of which the entry `svcsim/planners` contains code. String literals are left
 * as they are: they are sentences, and ids that the compiler checks. Results are written folder by folder; survivors
 * keep the reasons that the file gives for them.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { globSync } from 'tinyglobby';
import {
  type Measured,
  measuredOf,
  mutationOf,
  type ReportedFile,
  scoreOf,
  scoreOfDifferent,
  writeMutation,
} from './mutation.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const temporary = join(tmpdir(), 'stryker');
/** Files directly in the folder of a noun are pure: `test/tidy.test.ts` keeps the world out of them. */
const pure = /^src\/platform\/(?!api\/|handlers\/)\w+\/\w+\.ts$/;

/** The planners: files of src/platform/NOUN of which the bundle of `src/planners.ts` contains code. */
export function planners(): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ['src/planners.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: '.',
  });
  const contained = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return contained.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 && pure.test(file) ? [file] : [])).sort();
}

/**
 * The files to mutate: those named (all planners where none is), those of one part.
 *
 * @param shard `1/4`: the first of four parts; undefined: all
 * @throws Error where a file is none that has planners, and where the part is none
 */
export function chosenFiles(named: readonly string[], shard: string | undefined): string[] {
  for (const file of named) {
    if (pure.test(file) && existsSync(join(root, file))) continue;
    throw new Error(`${file} is no file of src/platform/NOUN: write for example src/platform/volume/expansion.ts`);
  }
  const asked = named.length > 0 ? [...new Set(named)].sort() : planners();
  if (shard === undefined) return asked;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard)?.map(Number) ?? [];
  if (part === undefined || parts === undefined || part < 1 || part > parts)
    throw new Error(`--shard is ${shard}: write 1/4 for the first of four parts`);
  return asked.filter((_, index) => index % parts === part - 1);
}

/** The tests that are run with each mutant of a folder: its own, without those of whole runs in `handlers/`. */
function testsOf(noun: string): string[] {
  return globSync(`test/platform/${noun}/*.test.ts`, { cwd: root, ignore: ['**/*.slow.test.ts'] }).sort();
}

/** Runs Stryker for the files of one folder. @returns its report by file */
async function mutated(
  noun: string,
  files: readonly string[],
  runner: 'planners' | 'vitest',
): Promise<Record<string, ReportedFile>> {
  const [report, config] = [join(temporary, `${noun}.report.json`), join(temporary, `${noun}.config.json`)];
  const options = {
    testRunner: runner,
    plugins: [runner === 'vitest' ? '@stryker-mutator/vitest-runner' : join(root, 'scripts/strykerRunner.ts')],
    testRunnerNodeArgs: ['--import', 'tsx'],
    ...(runner === 'vitest' ? { vitest: { configFile: 'scripts/strykerVitest.ts', related: false } } : {}),
    coverageAnalysis: 'perTest',
    mutate: files,
    mutator: { excludedMutations: ['StringLiteral'] },
    // Types are erased before the tests run, so mutants that do not compile are tried like all others.
    checkers: [],
    concurrency: 1,
    // Milliseconds beyond half as much again as the tests of a mutant need.
    timeoutMS: 10_000,
    tempDirName: join(temporary, 'sandbox'),
    ignorePatterns: ['*', '!/src/**', '!/test/**', '!/package.json', '!/scripts/**'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  writeFileSync(config, JSON.stringify(options, null, 2));
  const program = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const child = spawn(process.execPath, ['--import', 'tsx', program, 'run', config], {
    cwd: root,
    env: { ...process.env, STRYKER_TESTS: testsOf(noun).join(',') },
    // Standard output is for the table at the end.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`Stryker ended with ${code} for ${noun}: see above`);
  return (JSON.parse(readFileSync(report, 'utf8')) as { files: Record<string, ReportedFile> }).files;
}

function rowOf(file: string, measured: Measured): string {
  const { mutants, killed, timeouts, noCoverage, survivors } = measured;
  const open = survivors.filter(({ why }) => why === '').length;
  const counts = `${mutants} mutants, ${killed} killed, ${timeouts} timeouts, ${survivors.length} survived`;
  const scores = `${scoreOf(measured).toFixed(1)} %, ${scoreOfDifferent(measured).toFixed(1)} % of those that differ`;
  return `${file}: ${scores} (${counts}, ${noCoverage} of them not covered, ${open} without a reason)`;
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { shard: { type: 'string' }, vitest: { type: 'boolean', default: false } },
  });
  const chosen = chosenFiles(positionals, values.shard);
  mkdirSync(temporary, { recursive: true });
  const nouns = [...new Set(chosen.map((file) => basename(dirname(file))))];
  for (const [index, noun] of nouns.entries()) {
    const files = chosen.filter((file) => basename(dirname(file)) === noun);
    process.stderr.write(`${noun}: ${files.length} files, folder ${index + 1} of ${nouns.length}\n`);
    const reported = await mutated(noun, files, values.vitest ? 'vitest' : 'planners');
    const before = mutationOf();
    const found = files.map((file) => {
      const report = reported[file] ?? { source: readFileSync(join(root, file), 'utf8'), mutants: [] };
      return [file, measuredOf(file, report, before[file] ?? null)] as const;
    });
    const known = Object.entries(before).filter(([file]) => existsSync(join(root, file)));
    const unmeasured = planners().map((file) => [file, null] as const);
    writeMutation(Object.fromEntries([...unmeasured, ...known, ...found]));
    for (const [file, measured] of found) process.stdout.write(`${rowOf(file, measured)}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}
