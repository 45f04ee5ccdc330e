import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin, bringUpToDate } from '../node/built.ts';
import { bundled } from './bundled.ts';
import { incrementsOf, yardstick } from './hold.ts';
import { takenBy } from './measured.ts';
import { organizationText } from './organization.ts';
import { type Bench, median, type Row } from './rows.ts';
import { slowdown, slowdownMost } from './twoWorkers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  /** Seconds on the clock. */
  readonly waited: number;
  /**
   * Seconds of processor, those of the threads beside it too: what the machine does for others meanwhile says little of
   * them.
   */
  readonly seconds: number;
  readonly megabytes: number;
  readonly events: number;
  readonly notes: number;
  readonly scalings: number;
  /** Looks of autoscaling and readings of volumes that were not passed over, of so many ticks. */
  readonly evaluations: number;
  readonly ticks: number;
  /** Of the workload that is scaled least, over its locations together; null: nobody listened. */
  readonly leastADay: number | null;
  readonly fingerprint: string;
}

/** A run in a process of its own. */
function outcomeOf(...words: readonly string[]): Outcome {
  return JSON.parse(
    String(execFileSync(process.execPath, [bundled('organizationRun'), ...words], { cwd: root })),
  ) as Outcome;
}

/**
 * P11: an organization's year by `simulate`, heard by nobody; that of a fiftieth of it with its reports; and all of it
 * by the command with its files. Takes eight minutes, so it is run only where it is asked for.
 */
export const organizationYear: Bench = {
  id: 'P11',
  name: 'org-year',
  isLong: true,
  run() {
    bringUpToDate();
    const year = outcomeOf('365', '1');
    const { waited, seconds, megabytes, events, notes, scalings, evaluations, ticks } = year;
    const avoided = `${ticks - evaluations} of ${ticks} evaluations avoided`;
    const pace = `${seconds.toFixed(1)} s of processor, ${paceOfMachine()}`;
    const slower = slowdown([bundled('organizationRun'), '30', '1'], 'waited', 1);
    const remark = `${events} events, ${notes} facts, ${scalings} scalings, ${avoided}; ${pace}`;
    return [
      atMost('P11 org-year', waited, 's', 30, remark),
      atMost('P11 org-year memory', megabytes, 'MB', 256, 'at its peak'),
      ...onTwoThreads(year, slower),
      ...withReports(),
      ...asTheCommandRuns(slower),
      withJournal(),
      scaledOften(),
    ];
  },
};

/** The year on two threads against one: on the clock, as more processors are what it is for. */
function onTwoThreads(one: Outcome, slower: number): Row[] {
  const two = outcomeOf('365', '1', 'threads=2');
  if (one.fingerprint !== two.fingerprint) throw new Error('on two threads the run is another one');
  return [
    fasterRow('P11 two threads', one, two, { slower, remark: 'times faster on the clock than on one thread' }),
    times('P11 two threads memory', two.megabytes, one.megabytes, 1.4, 'MB'),
  ];
}

/**
 * How many times faster two threads are. It does not count where the cores slow each other: no program mends that.
 *
 * @param about.slower how many times longer two processes at once take than one
 */
function fasterRow(
  name: string,
  one: Pick<Outcome, 'waited'>,
  two: Pick<Outcome, 'waited'>,
  { slower, remark }: { readonly slower: number; readonly remark: string },
): Row {
  const ratio = one.waited / two.waited;
  const row = { name, value: two.waited, unit: 's', yardstick: one.waited, goal: 1.6 };
  if (availableParallelism() > 1 && slower <= slowdownMost) return { ...row, ratio, ok: ratio >= 1.6, remark };
  const skipped = `skipped: two processes at once take ${slower.toFixed(2)} x as long as one`;
  return { ...row, ratio: null, ok: true, remark: `${skipped}; ${ratio.toFixed(2)} ${remark}` };
}

/**
 * Reports are made from every entry of the journal, but for executions that are told many at a time: what that takes,
 * and what it keeps.
 */
function withReports(): Row[] {
  const plain = outcomeOf('365', '0.02');
  const { seconds, megabytes, notes } = outcomeOf('365', '0.02', 'reported');
  const took = times('P11 reports of a fiftieth', seconds, plain.seconds, 5);
  return [
    { ...took, remark: `of the same without reports; ${notes} entries` },
    atMost(
      'P11 reports memory',
      megabytes,
      'MB',
      512,
      'of a fiftieth, at its peak; more where the ledger is full of hours',
    ),
  ];
}

