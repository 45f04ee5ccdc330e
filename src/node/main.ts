/** The command line: its verbs with their options and help, and the exit code of every error. */

import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { shellWord } from '../text/shellWord.ts';
import { fitted } from './columns.ts';
import { defectText } from './defect.ts';
import { errorCode, exitCode, Stop, unwritable } from './exit.ts';
import { defaultOut, focusGrains, runFormats } from './flags.ts';
import { programVersion } from './projectFile.ts';
import { say } from './say.ts';

const version = programVersion();

const examples = `
Examples:
  svcsim init shop.yaml                     create a first scenario to edit
  svcsim check shop.yaml                    report every problem with its place
  svcsim run shop.yaml                      simulate; write reports/<name>/
  svcsim run shop.yaml --variant leaner     write reports/<name>.leaner/
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --seed 2
  svcsim run shop.yaml \\
    --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  cat shop.yaml | svcsim run - --json
  svcsim recommend shop.yaml                propose changes checked by runs
  svcsim sensitivity shop.yaml              which assumption or input matters
  svcsim find shop.yaml --vary params.growth=1..30 \\
    --until 'bill.total > 250 USD'
  svcsim rules LIMIT-1                      explain one rule
  svcsim logs shop.yaml '{workload="web"}'  log lines of replicas and executions
  svcsim request shop.yaml shop/web         trace one request hop by hop
  svcsim env shop.yaml shop/web             environment variables of a container
  svcsim serve shop.yaml                    the platform's HTTP API

Exit codes:
  0 success          1 an expectation failed          2 wrong usage
  3 invalid scenario or price book                    4 defect of svcsim
  5 cannot write the output                           6 undecided
  130 interrupted`;

