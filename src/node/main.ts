/** The command line: which verbs there are, and how every way of ending becomes an exit code. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { errorCode, exitCode, Stop } from './exit.ts';

export const version: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

const examples = `
Examples:
  svcsim init shop.yaml                          a first scenario to edit
  svcsim check shop.yaml                         every problem, with its place
  svcsim run shop.yaml                           what happens, what it costs, what runs out
  svcsim run shop.yaml --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --seed 2
  cat shop.yaml | svcsim run - --json
  svcsim rules LIMIT-1                           one rule, and what shows it

Exit codes:
  0 ok   1 an expectation failed   2 usage   3 invalid scenario or price book
  4 a defect of svcsim   5 cannot write   130 interrupted`;

/** Options that every verb reading a scenario takes. */
export interface ScenarioFlags {
  readonly seed?: string;
  readonly assume: readonly string[];
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

function program(): Command {
  const root = new Command('svcsim')
    .description(
      'Simulate a workload hosting platform: what happens, what it costs, what runs out, and which rule decided.',
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError('(svcsim --help shows every verb)')
    .addHelpText('after', examples);

  withScenarioFlags(root.command('run'))
    .description('run scenarios and write their reports')
    .argument('<file...>', 'scenario files; - is standard input')
    .option('--out <dir>', 'folder for the report folders', 'reports')
    .addOption(
      new Option('--journal <what>', 'what journal.ndjson keeps').choices(['all', 'decisions', 'none']).default('all'),
    )
    .option('--journal-limit <MB>', 'size at which journal.ndjson stops', '200')
    .option('--verify', 'recompute the bill from the journal and compare')
    .action(async (files: string[], flags) => {
      const { run } = await import('./run.ts');
      process.exitCode = await run(files, flags);
    });

  withScenarioFlags(root.command('check'))
    .description('every problem of a scenario, with line, column and rule')
    .argument('<file...>', 'scenario files; - is standard input')
    .action(async (files: string[], flags) => {
      const { check } = await import('./check.ts');
      process.exitCode = check(files, flags);
    });

  root
    .command('rules')
    .description('the rules and assumptions, with the tests and scenarios that show each')
    .argument('[id...]', 'ids of rules, names or beginnings of names of assumptions')
    .option('--json', 'one JSON document on standard output')
    .action(async (ids: string[], flags) => {
      const { rules } = await import('./rules.ts');
      process.exitCode = rules(ids, flags);
    });

  root
    .command('init')
    .description('write a first scenario to edit')
    .argument('[file]', 'where to write it', 'scenario.yaml')
    .option('--force', 'overwrite an existing file')
    .action(async (file: string, flags) => {
      const { init } = await import('./init.ts');
      process.exitCode = init(file, flags);
    });

  for (const command of root.commands) command.exitOverride();
  return root;
}

function withScenarioFlags(command: Command): Command {
  const gather = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  return command
    .option('--seed <seed>', 'seed of every random stream')
    .option('--assume <name=value>', 'another value for an assumption; may be repeated', gather, [])
    .option('--set <path=value>', 'another value in the scenario; may be repeated', gather, [])
    .option('--json', 'one JSON document on standard output')
    .option('-q, --quiet', 'no progress, no summary');
}

// A reader that has seen enough (head, less) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (errorCode(error) === 'EPIPE') process.exit(exitCode.ok);
    throw error;
  });
}

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  } else if (error instanceof Stop) {
    process.stderr.write(`svcsim: ${error.message}\n`);
    process.exitCode = error.code;
  } else {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `svcsim ${version} stopped by a defect of its own. To repeat it: svcsim ${process.argv.slice(2).join(' ')}\n${stack}\n`,
    );
    process.exitCode = exitCode.defect;
  }
}