/** The year as `svcsim run --journal none` runs it, with all its files, on two threads against one. */
function asTheCommandRuns(slower: number): Row[] {
  const flags = ['--journal', 'none', '--threads'];
  const [one, two] = takenByCommand(365, [...flags, '1'], [...flags, '2']);
  const remark = `the command with its files, times faster on the clock than on one thread (${Math.round(one!.megabytes)} MB)`;
  return [
    fasterRow('P11 command on two threads', one!, two!, { slower, remark }),
    times('P11 command on two threads memory', two!.megabytes, one!.megabytes, 1.4, 'MB'),
  ];
}

/** A fifth of it as `svcsim run` runs it without flags: its journal is full within two days. */
function withJournal(): Row {
  const [without, full] = takenByCommand(73, ['--journal', 'none', '--threads', '1'], ['--threads', '1']);
  const took = times('P11 command, a journal that is full', full!.waited, without!.waited, 1.7);
  return { ...took, remark: `of the same without a journal, 73 days; ${Math.round(full!.megabytes)} MB` };
}

/** What the command takes with all its files. @param runs the flags of each */
function takenByCommand(days: number, ...runs: readonly (readonly string[])[]): ReturnType<typeof takenBy>[] {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
  const file = join(folder, 'organization.json');
  writeFileSync(file, organizationText({ days, scale: 1 }));
  const out = ['--quiet', '--out', join(folder, 'reports')];
  const taken = runs.map((flags) => takenBy([bin, 'run', file, ...flags, ...out], folder));
  rmSync(folder, { recursive: true });
  return taken;
}

/**
 * How fast the machine was meanwhile: seconds of two machines, or of two hours of one that others use too, say little
 * without it.
 */
function paceOfMachine(): string {
  const { name, hold } = yardstick();
  const rounds = Array.from({ length: 5 }, () =>
    hold(incrementsOf({ kind: 'exponential', mean: 1e7 }), 1_000, 1_000, 500_000),
  );
  return `a hold of 1,000 takes the ${name} ${Math.round(median(rounds))} ns here`;
}

/**
 * That what is measured is an organization whose load moves: each workload that is scaled is so ten times a day or
 * more.
 */
function scaledOften(): Row {
  const value = outcomeOf('28', '0.05', 'heard', 'cpu', 'serverless').leastADay ?? 0;
  const remark = 'of the workload that is scaled least';
  const name = 'P11 scalings a day';
  return { name, value, unit: 'a day', yardstick: null, ratio: value / 10, goal: 10, ok: value >= 10, remark };
}

function atMost(name: string, value: number, unit: string, goal: number, remark: string): Row {
  return { name, value, unit, yardstick: null, ratio: value / goal, goal, ok: value <= goal, remark };
}

/** P12: what more of it costs: four times as many workloads, twice as long, and a year in which nothing happens. */
export const organizationGrowth: Bench = {
  id: 'P12',
  name: 'growth',
  run() {
    // So long that the time to start and to compile counts for little.
    const few = outcomeOf('168', '0.05').seconds;
    const { waited, seconds } = outcomeOf('365', '1', 'suspended');
    return [
      times('P12 organization x 4', outcomeOf('168', '0.2').seconds, few, 4.8),
      times('P12 horizon x 2', outcomeOf('336', '0.05').seconds, few, 2.1),
      atMost('P12 suspended year', waited, 's', 0.5, `${seconds.toFixed(2)} s of processor`),
    ];
  },
};

/** A cost that may be so many times another at most. */
function times(name: string, value: number, yardstick: number, goal: number, unit = 's'): Row {
  const ratio = value / yardstick;
  return { name, value, unit, yardstick, ratio, goal, ok: ratio <= goal, remark: 'of that of the smaller one' };
}

/**
 * P13: a week of a fiftieth of that organization, looked at literally and ahead: how many times fewer events, for the
 * same decisions.
 */
export const lookingAhead: Bench = {
  id: 'P13',
  name: 'looking ahead',
  run: () => [avoided('P13 autoscaling', 50, ['cpu', 'serverless']), avoided('P13 volumes', 8, ['stateful'])],
};

function avoided(name: string, goal: number, parts: readonly string[]): Row {
  const ahead = outcomeOf('7', '0.02', ...parts);
  const literal = outcomeOf('7', '0.02', 'literal', ...parts);
  const ratio = literal.events / ahead.events;
  const isSame = literal.fingerprint === ahead.fingerprint;
  return {
    name,
    value: ahead.events,
    unit: 'events',
    yardstick: literal.events,
    ratio,
    goal,
    ok: isSame && ratio >= goal,
    remark: isSame ? 'literal evaluation, the same fingerprint' : 'literal evaluation decides otherwise',
  };
}
