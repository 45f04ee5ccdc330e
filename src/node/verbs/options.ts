/** Options that several verbs have, and the checks of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Collects the values of an option that may be given several times. */
export function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/**
 * The options of every verb that reads a scenario.
 *
 * @param quiet what the verb does with `--quiet`
 */
export function withScenarioFlags(command: Command, quiet = 'print no progress and no summary'): Command {
  return command
    .option('--seed <seed>', 'seed of all random streams; default: that of the scenario', filled)
    .option(
      '--replication <number>',
      'which replication of the seed, from 0: each draws other parameters and other luck; default: 0',
      replicationOf,
    )
    .option('--variant <name>', "apply one of the scenario's variants; repeatable", gather)
    .option('--assume <name=value>', 'set the value of an assumption; repeatable', gather)
    .option('--set <path=value>', 'set a value of the scenario; repeatable', gather)
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', quiet);
}

/** The options of every verb that runs a scenario many times. Its answer is printed with `--quiet`, too. */
export function withStudyFlags(command: Command): Command {
  return withScenarioFlags(command, 'print the answer and errors only: no progress, no announcement')
    .option('--workers <number>', 'how many runs at a time, in threads; default: one for each core', filled)
    .option('--queue <url>', 'let the workers of a queue perform the runs: redis://host:port of svcsim work', filled)
    .addOption(new Option('--format <format>', 'format on standard output').choices(['text', 'md', 'json', 'html']));
}

/** Which measures are compared, in place of the usual ones. */
export function withMeasure(command: Command): Command {
  return command.option(
    '--measure <measure>',
    'a metric or the bill by a dimension, in place of the usual ones; repeatable',
    gather,
  );
}

/**
 * How many runs, and how surely.
 *
 * @param usual runs, if the caller says nothing
 * @param runs what the number counts
 * @param confidence of what
 */
export function withRuns(
  command: Command,
  usual: string,
  runs = 'runs of each plan, each with other random numbers',
  confidence = 'confidence of all intervals together',
): Command {
  return command.option('--runs <number>', runs, usual).option('--confidence <share>', confidence, '95%');
}

/** Refuses an empty value: an unset shell variable would silently change the meaning of the command. */
export function filled(value: string): string {
  if (value === '') throw new InvalidArgumentError('The value is empty.');
  return value;
}

/** The number of a replication. */
function replicationOf(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('A replication is a whole number from 0.');
}