function program(): Command {
  const root = new Command('svcsim')
    .description(
      'Simulate a workload hosting platform: its behaviour, costs, bottlenecks, and the rule behind each decision.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ minWidthToWrap: 30, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => say(process.stdout, fitted(text, process.stdout)),
      writeErr: (text) => say(process.stderr, fitted(text, process.stderr)),
    })
    .showHelpAfterError('(svcsim --help lists the verbs)')
    .addHelpText('after', examples);

  withScenarioFlags(root.command('run'))
    .description('simulate scenarios, write their reports and print a summary')
    .argument('<file...>', 'scenario files; - for standard input')
    .option('--out <dir>', 'parent folder of the report folders', filled, defaultOut)
    .addOption(
      new Option('--journal <entries>', 'entries that journal.ndjson keeps')
        .choices(['all', 'decisions', 'none'])
        .default('all'),
    )
    .option('--journal-limit <MB>', 'maximum size of journal.ndjson, in MB', '200')
    .addOption(
      new Option(
        '--format <format>',
        'format on standard output (md: for a pull request); default: text, or none with --quiet',
      ).choices(runFormats),
    )
    .addOption(
      new Option('--bill-grain <period>', 'period of one usage row in bill.json and bill.csv')
        .choices(['month', 'day', 'hour'])
        .default('month'),
    )
    .addOption(
      new Option(
        '--allocate <method>',
        'also write allocation.csv: the cost of shared volumes, split over the workloads that mount them',
      ).choices(['even', 'mountTime', 'reserve']),
    )
    .addOption(
      new Option(
        '--extrapolate <period>',
        'also estimate the cost of the whole month; the estimate is not part of the bill',
      ).choices(['month']),
    )
    .addOption(
      new Option('--focus-grain <period>', 'period of one usage row in focus.csv').choices(focusGrains).default('hour'),
    )
    .option('--replica-rows', 'separate rows for each replica in the ledger and the bill')
    .option('--verify', 'recompute the bill from the journal and compare it with the bill')
    .option('--recommend', 'also test possible changes and add recommendations to the reports')
    .option('--failures', 'also simulate the loss of a replica, a zone or a location in the busiest hour')
    .option('--literal', 'evaluate every tick instead of skipping ticks that change nothing: the same results, slower')
    .addHelpText(
      'after',
      `
Examples:
  svcsim run shop.yaml                      write reports/<name>/
  svcsim run scenarios/*.yaml --out nightly -q
  svcsim run shop.yaml --set seed=7 --set for=90d
  svcsim run shop.yaml \\
    --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  svcsim run shop.yaml --variant leaner     write reports/<name>.leaner/
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --verify
  svcsim run scenarios/*.yaml --format junit > junit.xml
  cat shop.yaml | svcsim run - --json --journal none`,
    )
    .action(async (files: string[], flags) => {
      const { run } = await import('./commands/run.ts');
      process.exitCode = await run(files, flags);
    });

  withScenarioFlags(root.command('bill'))
    .description('print the invoices of a run, or its cost by one or two dimensions')
    .argument('<file|folder>', 'a scenario file to run, or the report folder of a run')
    .option('--by <dimensions>', 'one or two dimensions, such as location,meter')
    .option(
      '--prices <file>',
      "price book or scenario file of the run; needed for --by day or hour if the bill's rows are coarser",
      filled,
    )
    .option('--csv', 'print CSV on standard output')
    .addHelpText(
      'after',
      `
Dimensions: month, day, hour; org, gvc, resource, location, container (or
volume), replica; type, provider, meter, class; tag:KEY. The dimension replica
needs a run with --replica-rows.

Examples:
  svcsim bill reports/shop
  svcsim bill reports/shop --by resource
  svcsim bill reports/shop --by location,meter
  svcsim bill reports/shop --by day,tag:team --csv
  svcsim bill reports/shop --json
  svcsim bill shop.yaml --by day            run the scenario first`,
    )
    .action(async (source: string, flags) => {
      const { bill } = await import('./commands/bill.ts');
      process.exitCode = await bill(source, flags);
    });

  withScenarioFlags(root.command('explain'))
    .description('explain a bill row, an invoice or a journal entry: formula, journal entries, causes and rules')
    .argument('<file|folder>', 'a scenario file to run, or the report folder of a run')
    .requiredOption('--of <id>', 'a usage row (u12), an invoice, an invoice line, or the number of a journal entry')
    .option('--hour <hour>', 'only this UTC hour of a usage row, such as 2026-11-14T03')
    .addHelpText(
      'after',
      `
Examples:
  svcsim explain reports/shop --of INV-acme-2026-11
  svcsim explain reports/shop --of INV-acme-2026-11/3
  svcsim explain reports/shop --of u12
  svcsim explain reports/shop --of u12 --hour 2026-11-14T03
  svcsim explain reports/shop --of 288 --json
  svcsim explain shop.yaml --of u12         run the scenario first`,
    )
    .action(async (source: string, flags) => {
      const { explain } = await import('./commands/explain.ts');
      process.exitCode = await explain(source, flags);
    });

  withScenarioFlags(root.command('recommend'))
    .description('propose changes to a scenario; each one is checked by running the scenario with it')
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--out <dir>', 'write recommend.json and the patch recommend.yaml to <dir>/<name>/', filled)
    .addHelpText(
      'after',
      `
Examples:
  svcsim recommend shop.yaml                changes, reasons and the patch
  svcsim recommend shop.yaml --json
  svcsim recommend shop.yaml --out reports  write reports/<name>/recommend.yaml
  svcsim run shop.yaml --recommend          the same in the reports of a run`,
    )
    .action(async (file: string, flags) => {
      const { recommendFile } = await import('./commands/recommend.ts');
      process.exitCode = await recommendFile(file, flags);
    });

  withScenarioFlags(root.command('compare'))
    .description('compare plans under the same luck: by how much they differ, and how surely')
    .argument('<plan...>', 'scenario files, or file@variant+variant; the first one is the base')
    .option(
      '--plan <name:changes>',
      'a plan of changes to the one file: NAME:PATH=VALUE,PATH=VALUE; repeatable',
      gather,
    )
    .option('--base <ref>', 'compare with the same file and its includes in a git commit', filled)
    .option(
      '--measure <measure>',
      'a metric or the bill by a dimension, in place of the usual ones; repeatable',
      gather,
    )
    .option('--runs <number>', 'runs of each plan, each with other random numbers', '20')
    .option('--confidence <share>', 'confidence of all intervals together', '95%')
    .option('--fail-if <condition>', 'exit with 1 if a difference is surely so; repeatable', gather)
    .option('--list', 'print the plans, the measures and the number of runs, and run nothing')
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json']))
    .addHelpText(
      'after',
      `
A measure is a metric of expect, such as load.failed of shop/api, or bill.total
by tag:team. Exit code 1: a --fail-if holds. Exit code 6: the runs do not
decide a --fail-if.

Examples:
  svcsim compare today.yaml leaner.yaml
  svcsim compare shop.yaml shop.yaml@leaner --runs 50
  svcsim compare shop.yaml \\
    --plan max24:shop/workload/api.spec.defaultOptions.autoscaling.maxScale=24
  svcsim compare shop.yaml shop.yaml@leaner --measure 'bill.total by tag:team'
  svcsim compare shop.yaml --base main --format md --fail-if 'bill.total > +5%'`,
    )
    .action(async (files: string[], flags) => {
      const { compareFiles } = await import('./commands/compare.ts');
      process.exitCode = await compareFiles(files, flags);
    });

  withScenarioFlags(root.command('sensitivity'))
    .description('find which assumption, parameter or input matters, and whether the verdict depends on one of them')
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--of <measure...>', 'metrics, or the bill by a dimension, in place of the usual ones')
    .option('--input <path>', 'also lower and raise this number of the file; repeatable', gather)
    .option('--only <name>', 'try only this assumption, family of assumptions or parameter; repeatable', gather)
    .option('--change <share>', 'how far constant parameters and inputs are lowered and raised', '10%')
    .option('--runs <number>', 'runs of each plan, each with other random numbers', '10')
    .option('--confidence <share>', 'confidence of all intervals together', '95%')
    .option('--list', 'run the scenario once and print what would be tried')
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json']))
    .addHelpText(
      'after',
      `
Tried are the assumptions that decided something in a run (their other values;
half and double of a number), the parameters (their 5 % and 95 % quantiles, or
less and more of a constant), and the numbers that --input names. The answer is
a table for each measure, the greatest effect first, and a sentence that says
whether the verdict of the scenario's expectations is the same under all
changes. Give --of after the file.

Examples:
  svcsim sensitivity shop.yaml --of bill.total
  svcsim sensitivity shop.yaml --of bill.total 'load.failed of shop/api' --runs 20
  svcsim sensitivity shop.yaml --only cron --only growth
  svcsim sensitivity shop.yaml --change 25% \\
    --input shop/workload/api.spec.defaultOptions.autoscaling.maxScale
  svcsim sensitivity shop.yaml --list`,
    )
    .action(async (file: string, flags) => {
      const { sensitivityOf } = await import('./commands/sensitivity.ts');
      process.exitCode = await sensitivityOf(file, flags);
    });

  withScenarioFlags(root.command('find'))
    .description('find the break-even: the value of a path where a condition begins or ceases to hold')
    .argument('<file>', 'a scenario file; - for standard input')
    .requiredOption('--vary <path=range>', 'what is varied, and between which values: PATH=LOW..HIGH with a unit')
    .requiredOption('--until <condition>', 'METRIC [of GVC/NAME] [at LOCATION] OP VALUE, as in expect')
    .option('--within <number>', 'how exactly; default: 1 between whole ends, else about 1 % of the range', filled)
    .option('--probability <share>', 'the condition holds at a value if it holds in so many runs or more', '50%')
    .option('--confidence <share>', 'confidence of all verdicts together', '95%')
    .option('--runs <number>', 'maximum number of runs of each value', '400')
    .option('--list', 'print the values and the number of runs, and run nothing')
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json']))
    .addHelpText(
      'after',
      `
Both ends are tried first, then five values between them, then halves of the
gap at which the answer changes. All values have the same random numbers; the
runs of a value grow until it is decided. If nothing is random, each value runs
once. The default --probability of 50% finds where the condition becomes more
likely than not. To keep a goal in 95 % of runs, write the goal as the condition
and add --probability 95%. Exit code 1: no break-even in the range. Exit code 6:
the runs do not decide it.

Examples:
  svcsim find shop.yaml --vary params.growth=1..30 \\
    --until 'volumes.freePercentage of shop/data < 10%'
  svcsim find shop.yaml --vary params.growth=3..12%/week --within 0.1 \\
    --until 'load.goodPercentage of shop/api >= 99.9%' --probability 95%
  svcsim find shop.yaml --until 'bill.total > 250 USD' \\
    --vary shop/workload/api.spec.defaultOptions.autoscaling.minScale=1..30`,
    )
    .action(async (file: string, flags) => {
      const { findBreakEven } = await import('./commands/find.ts');
      process.exitCode = await findBreakEven(file, flags);
    });

  root
    .command('reprice')
    .description('compute the bill of a finished run with other prices, without a new simulation')
    .argument('<folder>', 'the report folder of a run')
    .option('--prices <file>', 'a price book, or a scenario with its own; default: the built-in price book', filled)
    .option('--out <dir>', 'folder of the new report files; default: <folder>.repriced', filled)
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', 'print no summary')
    .addHelpText(
      'after',
      `
The price book of the run itself reproduces the bill byte for byte. A book with
other minimum or rounding periods (metering) needs the complete journal of the
run (run --journal all). A book that charges an optional meter which the run did
not record needs a new run. The new folder works with bill, explain and reprice
like the folder of a run.

Examples:
  svcsim reprice reports/shop --prices next-year.yaml
  svcsim reprice reports/shop --prices next-year.yaml --out reports/shop-2028
  svcsim reprice reports/shop --prices shop.yaml --json`,
    )
    .action(async (folder: string, flags) => {
      const { reprice } = await import('./commands/reprice.ts');
      process.exitCode = await reprice(folder, flags);
    });

  withScenarioFlags(root.command('check'))
    .description('report every problem of a scenario with line, column and rule')
    .argument('<file...>', 'scenario files; - for standard input')
    .addHelpText(
      'after',
      `
Examples:
  svcsim check shop.yaml
  svcsim check scenarios/*.yaml -q && echo all valid
  svcsim check shop.yaml --json`,
    )
    .action(async (files: string[], flags) => {
      const { check } = await import('./commands/check.ts');
      process.exitCode = await check(files, flags);
    });

  root
    .command('rules')
    .description('print rules and assumptions, with the tests and scenarios that check each')
    .argument('[id...]', 'names of rules and assumptions, or the beginning of a name; default: all')
    .option('--json', 'print one JSON document on standard output')
    .addHelpText(
      'after',
      `
Examples:
  svcsim rules                    every rule and assumption, one line each
  svcsim rules LIMIT-1            one rule, and what checks it
  svcsim rules ROLL cron.forbid   rules ROLL-* and assumptions cron.forbid*
  svcsim rules --json             all details as JSON`,
    )
    .action(async (ids: string[], flags) => {
      const { rules } = await import('./commands/rules.ts');
      process.exitCode = rules(ids, flags);
    });

  withScenarioFlags(root.command('logs'))
    .description('print the log lines of replicas and executions that a LogQL query selects')
    .argument('<file|folder>', 'a scenario file to run, or the report folder of a run')
    .argument('<logql>', 'a query such as \'{gvc="shop", workload="web"} |= "ended"\'')
    .option('--from <time>', 'start, included: a date and time with zone, or +2d10h after the start of the run')
    .option('--to <time>', 'end, excluded: as --from; default: the end of the run')
    .option('--since <duration>', 'start, as a duration before --to or the end of the run, such as 30m or 7d')
    .option('--limit <lines>', 'maximum number of lines; default: no limit')
    .addOption(
      new Option('--direction <order>', 'forward: oldest line first; backward: newest line first')
        .choices(['forward', 'backward'])
        .default('forward'),
    )
    .addHelpText(
      'after',
      `
A query selects by labels: gvc, workload, container, location, provider,
replica, stream, version. Labels are compared with = != =~ !~, and the text of a
line with |= != |~ !~. With --json each line is a JSON document. The lines tell
when containers and executions start and end. A scenario can add its own lines:
behavior: { shop/web: { logs: [{ every: 30s, line: alive }] } }

Examples:
  svcsim logs shop.yaml '{gvc="shop"}'
  svcsim logs reports/shop \\
    '{workload=~"web|api", location="aws-us-east-1"} |= "ended" != "code 0"'
  svcsim logs reports/shop '{gvc="shop", container="main"}' \\
    --from 2026-11-02T00:00:00Z --to +2d
  svcsim logs shop.yaml '{workload="nightly"} |~ "status (Failure|Removed)"' \\
    --since 7d --json
  svcsim logs shop.yaml '{workload="web", stream="stderr"}' \\
    --direction backward --limit 20
  svcsim logs shop.yaml '{workload="web"}' --assume api.logs=scenarioOnly`,
    )
    .action(async (source: string, query: string, flags) => {
      const { logs } = await import('./commands/logs.ts');
      process.exitCode = await logs(source, query, flags);
    });

  withScenarioFlags(root.command('request'))
    .description('send one request to a workload at an instant of a run, and trace it hop by hop')
    .argument('<file>', 'a scenario file; - for standard input')
    .argument('<gvc/workload|host>', 'a workload (called at its own address) or a host name')
    .option('--at <time>', 'a date and time with zone, or +2d10h after the start; default: the end of the run')
    .option('--from <location>', 'location of the caller')
    .option('--by <gvc/workload>', 'workload that calls, over internal addresses; needs --from')
    .option('--location <name>', 'call the address of the workload in this location')
    .option('--replica <number>', 'call the address of this replica of the workload')
    .option('--path <path>', 'path of the URL', '/')
    .option('-H, --header <header>', 'a header as "name: value"; repeatable', (one, all: string[] = []) => [
      ...all,
      one,
    ])
    .addHelpText(
      'after',
      `
Examples:
  svcsim request shop.yaml shop/web --from aws-us-east-1
  svcsim request shop.yaml shop/web --at +2d10h -H 'x-svc-debug: true'
  svcsim request shop.yaml shop/db --by shop/web --from aws-us-east-1
  svcsim request shop.yaml www.example.com --path /cart --json`,
    )
    .action(async (file: string, target: string, flags) => {
      const { request } = await import('./commands/request.ts');
      process.exitCode = await request(file, target, flags);
    });

  withScenarioFlags(root.command('env'))
    .description('print the environment variables of a container, or the addresses of a workload')
    .argument('<file>', 'a scenario file; - for standard input')
    .argument('<gvc/workload[/replica]>', 'a workload or one of its replicas; default: its first replica')
    .option('--at <time>', 'a date and time with zone, or +2d10h after the start; default: the end of the run')
    .option('--location <name>', 'location of the replica; default: the first one that has it')
    .option('--container <name>', 'container; default: the first one of the replica')
    .option('--addresses', 'print all addresses of the workload instead')
    .addHelpText(
      'after',
      `
Examples:
  svcsim env shop.yaml shop/web
  svcsim env shop.yaml shop/db/db-1 --at +2d10h --location aws-us-east-1
  svcsim env shop.yaml shop/nightly --at 2026-11-02T03:00:10Z --json
  svcsim env shop.yaml shop/db --addresses`,
    )
    .action(async (file: string, name: string, flags) => {
      const { env } = await import('./commands/env.ts');
      process.exitCode = await env(file, name, flags);
    });

  withScenarioFlags(root.command('serve'))
    .description("serve the platform's HTTP API over a scenario in virtual time")
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--port <number>', 'TCP port to listen on; 0 selects a free port', '8080')
    .addOption(
      new Option(
        '--prefix <prefix>',
        "prefix of the platform's tags, variables and headers; default: that of the scenario",
      ).choices(['svc', 'cpln']),
    )
    .option('--rate <factor>', 'advance time continuously, at this multiple of real time')
    .option('--paused', 'keep time paused until you advance it (the default)')
    .option('--host <address>', 'address to listen on', filled, '127.0.0.1')
    .option('--sim-key <key>', 'key that /-sim requires; mandatory if --host is not a loopback address', filled)
    .option(
      '--key <key=principal>',
      'an API key and the principal that it authenticates; repeatable',
      (one, all: string[] = []) => [...all, one],
    )
    .addHelpText(
      'after',
      `
POST /-sim/advance {"seconds": 60} advances time; POST /-sim/run {"factor": 60}
lets it run continuously. GET /-sim/scenario exports the session as a scenario
file. /-sim/openapi.json describes all endpoints. The session ends with the
scenario, so choose a long one (--set for=90d). SIGTERM stops the server.

Examples:
  svcsim serve shop.yaml --port 8080
  svcsim serve shop.yaml --port 0 --json --rate 60 --set for=90d
  svcsim serve shop.yaml --prefix cpln
  svcsim serve shop.yaml --key k1=//user/simulator
  svcsim serve shop.yaml --host 0.0.0.0 --sim-key "$KEY"`,
    )
    .action(async (file: string, flags) => {
      const { serve } = await import('./commands/serve.ts');
      process.exitCode = await serve(file, flags);
    });

  root
    .command('init')
    .description('create a first scenario to edit')
    .argument('[file]', 'file to write; - for standard output', 'scenario.yaml')
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `
Examples:
  svcsim init shop.yaml && svcsim run shop.yaml
  svcsim init - | svcsim run -`,
    )
    .action(async (file: string, flags) => {
      const { init } = await import('./commands/init.ts');
      process.exitCode = init(file, flags);
    });

  for (const command of root.commands) command.showHelpAfterError(`(svcsim ${command.name()} --help shows the usage)`);
  return root;
}

