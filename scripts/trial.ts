/**
 * A process that runs tests and scenarios with one change of the source after the other. It reads each file of the
 * project once, and changes texts in memory only. `scripts/mutants.ts` starts it and ends it where a change makes
 * something endless.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type Reporter, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, mutated } from './mutant.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const judge = join(root, 'scripts/judge.ts');

declare module 'vitest' {
  export interface ProvidedContext {
    scenarios: readonly string[];
  }
}

/** What is asked of the process, one at a time. */
export interface Trial {
  /** null: the source as it is. */
  readonly mutant: Mutant | null;
  /** Test files by their path in the project. */
  readonly tests: readonly string[];
  readonly scenarios: readonly string[];
}

/** What the process sends: the outcome of each test file and scenario, then null. */
export type Message = Outcome | null;

/** The outcome of one test file or scenario. */
export interface Outcome {
  readonly file: string;
  /** The first test that failed and why, or why the scenario failed; null: it passed. */
  readonly failed: string | null;
}

function send(message: Message): void {
  process.send?.(message);
}

const reporter: Reporter = {
  onTestModuleEnd: (module) => {
    if (module.moduleId !== judge) send({ file: pathOf(module), failed: failureOf(module) });
    // Where the judge itself cannot be loaded, no scenario can be run.
    else if (module.errors().length > 0) for (const file of scenarios) send({ file, failed: failureOf(module) });
  },
  onTestCaseResult: (test) => {
    if (test.module.moduleId === judge) send({ file: test.name, failed: messageOf(test) });
  },
};

function pathOf({ moduleId }: TestModule): string {
  return moduleId.slice(root.length);
}

function failureOf(module: TestModule): string | null {
  for (const test of module.children.allTests('failed')) return `${test.fullName}: ${messageOf(test)}`;
  const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return error === undefined ? null : firstLine(error.message);
}

function messageOf(test: TestCase): string | null {
  const { state, errors } = test.result();
  return state === 'failed' ? firstLine(errors?.[0]?.message ?? '') : null;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

let mutant: Mutant | null = null;
let scenarios: readonly string[] = [];

async function started(): Promise<Vitest> {
  return await createVitest(
    'test',
    {
      root,
      watch: false,
      include: ['test/**/*.test.ts', 'scripts/judge.ts'],
      setupFiles: [join(root, 'scripts/oneFailure.ts')],
      reporters: [reporter],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
    },
    {
      logLevel: 'silent',
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform: (text, id) => (mutant !== null && id === join(root, mutant.file) ? mutated(text, mutant) : null),
        },
      ],
    },
  );
}

const vitest = await started();

async function tried(trial: Trial): Promise<void> {
  const changed = [mutant, trial.mutant].flatMap((one) => (one === null ? [] : [one.file]));
  mutant = trial.mutant;
  scenarios = trial.scenarios;
  for (const file of changed) vitest.invalidateFile(join(root, file));
  vitest.provide('scenarios', scenarios);
  const project = vitest.getRootProject();
  const files = [...trial.tests.map((file) => join(root, file)), ...(scenarios.length > 0 ? [judge] : [])];
  if (files.length > 0) await vitest.runTestSpecifications(files.map((file) => project.createSpecification(file)));
  send(null);
}

process.on('message', (trial) => void tried(trial as Trial));
process.on('disconnect', () => process.exit());
