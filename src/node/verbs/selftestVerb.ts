/** The verb `selftest`. */
import { type Command, Option } from 'commander';
import { filled, gather } from './options.ts';

/** Adds the verb that tries the installation. */
export function addSelftestVerb(root: Command): void {
  root
    .command('selftest')
    .description('try this installation against closed forms of queueing theory and exact answers; takes minutes')
    .option('--seed <seed>', 'seed of all random numbers; default: 1', filled)
    .option(
      '--only <check>',
      'a check, or a chapter of checks, instead of all; repeatable',
      (one, all: readonly string[] = []) => gather(filled(one), all),
    )
    .option('--workers <number>', 'how many parts at a time, in threads; default: one for each core', filled)
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json', 'html']))
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', 'print the answer and errors only: no progress')
    .addHelpText(
      'after',
      `
Closed forms: independent runs of a small scenario, whose mean must be what
theory says: Erlang B and C, M/M/c, M/G/1, M/D/1, processor sharing, retries,
cold starts, executions from scratch, replica counts of the HPA. Exact checks:
Little's law, snapshots, the quota of expansions, worked checks of rules, and
that a run repeats, however it is performed. Chapters: queues, retries,
cold-starts, executions, autoscaling, volumes, engine, rules. The same seed has
the same answer on every machine. Exit code 1: a check fails. Exit code 4: a run
of a check ended with an error.

Examples:
  svcsim selftest
  svcsim selftest --only erlang-b --only md1
  svcsim selftest --only rules --only engine
  svcsim selftest --seed 2 --json > selftest.json
  svcsim selftest --format html > selftest.html`,
    )
    .action(async (flags) => {
      const { selftestHere } = await import('../commands/selftest.ts');
      process.exitCode = await selftestHere(flags);
    });
}
