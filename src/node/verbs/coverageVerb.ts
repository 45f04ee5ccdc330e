/** The verb `coverage`. */
import { type Command, Option } from 'commander';
import { withScenarioFlags } from './options.ts';

/** Adds the verb that counts what scenarios exercise. */
export function addCoverageVerb(root: Command): void {
  withScenarioFlags(root.command('coverage'), 'print the answer and errors only: no progress')
    .description('which rules and assumptions a set of scenarios exercises, and which none does')
    .argument('<file...>', 'scenario files, folders of them, or patterns; - for standard input')
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json', 'html']))
    .addHelpText(
      'after',
      `
Runs each scenario and counts, for each rule and assumption, the journal entries
that cite it; for assumptions about billing, the decisions about the bill. A
scenario with errors is not run: the rules that its errors cite count. A folder
means all scenario files below it. Rules that are about fields and the surface
of the API decide little in a run: few entries cite them.

Examples:
  svcsim coverage shop.yaml
  svcsim coverage scenarios/tour --json
  svcsim coverage 'nightly/**/*.yaml' --format html > coverage.html`,
    )
    .action(async (files: string[], flags) => {
      const { coverage } = await import('../commands/coverage.ts');
      process.exitCode = await coverage(files, flags);
    });
}
