/** The verbs that run a scenario and show its results: `run`, `bill`, `explain`, `reprice`. */
import { type Command, Option } from 'commander';
import { defaultOut, focusGrains, runFormats, usualConfidence, usualRuns } from '../flags.ts';
import { journalFormats } from '../journal/journalFormat.ts';
import { filled, withScenarioFlags } from './options.ts';

/** Adds the verbs that run a scenario and show its results. */
export function addRunVerbs(root: Command): void {
  withScenarioFlags(root.command('run'))
    .description('simulate scenarios, write their reports and print a summary')
    .argument('<file...>', 'scenario files; - for standard input')
    .option('--out <dir>', 'parent folder of the report folders', filled, defaultOut)
    .addOption(
      new Option('--journal <entries>', 'entries that the journal keeps')
        .choices(['all', 'decisions', 'none'])
        .default('all'),
    )
    .addOption(
      new Option(
        '--journal-format <format>',
        'write journal.ndjson, a line for each entry, or journal.parquet, the same fields as columns',
      )
        .choices(journalFormats)
        .default('ndjson'),
    )
    .option('--journal-limit <MB>', "maximum size of the journal's file, in MB", '200')
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
    .option('--twice', 'run a second time, and report the first journal entry that differs (exit code 1)')
    .option('--recommend', 'also test possible changes and add recommendations to the reports')
    .option('--failures', 'also simulate the loss of a replica, a zone or a location in the busiest hour')
    .option(
      '--runs <number>',
      `with --recommend and --failures: runs of each proposal, each with other random numbers; default: ${usualRuns}`,
      filled,
    )
    .option(
      '--confidence <share>',
      `with --recommend and --failures: confidence of the intervals of a proposal; default: ${usualConfidence}`,
      filled,
    )
    .option('--workers <number>', 'with --recommend and --failures: runs at a time; default: one for each core', filled)
    .option(
      '--threads <number>',
      'run independent workloads on so many threads: the same results; default: one for each core if the run is long',
      filled,
    )
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
  svcsim run shop.yaml --twice              is the second run the same?
  svcsim run shop.yaml --journal-format parquet
  svcsim run scenarios/*.yaml --format junit > junit.xml
  cat shop.yaml | svcsim run - --json --journal none`,
    )
    .action(async (files: string[], flags) => {
      const { run } = await import('../commands/run.ts');
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
      const { bill } = await import('../commands/bill.ts');
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
      const { explain } = await import('../commands/explain.ts');
      process.exitCode = await explain(source, flags);
    });

  withScenarioFlags(root.command('why'))
    .description('tell why something happened: the decision in numbers, and its causes back to their root')
    .argument('<file|folder>', 'a scenario file to run, or the report folder of a run')
    .argument(
      '<what>',
      "an event ('shop/web/7 gone'), a count ('shop/api = 8'), a capacity ('shop/data capacity = 50GB'), a request ('shop/api latency >= 5s', 'shop/api status = 503'), 'shop/api panic', or the number of a journal entry",
    )
    .option('--at <instant>', 'the last time until then; default: the first time', filled)
    .addHelpText(
      'after',
      `
Examples:
  svcsim why shop.yaml 'shop/web/7 gone'
  svcsim why shop.yaml 'shop/api = 8'
  svcsim why shop.yaml expansion.refused
  svcsim why shop.yaml 'shop/report skipped' --at 2026-11-01T02:20:00Z
  svcsim why reports/shop 288 --json`,
    )
    .action(async (source: string, what: string, flags) => {
      const { why } = await import('../commands/why.ts');
      process.exitCode = await why(source, what, flags);
    });

  withScenarioFlags(root.command('why-not'))
    .description('tell why something did not happen, and the smallest changes that would have brought it, each tried')
    .argument('<file>', 'a scenario file')
    .argument('<what>', "what was wanted: 'shop/api <= 7', 'no expansion.refused', 'shop/report started'")
    .option('--at <instant>', 'the instant at which it was wanted; default: the first such event, or the end', filled)
    .addHelpText(
      'after',
      `
WHAT is a bound on the desired replicas of a workload, a bound on the capacity
of a volume, or an event: 'no EVENT' if it should not have happened, EVENT if it
should have. A location comes after @, the index of a volume after /.

There are two answers. At this instant: the planner that decided last is asked
again with one field or assumption changed. From where it began: the run goes on
from before the first decision that led there, with one change; the option of
each change that helps is confirmed by a run from the start. At most 20 runs.

Examples:
  svcsim why-not shop.yaml 'shop/api <= 7' --at +13h55m
  svcsim why-not shop.yaml 'shop/api@aws-us-east-1 >= 3' --at 2026-11-01T12:00:00Z
  svcsim why-not shop.yaml 'no expansion.refused'
  svcsim why-not shop.yaml 'shop/data/0 capacity >= 100GB'
  svcsim why-not shop.yaml 'shop/report started' --at +2h20m --json`,
    )
    .action(async (file: string, what: string, flags) => {
      const { whyNotFile } = await import('../commands/whyNot.ts');
      process.exitCode = await whyNotFile(file, what, flags);
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
      const { reprice } = await import('../commands/reprice.ts');
      process.exitCode = await reprice(folder, flags);
    });
}