/** The name of a verb with its arguments, for the list of verbs. */
function termOf(verb: Command): string {
  return `${verb.name()} ${verb.usage().replace('[options] ', '')}`;
}

/** Collects the values of an option that may be given several times. */
function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function withScenarioFlags(command: Command): Command {
  return command
    .option('--seed <seed>', 'seed of all random streams; default: that of the scenario', filled)
    .option(
      '--replication <number>',
      'which replication of the seed, from 0: each draws other parameters and other luck; default: 0',
      replicationOf,
    )
    .option('--variant <name>', "apply one of the scenario's variants; repeatable", gather)
    .option('--assume <name=value>', 'set the value of an assumption; repeatable', gather)
    .option('--set <path=value>', 'set a value of the scenario; repeatable', gather)
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', 'print no progress and no summary');
}

/** Refuses an empty value: an unset shell variable would silently change the meaning of the command. */
function filled(value: string): string {
  if (value === '') throw new InvalidArgumentError('The value is empty.');
  return value;
}

/** The number of a replication. */
function replicationOf(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('A replication is a whole number from 0.');
}

// If the reader of a pipe (head, less) closes it, the program ends without an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    process.exit(
      errorCode(error) === 'EPIPE' ? exitCode.ok : codeAfter(unwritable(error, `standard ${streamName(stream)}`, '')),
    );
  });
}

try {
  await program().parseAsync();
} catch (error) {
  process.exitCode = codeAfter(await explained(error));
}

/** A zero-time loop is a mistake in the scenario; the module that explains it is loaded only in this case. */
async function explained(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'StandstillError') return error;
  const { stopAtStandstill } = await import('./standstill.ts');
  return stopAtStandstill(error);
}

function streamName(stream: NodeJS.WriteStream): string {
  return stream === process.stdout ? 'output' : 'error';
}

/** Prints the error on the error stream. @returns the exit code */
function codeAfter(error: unknown): number {
  if (error instanceof CommanderError) {
    const [word = ''] = process.argv.slice(2);
    if (error.code === 'commander.unknownCommand' && existsSync(word)) {
      say(process.stderr, `To run this scenario: svcsim run ${shellWord(word)}\n`);
    }
    return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
  if (error instanceof Stop) {
    say(process.stderr, fitted(`svcsim: ${error.message}\n`, process.stderr));
    return error.code;
  }
  say(process.stderr, defectText(error, process.argv.slice(2), version));
  return exitCode.defect;
}
