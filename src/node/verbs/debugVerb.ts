/** The verb `debug`. */
import type { Command } from 'commander';
import { withScenarioFlags } from './options.ts';

/** Adds the verb that goes through a run forward and back. */
export function addDebugVerb(root: Command): void {
  withScenarioFlags(root.command('debug'))
    .description('go through a run forward and back, show its state, change it, ask why')
    .argument('<file>', 'a scenario file')
    .addHelpText(
      'after',
      `
Commands come from standard input, a line each: step, back, until, break,
continue, state, diff, journal, why, set, do, save; 'help' explains them. With
--json each answer is one JSON document on a line. Exit code 2: a command of a
file or pipe could not be done.

Examples:
  svcsim debug shop.yaml
  printf 'until expansion.refused\\nstate shop/data\\n' | svcsim debug shop.yaml
  svcsim debug shop.yaml --json < commands.txt`,
    )
    .action(async (file: string, flags) => {
      const { debug } = await import('../commands/debug/debug.ts');
      process.exitCode = await debug(file, flags);
    });
}
