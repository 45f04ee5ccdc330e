/** The verbs that help to write a scenario: `check`, `rules`, `init`. */
import type { Command } from 'commander';
import { withScenarioFlags } from './options.ts';

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
      const { init } = await import('../commands/init.ts');
      process.exitCode = init(file, flags);
    });
}
