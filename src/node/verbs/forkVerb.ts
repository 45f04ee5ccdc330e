/** The verb `fork`: one past, several futures. */
import type { Command } from 'commander';
import { filled, gather, withMeasure, withRuns, withStudyFlags } from './options.ts';

/** Adds the verb. */
export function addForkVerb(root: Command): void {
  withRuns(withMeasure(withStudyFlags(root.command('fork'))), '20', 'runs, each with other random numbers')
    .description('one past, several futures: what changes come to after an instant, and where they first differ')
    .argument('<file>', 'a scenario file; - for standard input')
    .argument('[plan...]', 'variants that take effect at the instant: file@variant+variant')
    .option('--at <time>', 'when the plans take effect: a date and time with zone, or +2d10h after the start')
    .option(
      '--until <bad end>',
      'how often this comes: TYPE of GVC/NAME of a journal entry, or METRIC OP VALUE',
      filled,
    )
    .option(
      '--every <duration>',
      'act at each of these instants from --at (default: the start) on; needs --until',
      filled,
    )
    .option('--probability <share>', 'a plan is in time if it prevents --until in so many runs or more', '95%')
    .option('--plan <name:changes>', 'a plan of changes: NAME:PATH=VALUE,PATH=VALUE; repeatable', gather)
    .option('--list', 'print the plans, their steps and the number of runs, and run nothing')
    .addHelpText(
      'after',
      `
Each run goes up to the instant once; from there on it goes on as it is, and
with each plan. A change of a resource is a request to the platform's API at
that instant, so the platform's rules decide and may refuse it. A plan may also
change behavior, and add steps:
timeline.+={ demand: { shop/api: { scale: 2 } } }.
Assumptions, prices and parameters hold for a whole run: use svcsim compare.

--until names a bad end, such as volume.full of shop/data. With --every, the run
is forked at each instant, and the last one that still prevents the bad end is
searched by halves between those. --list says how much would run.
Exit code 1: the platform refuses all plans, or no plan is ever in time.

Examples:
  svcsim fork shop.yaml --at +2d \\
    --plan max24:shop/workload/api.spec.defaultOptions.autoscaling.maxScale=24
  svcsim fork shop.yaml shop.yaml@leaner --at 2026-11-20T06:00:00Z --runs 50
  svcsim fork shop.yaml shop.yaml@larger --every 6h \\
    --until 'volume.full of shop/data'
  svcsim fork shop.yaml shop.yaml@larger --every 1d --at +7d \\
    --until 'volumes.freePercentage of shop/data < 1%'`,
    )
    .action(async (file: string, plans: string[], flags) => {
      const { forkFile } = await import('../commands/study/fork.ts');
      process.exitCode = await forkFile(file, plans, flags);
    });
}
