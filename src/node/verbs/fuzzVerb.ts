/** The verb `fuzz`. */
import type { Command } from 'commander';
import { defaultFailures, defaultHangAfter } from '../flags.ts';
import { filled, gather } from './options.ts';

/** Adds the verb that searches for scenarios in which a law is broken. */
export function addFuzzVerb(root: Command): void {
  root
    .command('fuzz')
    .description('generate scenarios, check laws of the platform on each, and save what breaks one')
    .option('--for <duration>', 'how long, by the clock; default: 1m', filled)
    .option('--runs <number>', 'how many trials, instead of --for; 0: only the saved failures', filled)
    .option('--laws <id,...>', 'only these laws and checks, all of them in each trial; repeatable', gather)
    .option('--seed <seed>', 'what decides the trials; default: a new one each time', filled)
    .option('--workers <number>', 'how many trials at a time, in threads; default: one for each core', filled)
    .option('--out <dir>', 'folder of saved failures', filled, defaultFailures)
    .option('--bail', 'end at the first failure')
    .option('--no-shrink', 'save failures as they are generated: sooner, but large')
    .option('--hang-after <duration>', 'a trial that takes longer is a failure', filled, defaultHangAfter)
    .option('--list', 'print all laws and checks, and try nothing')
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', 'print the answer and errors only: no progress')
    .addHelpText(
      'after',
      `
A trial is a generated scenario on which laws are checked, a scenario that is
wrong by one rule and must be refused by it, or a session under commands beside
a small model of the API. What breaks a check is made smaller and saved as a
scenario file with a head that says what is broken. Saved failures are checked
first. The same --seed and --runs give the same trials, files and answer,
whatever the number of --workers. Exit code 1: something is broken.

Examples:
  svcsim fuzz --for 10m
  svcsim fuzz --runs 500 --seed 7
  svcsim fuzz --laws literalEqualsAhead,forkEqualsRun --for 1h
  svcsim fuzz --runs 0                      check the saved failures again
  svcsim fuzz --list`,
    )
    .action(async (flags) => {
      const { fuzz } = await import('../commands/fuzz.ts');
      process.exitCode = await fuzz(flags);
    });
}
