/** The command line: which verbs there are, and how every way of ending becomes an exit code. */

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
  svcsim init shop.yaml                     a first scenario to edit
  svcsim check shop.yaml                    every problem, with its place
  svcsim run shop.yaml                      what happens, and what it costs
  svcsim run shop.yaml --variant leaner     reports go to reports/<name>.leaner/
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --seed 2
  svcsim run shop.yaml \\
    --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  cat shop.yaml | svcsim run - --json
  svcsim recommend shop.yaml                what to change, tried by running
  svcsim rules LIMIT-1                      one rule, and what checks it
  svcsim logs shop.yaml '{workload="web"}'  what replicas and executions write
  svcsim request shop.yaml shop/web         one request, told hop by hop
  svcsim env shop.yaml shop/web             the variables of a container
  svcsim serve shop.yaml                    its API over HTTP, in virtual time

Exit codes:
  0 ok   1 an expectation failed   2 usage   3 invalid scenario or price book
  4 a defect of svcsim   5 cannot write   130 interrupted`;

function program(): Command {
  const root = new Command('svcsim')
    .description(
      'Simulate a workload hosting platform: what happens, what it costs, what runs out, and which rule decided.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ minWidthToWrap: 30, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => say(process.stdout, fitted(text, process.stdout)),
      writeErr: (text) => say(process.stderr, fitted(text, process.stderr)),
    })
    .showHelpAfterError('(svcsim --help shows every verb)')
    .addHelpText('after', examples);

  withScenarioFlags(root.command('run'))
    .description('run scenarios and write their reports')
    .argument('<file...>', 'scenario files; - is standard input')
    .option('--out <dir>', 'folder for the report folders', filled, defaultOut)
    .addOption(
      new Option('--journal <what>', 'what journal.ndjson keeps').choices(['all', 'decisions', 'none']).default('all'),
    )
    .option('--journal-limit <MB>', 'size at which journal.ndjson stops', '200')
    .addOption(
      new Option('--format <form>', 'form of what is said on standard output: md for a pull request').choices(
        runFormats,
      ),
    )
    .addOption(
      new Option('--bill-grain <step>', 'what a usage row of the bill is for')
        .choices(['month', 'day', 'hour'])
        .default('month'),
    )
    .addOption(
      new Option(
        '--allocate <method>',
        'write allocation.csv: what shared volumes cost, split over the workloads that mount them',
      ).choices(['even', 'mountTime', 'reserve']),
    )
    .addOption(
      new Option('--extrapolate <period>', 'say beside the bill what a whole month would cost').choices(['month']),
    )
    .addOption(
      new Option('--focus-grain <step>', 'what a usage row of focus.csv is for').choices(focusGrains).default('hour'),
    )
    .option('--replica-rows', 'tell replicas apart in the ledger and the bill')
    .option('--verify', 'recompute the bill from the journal and compare')
    .option('--recommend', 'try what could be changed, and put what is better into capacity.json')
    .option('--failures', 'what would be left if a replica, a zone or a location were lost, in capacity.json')
    .option('--literal', 'evaluate at every tick instead of looking ahead: the same decisions, more time')
    .addHelpText(
      'after',
      `
