/** The verbs that decide between plans: `recommend`, `compare`, `study`, `sensitivity`, `find`, `fork`, `work`. */
import { type Command, Option } from 'commander';
import { studiesOut, usualConfidence, usualRuns } from '../flags.ts';
import { addForkVerb } from './forkVerb.ts';
import { filled, gather, withMeasure, withRuns, withScenarioFlags, withStudyFlags } from './options.ts';

/** Adds the verbs that decide between plans. */
export function addStudyVerbs(root: Command): void {
  withScenarioFlags(root.command('recommend'))
    .description('propose changes to a scenario; each one is checked by running the scenario with it')
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--out <dir>', 'write recommend.json and the patch recommend.yaml to <dir>/<name>/', filled)
    .option('--runs <number>', 'runs of each proposal, each with other random numbers', usualRuns)
    .option('--confidence <share>', 'confidence of all intervals together', usualConfidence)
    .option('--workers <number>', 'how many runs at a time, in threads; default: one for each core', filled)
    .option('--queue <url>', 'let the workers of a queue perform the runs: redis://host:port of svcsim work', filled)
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json']))
    .option('--list', 'run the scenario once and print what would be tried')
    .addHelpText(
      'after',
      `
One replication is searched with at most 60 runs. What it proposes then runs in
every replication: --runs for the scenario, for each proposal and for all
together. A proposal has the interval of its difference, or what the runs
showed if no interval can be trusted. If nothing is random, one run says it.
Against failed requests, the cheapest change that is good enough is proposed:
it mends the broken expectations, or leaves at most a tenth of the failures.
What the rest would cost is the next step.

Examples:
  svcsim recommend shop.yaml                changes, reasons and the patch
  svcsim recommend shop.yaml --list         what would be tried
  svcsim recommend shop.yaml --runs 20      narrower intervals
  svcsim recommend shop.yaml --json
  svcsim recommend shop.yaml --out reports  write reports/<name>/recommend.yaml
  svcsim run shop.yaml --recommend          the same in the reports of a run`,
    )
    .action(async (file: string, flags) => {
      const { recommendFile } = await import('../commands/recommend.ts');
      process.exitCode = await recommendFile(file, flags);
    });

  withRuns(withMeasure(withStudyFlags(root.command('compare'))), '20')
    .description('compare plans under the same luck: by how much they differ, and how surely')
    .argument('<plan...>', 'scenario files, file@variant+variant, or report folders; the first one is the base')
    .option(
      '--plan <name:changes>',
      'a plan of changes to the one file: NAME:PATH=VALUE,PATH=VALUE; repeatable',
      gather,
    )
    .option('--base <ref>', 'compare with the same file and its includes in a git commit', filled)
    .option('--fail-if <condition>', 'exit with 1 if a difference is surely so; repeatable', gather)
    .option('--list', 'print the plans, the measures and the number of runs, and run nothing')
    .addHelpText(
      'after',
      `
A measure is a metric of expect, such as load.failed of shop/api, or bill.total
by tag:team. --fail-if is about the difference from the base: bill.total > +5%
is 5 % of the base, bill.total > +5 USD an amount. Of a measure that is a
percentage, such as load.goodPercentage < -1%, % are percentage points. Exit
code 1: a --fail-if holds. Exit code 6: the runs do not decide a --fail-if.

Examples:
  svcsim compare today.yaml leaner.yaml
  svcsim compare shop.yaml shop.yaml@leaner --runs 50
  svcsim compare shop.yaml \\
    --plan max24:shop/workload/api.spec.defaultOptions.autoscaling.maxScale=24
  svcsim compare shop.yaml shop.yaml@leaner --measure 'bill.total by tag:team'
  svcsim compare shop.yaml --base main --format md --fail-if 'bill.total > +5%'
  svcsim compare shop.yaml --base main \\
    --fail-if 'load.goodPercentage of shop/api < -0.1%'`,
    )
    .action(async (files: string[], flags) => {
      const { compareFiles } = await import('../commands/study/compare.ts');
      process.exitCode = await compareFiles(files, flags);
    });

  withStudyFlags(root.command('study'))
    .description('run a study of the scenario file: plans over a grid of settings, which of them keep a goal, the best')
    .argument('<file>', 'a scenario file with studies; - for standard input')
    .argument('[name]', 'the name of the study; needed if the file has several')
    .option('--out <dir>', 'write the answer and all runs to <dir>/<name>/', filled, studiesOut)
    .option('--list', 'print the plans, the number of runs and the time they take, and run no study')
    .option('--shard <share>', 'perform only a share of the runs, such as 3/16, for svcsim merge', filled)
    .option('--most-points <number>', 'accept a grid of more than 1000 points, up to this number')
    .option('--most-requests <number>', 'accept more than 100 million single requests in all runs, up to this number')
    .addHelpText(
      'after',
      `
A study is written under studies in the scenario file: plans, vary, measure,
require, minimise. The folder has study.json, study.md, study.html, runs.csv,
runs.parquet and runs.ndjson, the finished runs: a study that was interrupted or
changed runs only what is missing. Exit code 1: no plan keeps the goals. Exit
code 6: the runs that are allowed do not decide it.

Examples:
  svcsim study shop.yaml --list
  svcsim study shop.yaml cheapest
  svcsim study shop.yaml cheapest --workers 2 --format md
  svcsim study shop.yaml cheapest --set params.growth=8 --out what-if`,
    )
    .action(async (file: string, name: string | undefined, flags) => {
      const { studyFile } = await import('../commands/study/study.ts');
      process.exitCode = await studyFile(file, name, flags);
    });

  withRuns(withStudyFlags(root.command('sensitivity')), '10')
    .description('find which assumption, parameter or input matters, and whether the verdict depends on one of them')
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--of <measure...>', 'metrics, or the bill by a dimension, in place of the usual ones')
    .option('--input <path>', 'also lower and raise this number of the file; repeatable', gather)
    .option('--only <name>', 'try only this assumption, family of assumptions or parameter; repeatable', gather)
    .option('--change <share>', 'how far constant parameters and inputs are lowered and raised', '10%')
    .option('--list', 'run the scenario once and print what would be tried')
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
  svcsim sensitivity shop.yaml --of bill.total 'load.failed of shop/api'
  svcsim sensitivity shop.yaml --only cron --only growth
  svcsim sensitivity shop.yaml --change 25% \\
    --input shop/workload/api.spec.defaultOptions.autoscaling.maxScale
  svcsim sensitivity shop.yaml --list`,
    )
    .action(async (file: string, flags) => {
      const { sensitivityOf } = await import('../commands/study/sensitivity.ts');
      process.exitCode = await sensitivityOf(file, flags);
    });

  withRuns(
    withStudyFlags(root.command('find')),
    '400',
    'maximum number of runs of each value',
    'confidence of all verdicts together',
  )
    .description('find the break-even: the value of a path where a condition begins or ceases to hold')
    .argument('<file>', 'a scenario file; - for standard input')
    .requiredOption('--vary <path=range>', 'what is varied, and between which values: PATH=LOW..HIGH with a unit')
    .requiredOption('--until <condition>', 'METRIC [of GVC/NAME] [at LOCATION] OP VALUE, as in expect')
    .option(
      '--within <amount>',
      'how exactly: 0.5, 6h; default: 1 between whole ends, else about 1 % of the range',
      filled,
    )
    .option('--probability <share>', 'the condition holds at a value if it holds in so many runs or more', '50%')
    .option('--list', 'print the values and the number of runs, and run nothing')
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
      const { findBreakEven } = await import('../commands/study/find.ts');
      process.exitCode = await findBreakEven(file, flags);
    });

  addForkVerb(root);

  root
    .command('merge')
    .description('join the finished runs of several shards of a study')
    .argument('<folder...>', 'folders that svcsim study --shard wrote')
    .requiredOption('--out <dir>', 'folder of the study: studies/<name>', filled)
    .option('-q, --quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `
Array jobs need no queue: each job performs a share of the runs into a folder of
its own. After merge, the study performs only what is missing, and answers. The
files are the same as those of a study in one go.

Examples:
  svcsim study shop.yaml cheapest --shard 1/2
  svcsim study shop.yaml cheapest --shard 2/2
  svcsim merge studies/cheapest.shard-* --out studies/cheapest
  svcsim study shop.yaml cheapest`,
    )
    .action(async (folders: string[], flags) => {
      const { mergeShards } = await import('../commands/study/shard.ts');
      process.exitCode = mergeShards(folders, flags);
    });

  root
    .command('work')
    .description('perform runs of studies that other machines put into a queue')
    .requiredOption('--queue <url>', 'address of a Redis or Valkey: redis://host:port', filled)
    .option('--workers <number>', 'how many runs at a time, in threads; default: one for each core', filled)
    .option('--idle <duration>', 'end if there was no run for so long; default: wait until Ctrl-C', filled)
    .option('--lost-after <duration>', 'a worker without a sign of life for so long is taken for dead', filled, '30s')
    .option('-q, --quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `
Start it on each machine, then a study with the same --queue anywhere. Ctrl-C
finishes the runs under way; twice ends at once. A worker that dies loses
nothing: another one performs its runs. All must be the same build of svcsim.
The queue needs the packages bullmq and ioredis.

Examples:
  svcsim work --queue redis://queue.example.com:6379
  svcsim work --queue redis://localhost --workers 4 --idle 10m`,
    )
    .action(async (flags) => {
      const { work } = await import('../commands/study/work.ts');
      process.exitCode = await work(flags);
    });
}
