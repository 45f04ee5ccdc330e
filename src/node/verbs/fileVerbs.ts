/** The verbs that help to write a scenario: `check`, `rules`, `init`, `import`. */
import { Argument, type Command, Option } from 'commander';
import { filled, gather, withScenarioFlags } from './options.ts';

/** Adds the verbs that help to write a scenario. */
export function addFileVerbs(root: Command): void {
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
      const { check } = await import('../commands/check.ts');
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
      const { rules } = await import('../commands/rules.ts');
      process.exitCode = rules(ids, flags);
    });

  root
    .command('init')
    .description('create a first scenario to edit, of its own or around manifests that you have')
    .argument('[file]', 'file to write; - for standard output', 'scenario.yaml')
    .option('--from <path>', 'a folder of manifests, a file, or a glob: the scenario runs these', filled)
    .option(
      '--gvc <name>',
      'the GVC of manifests that name none; default: the only one that others name, else that of the folder',
      filled,
    )
    .option('--fill <name=value>', 'the value of a placeholder in the manifests; repeatable', gather)
    .option('--assume <name=value>', 'an assumption that the manifests need; repeatable', gather)
    .option('--demand <recording>', 'requests as measured: CSV of Grafana, or JSON of Prometheus', filled)
    .option(
      '--to <workload=column>',
      'whose requests a column counts, where no name says it; all: the sum; repeatable',
      gather,
    )
    .option('--zone <zone>', 'time zone of its timestamps, if they name none; default: UTC', filled)
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `
Examples:
  svcsim init shop.yaml && svcsim run shop.yaml
  svcsim init shop.yaml --from deploy/ --demand requests.csv
  svcsim init shop.yaml --from deploy/ --demand requests.csv --to shop/api=api
  svcsim init - | svcsim run -`,
    )
    .action(async (file: string, flags) => {
      const { init } = await import('../commands/init.ts');
      process.exitCode = await init(file, flags);
    });

  root
    .command('import')
    .description('print the lines of a scenario that read a recording of Grafana or Prometheus')
    .addArgument(
      new Argument('<format>', 'grafana: CSV; prometheus: JSON of a range query').choices(['grafana', 'prometheus']),
    )
    .argument('<file>', 'the recording')
    .option('--to <name>', 'the workload that gets the demand, or the volume set that is used: gvc/name', filled)
    .addOption(
      new Option('--as <use>', 'what the values are; default: usage if they are sizes').choices(['demand', 'usage']),
    )
    .option('--series <name>', 'the series to read: a name, or labels such as {code="200"}; repeatable', gather)
    .option('--unit <unit>', 'unit of the values, such as requests/s, requests/5m, GB', filled)
    .option('--time <column>', 'the column of the timestamps', filled)
    .option('--zone <zone>', 'time zone of timestamps that name none, such as Europe/Berlin; default: UTC', filled)
    .option('--value <column>', 'the column of the values', filled)
    .option('--counter', 'the values only grow, and their growth is meant')
    .option('--no-counter', 'the values are no counter, although they only grow')
    .option('--out <file>', 'write the values to this CSV, and name it in the lines', filled)
    .option('--step <duration>', 'write one row for each step, such as 5m', filled)
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `
It prints what it found and guessed as comments, and then the lines.

Examples:
  svcsim import grafana requests.csv --to shop/api
  svcsim import grafana disk.csv --to shop/data --series db-0
  svcsim import prometheus answer.json --out requests.csv --step 5m`,
    )
    .action(async (format: 'grafana' | 'prometheus', file: string, flags) => {
      const { importRecording } = await import('../commands/import.ts');
      process.exitCode = importRecording(format, file, flags);
    });
}