Examples:
  svcsim run shop.yaml                      reports go to reports/<name>/
  svcsim run scenarios/*.yaml --out nightly -q
  svcsim run shop.yaml --set seed=7 --set for=90d
  svcsim run shop.yaml \\
    --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  svcsim run shop.yaml --variant leaner     reports go to reports/<name>.leaner/
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --verify
  svcsim run scenarios/*.yaml --format junit > junit.xml
  cat shop.yaml | svcsim run - --json --journal none`,
    )
    .action(async (files: string[], flags) => {
      const { run } = await import('./commands/run.ts');
      process.exitCode = await run(files, flags);
    });

  withScenarioFlags(root.command('bill'))
    .description('the invoices of a run, or what it costs by any two of its dimensions')
    .argument('<file|folder>', 'a scenario file, to be run; or the report folder of a run')
    .option('--by <dimensions>', 'one or two, such as location,meter')
    .option(
      '--prices <file>',
      "the run's own price book, or its scenario, for steps finer than the bill's rows",
      filled,
    )
    .option('--csv', 'comma-separated values on standard output')
    .addHelpText(
      'after',
      `
Dimensions: month, day, hour; org, gvc, resource, location, container (or
volume), replica; type, provider, meter, class; tag:KEY. Replicas are told apart
where the run was told so (run --replica-rows).

Examples:
  svcsim bill reports/shop
  svcsim bill reports/shop --by resource
  svcsim bill reports/shop --by location,meter
  svcsim bill reports/shop --by day,tag:team --csv
  svcsim bill reports/shop --json
  svcsim bill shop.yaml --by day            runs it first`,
    )
    .action(async (source: string, flags) => {
      const { bill } = await import('./commands/bill.ts');
      process.exitCode = await bill(source, flags);
    });

  withScenarioFlags(root.command('explain'))
    .description('what a row of a bill or a journal entry is made of: formula, inputs, entries, causes, rules')
    .argument('<file|folder>', 'a scenario file, to be run; or the report folder of a run')
    .requiredOption('--of <what>', 'a usage row (u12), an invoice or a line of one, or the number of a journal entry')
    .option('--hour <hour>', 'of a usage row only this hour of UTC, such as 2026-11-14T03')
    .addHelpText(
      'after',
      `
Examples:
  svcsim explain reports/shop --of INV-acme-2026-11
  svcsim explain reports/shop --of INV-acme-2026-11/3
  svcsim explain reports/shop --of u12
  svcsim explain reports/shop --of u12 --hour 2026-11-14T03
  svcsim explain reports/shop --of 288 --json
  svcsim explain shop.yaml --of u12         runs it first`,
    )
    .action(async (source: string, flags) => {
      const { explain } = await import('./commands/explain.ts');
      process.exitCode = await explain(source, flags);
    });

  withScenarioFlags(root.command('recommend'))
    .description('what to change: each proposal is checked by running the scenario again')
    .argument('<file>', 'a scenario file; - is standard input')
    .option('--out <dir>', 'write recommend.json and recommend.yaml, the patch, into a folder there', filled)
    .addHelpText(
      'after',
      `
Examples:
  svcsim recommend shop.yaml                what to change, why, and the patch
  svcsim recommend shop.yaml --json
  svcsim recommend shop.yaml --out reports  reports/<name>/recommend.yaml
  svcsim run shop.yaml --recommend          the same in capacity.json`,
    )
    .action(async (file: string, flags) => {
      const { recommendFile } = await import('./commands/recommend.ts');
      process.exitCode = await recommendFile(file, flags);
    });

  root
    .command('reprice')
    .description('the bill of a finished run at other prices, without simulating again')
    .argument('<folder>', 'the report folder of a run')
    .option('--prices <file>', 'a price book, or a scenario that brings one; else the built-in book', filled)
    .option('--out <dir>', 'folder for the files; else <folder>.repriced', filled)
    .option('--json', 'one JSON document on standard output')
    .option('-q, --quiet', 'no summary')
    .addHelpText(
      'after',
      `
The prices that the run was made with give the same bytes again. A book that
counts the lengths of runs in another way (metering) needs all entries of the
run's journal (run --journal all); one that charges an optional meter which the
run did not hold needs another run. The folder made can be billed, explained and
repriced like that of a run.

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
    .description('every problem of a scenario, with line, column and rule')
    .argument('<file...>', 'scenario files; - is standard input')
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
    .description('the rules and assumptions, with the tests and scenarios that check each')
    .argument('[id...]', 'rules and assumptions, by name or by its beginning')
    .option('--json', 'one JSON document on standard output')
    .addHelpText(
      'after',
      `
Examples:
  svcsim rules                    every rule and assumption in a line
  svcsim rules LIMIT-1            one rule, and what checks it
  svcsim rules ROLL cron.forbid   all of ROLL-*, and assumptions that begin so
  svcsim rules --json             everything, for a program`,
    )
    .action(async (ids: string[], flags) => {
      const { rules } = await import('./commands/rules.ts');
      process.exitCode = rules(ids, flags);
    });

  withScenarioFlags(root.command('logs'))
    .description('the lines that replicas and executions write, selected by a LogQL query')
    .argument('<file|folder>', 'a scenario file, to be run; or the report folder of a run')
    .argument('<logql>', 'a query such as \'{gvc="shop", workload="web"} |= "ended"\'')
    .option('--from <time>', 'the first instant: a date with its zone, or +2d10h after the start')
    .option('--to <time>', 'the instant before which lines are; as --from')
    .option('--since <duration>', 'only so long before --to, or before the end')
    .option('--limit <lines>', 'at most so many lines')
    .addOption(
      new Option('--direction <way>', 'forward: the oldest first; backward: the newest first')
        .choices(['forward', 'backward'])
        .default('forward'),
    )
    .addHelpText(
      'after',
      `
A query selects by labels: gvc, workload, container, location, provider,
replica, stream, version. They are compared with = != =~ !~, texts of lines with
|= != |~ !~. With --json each line is a JSON document. Beside starts and ends
there are the scenario's own lines, such as
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
    .description('one request to a workload at an instant of a run, followed from hop to hop')
    .argument('<file>', 'a scenario file; - is standard input')
    .argument('<gvc/workload|host>', 'a workload, called by its own address; or an address as it stands')
    .option('--at <time>', 'a date with its zone, or +2d10h after the start; else the end of the run')
    .option('--from <location>', 'the location that it is sent from')
    .option('--by <gvc/workload>', 'the workload that sends it, over the addresses inside')
    .option('--location <name>', 'with a workload: by its address in this location')
    .option('--replica <number>', 'with a workload: by the address of this replica')
    .option('--path <path>', 'path of the URL', '/')
    .option('-H, --header <header>', 'a header, as name: value; may be given again', (one, all: string[] = []) => [
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
    .description('the environment of a container, or the addresses of a workload, at an instant of a run')
    .argument('<file>', 'a scenario file; - is standard input')
    .argument('<gvc/workload[/replica]>', 'whose; the first replica where none is named')
    .option('--at <time>', 'a date with its zone, or +2d10h after the start; else the end of the run')
    .option('--location <name>', 'the location of the replica, where it has namesakes in others')
    .option('--container <name>', 'the first one where none is named')
    .option('--addresses', 'in its place all addresses at which the workload is called')
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
    .description("the platform's HTTP API in virtual time")
    .argument('<file>', 'a scenario file; - is standard input')
    .option('--port <number>', 'where it listens; 0 is any port that is free', '8080')
    .addOption(
      new Option(
        '--prefix <stem>',
        "stem of the platform's tags, variables and headers; else as the scenario says",
      ).choices(['svc', 'cpln']),
    )
    .option('--rate <factor>', 'time moves, so many times faster than real time')
    .option('--paused', 'time stands until it is told to move (the default)')
    .option('--host <address>', 'the address that it listens on', filled, '127.0.0.1')
    .option('--sim-key <key>', 'the key that /-sim asks for; needed with a --host that others can come to', filled)
    .option(
      '--key <key=principal>',
      'a key of the API, and whose it is; may be repeated',
      (one, all: string[] = []) => [...all, one],
    )
    .addHelpText(
      'after',
      `
Time moves by POST /-sim/advance {"seconds": 60}, or by itself after POST
/-sim/run {"factor": 60}. GET /-sim/scenario gives what happened as a scenario
file, /-sim/openapi.json describes the API. The scenario's end is that of the
session: let it be long (--set for=90d). SIGTERM ends it.

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
    .description('write a first scenario to edit')
    .argument('[file]', 'where to write it; - is standard output', 'scenario.yaml')
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

  for (const command of root.commands) command.showHelpAfterError(`(svcsim ${command.name()} --help shows how)`);
  return root;
}

/** A verb with its arguments, as the list of verbs has it. */
function termOf(verb: Command): string {
  return `${verb.name()} ${verb.usage().replace('[options] ', '')}`;
}

function withScenarioFlags(command: Command): Command {
  const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
  return command
    .option('--seed <seed>', 'seed of every random stream', filled)
    .option('--variant <name>', 'with a change that the scenario holds by that name; may be repeated', gather)
    .option('--assume <name=value>', 'another value for an assumption; may be repeated', gather)
    .option('--set <path=value>', 'another value in the scenario; may be repeated', gather)
    .option('--json', 'one JSON document on standard output')
    .option('-q, --quiet', 'no progress, no summary');
}

/** A shell variable that is not set leaves an empty word, which would quietly mean something else. */
function filled(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

// A reader that has seen enough (head, less) is no failure.
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

/** A loop that takes no time is a mistake of the scenario: the words for it are loaded only then. */
async function explained(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'StandstillError') return error;
  const { stopAtStandstill } = await import('./standstill.ts');
  return stopAtStandstill(error);
}

function streamName(stream: NodeJS.WriteStream): string {
  return stream === process.stdout ? 'output' : 'error';
}

/** Says on the error stream what went wrong. @returns how to exit */
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
