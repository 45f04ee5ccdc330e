/**
 * A test runner for Stryker (`scripts/stryker.ts`): all tests of a folder in one script, evaluated anew for each
 * mutant.
 *
 * Stryker's own runner starts a worker of vitest for each mutant, which takes ten times as long as the tests. This one
 * has vitest's `expect`, and of `describe` and `it` what the tests of planners use: `each`, and nothing that waits for
 * another. `npm run stryker -- --vitest` uses Stryker's own runner; both give the same results.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { expect } from 'vitest';

/** The part of Stryker's interface for test runners that is used here. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  /** Ids of the tests that reach the mutant; undefined: it is evaluated as its file is loaded, so all tests count. */
  readonly testFilter?: readonly string[];
  /** How often a mutant may be passed before the test counts as endless. */
  readonly hitLimit?: number;
  readonly mutantActivation: 'static' | 'runtime';
  readonly disableBail: boolean;
}

interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly timeSpentMs: number;
  /** Stryker's numbers: 0 passed, 1 failed. */
  readonly status: 0 | 1;
  readonly failureMessage?: string;
}

/** What the mutated code and Stryker share. */
interface Shared {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

interface Test {
  readonly id: string;
  readonly file: string;
  readonly run: () => unknown;
}

type Body = (...args: unknown[]) => unknown;
type Table = readonly unknown[];

const shared: Shared = {};
Object.assign(globalThis, { __stryker__: shared });
/** Written by the dry run into Stryker's copy of the project: a process that is ended leaves it to the next. */
const durations = 'strykerDurations.json';

/** What is collected of the file that is loaded now. */
interface Collected {
  readonly file: string;
  readonly titles: string[];
  readonly tests: Map<string, Test>;
}

let collected: Collected = { file: '', titles: [], tests: new Map() };

function describe(title: string, body: Body, row: Table = []): void {
  collected.titles.push(title);
  body(...row);
  collected.titles.pop();
}

function it(title: string, body: Body, row: Table = []): void {
  const { file, titles, tests } = collected;
  const name = `${file}#${[...titles, title].join(' > ')}`;
  // Titles of a table may be equal.
  let id = name;
  for (let count = 2; tests.has(id); count += 1) id = `${name} (${count})`;
  tests.set(id, { id, file, run: () => body(...row) });
}

/** `each` of `describe` and of `it`. */
function eachOf(one: typeof it): (table: Table) => typeof it {
  return (table) => (title, body) => {
    for (const [index, row] of table.entries()) one(`${title} [${index}]`, body, Array.isArray(row) ? row : [row]);
  };
}

/** What `vitest` is to the tests. */
const vitest = {
  expect,
  describe: Object.assign(describe, { each: eachOf(describe) }),
  it: Object.assign(it, { each: eachOf(it) }),
};

class PlannerRunner {
  private files: readonly string[] = [];
  private script: Script | null = null;
  private readonly require = createRequire(join(process.cwd(), 'package.json'));

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  /** The process works in Stryker's copy of the project. */
  async init(): Promise<void> {
    this.files = (process.env.STRYKER_TESTS ?? '').split(',');
    const loads = this.files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`);
    const { outputFiles } = await build({
      stdin: { contents: `exports.load = {${loads.join(',')}};`, resolveDir: process.cwd() },
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      packages: 'external',
    });
    this.script = new Script(`(function (require, exports) {${outputFiles[0]?.text}\n})`);
  }

  async dryRun(): Promise<object> {
    try {
      const tests = this.load(this.files);
      const results = await this.results(tests, { isDry: true, bails: false });
      writeFileSync(durations, JSON.stringify(Object.fromEntries(results.map((one) => [one.id, one.timeSpentMs]))));
      return { status: 'complete', tests: results, mutantCoverage: shared.mutantCoverage };
    } catch (error) {
      return { status: 'error', errorMessage: (error as Error).stack };
    }
  }

  async mutantRun(run: MutantRun): Promise<object> {
    const { activeMutant, testFilter, hitLimit, disableBail } = run;
    shared.hitCount = 0;
    shared.hitLimit = hitLimit;
    if (run.mutantActivation === 'static') shared.activeMutant = activeMutant.id;
    const wanted = new Set(testFilter);
    const files = this.files.filter((file) => testFilter?.some((id) => id.startsWith(`${file}#`)) ?? true);
    let tests: Test[];
    try {
      tests = this.load(files).filter(({ id }) => testFilter === undefined || wanted.has(id));
    } catch (error) {
      shared.activeMutant = undefined;
      return { status: 'killed', nrOfTests: 0, killedBy: [], failureMessage: String(error) };
    }
    // Quick tests first: most mutants are killed by one, and laws of many runs are then not tried at all.
    const known = JSON.parse(readFileSync(durations, 'utf8')) as Readonly<Record<string, number>>;
    tests.sort((a, b) => (known[a.id] ?? 0) - (known[b.id] ?? 0));
    shared.activeMutant = activeMutant.id;
    const results = await this.results(tests, { isDry: false, bails: !disableBail });
    shared.activeMutant = undefined;
    if (hitLimit !== undefined && shared.hitCount > hitLimit)
      return { status: 'timeout', reason: `passed ${shared.hitCount} times, more than ${hitLimit}` };
    const failed = results.filter(({ status }) => status === 1);
    if (failed.length === 0) return { status: 'survived', nrOfTests: results.length };
    const [first] = failed;
    const killedBy = failed.map(({ id }) => id);
    return { status: 'killed', nrOfTests: results.length, killedBy, failureMessage: first?.failureMessage };
  }

  /** Evaluates the source and some test files, and collects their tests. */
  private load(files: readonly string[]): Test[] {
    const exports: { load?: Record<string, () => void> } = {};
    const require = (name: string): unknown => (name === 'vitest' ? vitest : this.require(name));
    this.script?.runInThisContext()(require, exports);
    return files.flatMap((file) => {
      collected = { file, titles: [], tests: new Map() };
      exports.load?.[file]?.();
      return [...collected.tests.values()];
    });
  }

  private async results(
    tests: readonly Test[],
    { isDry, bails }: { readonly isDry: boolean; readonly bails: boolean },
  ): Promise<TestResult[]> {
    const results: TestResult[] = [];
    for (const { id, file, run } of tests) {
      const startedAt = performance.now();
      if (isDry) shared.currentTestId = id;
      let failure: string | null = null;
      try {
        await run();
      } catch (error) {
        failure = String(error);
      }
      shared.currentTestId = undefined;
      const result = { id, name: id, fileName: join(process.cwd(), file), timeSpentMs: performance.now() - startedAt };
      results.push(failure === null ? { ...result, status: 0 } : { ...result, status: 1, failureMessage: failure });
      if (failure !== null && bails) break;
    }
    return results;
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'planners', injectableClass: PlannerRunner }];
