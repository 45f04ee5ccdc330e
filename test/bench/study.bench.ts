import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simulate } from '../../src/experiment/run.ts';
import { measureOf } from '../../src/experiment/study/measure.ts';
import { measureRun } from '../../src/experiment/study/measuredRun.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { bringUpToDate } from '../node/built.ts';
import { type Bench, costAgainst, nanoseconds, type Row } from './rows.ts';
import { twoWorkersRow } from './twoWorkers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const webshop = 'scenarios/studies/webshop.yaml';
const small = 'scenarios/studies/two-plans.yaml';
const rounds = 3;

interface StudyTime {
  readonly ms: number;
  readonly mb: number;
}

/** Runs of a plan in a process of its own; see `studyRuns.ts`. */
function studyTime(file: string, horizon: string, runs: number, workers: number): StudyTime {
  const args = ['--import', 'tsx', 'test/bench/studyRuns.ts', file, horizon, String(runs), String(workers)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

/** W1: what threads and store add to measured runs. W2: how much two workers do in the time of one. */
export const studyRunners: Bench = {
  id: 'W1',
  name: 'a study against its runs, and two workers against one',
  run: () => {
    bringUpToDate();
    const turns = Array.from({ length: rounds }, () => ({
      alone: studyTime(webshop, '7d', 16, 0).ms,
      one: studyTime(webshop, '7d', 16, 1).ms,
    }));
    return [
      costAgainst(
        'W1 a study on one worker',
        1.1,
        turns.map(({ alone, one }) => ({ value: one, yardstick: alone })),
        {
          unit: 'ms',
          remark: '16 measured runs in a row; the ratio is a cost, at most the goal',
        },
      ),
      twoWorkersRow({
        name: 'W2 two workers',
        remark: 'one worker with the same 32 runs',
        args: (workers) => ['--import', 'tsx', 'test/bench/studyRuns.ts', webshop, '7d', '32', String(workers)],
      }),
    ];
  },
};

/** W3: a run that is only measured, against a run that nobody looks at. */
export const measuredOnly: Bench = {
  id: 'W3',
  name: 'a measured run against a bare one',
  run: () => {
    const { scenario } = parseScenario(readFileSync(`${root}${webshop}`, 'utf8'), { file: webshop });
    if (scenario === null) throw new Error(`${webshop} has no scenario`);
    const counts = ['bill.total', 'executions.failed of shop', 'replicas.ready of shop'].map(measureOf);
    const loads = [...counts, ...['load.failed of shop/api', 'load.goodPercentage of shop/api'].map(measureOf)];
    const timeOf = (work: () => void): number => nanoseconds(1, work) / 1e6;
    simulate(scenario);
    const turns = Array.from({ length: rounds }, () => ({
      bare: timeOf(() => void simulate(scenario)),
      counted: timeOf(() => void measureRun(scenario, 0, counts)),
      loaded: timeOf(() => void measureRun(scenario, 0, loads)),
    }));
    const about = {
      unit: 'ms',
      remark: '56 days of the web shop, simulated and not looked at; a cost, at most the goal',
    };
    return [
      costAgainst(
        'W3 bill and counts',
        1.25,
        turns.map(({ bare, counted }) => ({ value: counted, yardstick: bare })),
        about,
      ),
      costAgainst(
        'W3 with load.*',
        1.6,
        turns.map(({ bare, loaded }) => ({ value: loaded, yardstick: bare })),
        about,
      ),
    ];
  },
};

/** W5: the memory of a study does not grow with its runs. */
export const studyMemory: Bench = {
  id: 'W5',
  name: 'memory of a study',
  isLong: true,
  run: () => {
    bringUpToDate();
    const [few, many, most] = [10, 1_000, 10_000].map((runs) => studyTime(small, '10m', runs, 2).mb);
    if (few === undefined || many === undefined || most === undefined) throw new Error('a run without its memory');
    const row = (name: string, mb: number): Row =>
      costAgainst(name, 1.1, [{ value: mb, yardstick: few }], {
        unit: 'MB',
        remark: '10 runs; a cost, at most the goal',
      });
    return [row('W5 1,000 runs', many), row('W5 10,000 runs', most)];
  },
};

/** Nine plans of a week of the web shop, of which the cheapest is asked for, with at most sixty runs each. */
function cheapestOfNine(): string {
  const text = readFileSync(`${root}${webshop}`, 'utf8').replace('for: 8week', 'for: 7d');
  return `${text}
studies:
  cheapest-of-nine:
    vary: { target: { path: shop/workload/api.spec.defaultOptions.autoscaling.target, from: 56, to: 64, step: 1 } }
    measure: [bill.total, { metric: load.failed, of: shop/api }]
    minimise: bill.total
    racing: { indifferent: { bill.total: 0.02 USD } }
    runs: { least: 10, most: 60 }
`;
}

/** A whole study in a process of its own; see `studyRace.ts`. */
function raceTime(file: string, workers: number): { readonly ms: number; readonly runs: number } {
  const args = ['--import', 'tsx', 'test/bench/studyRace.ts', String(workers)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', input: file }));
}

/** W6: nine plans, sixty runs each, on two workers, against the same runs in a row; and with a race of the plans. */
export const ninePlans: Bench = {
  id: 'W6',
  name: 'nine plans with sixty runs',
  isLong: true,
  run: () => {
    bringUpToDate();
    const runs = 9 * 60;
    const alone = studyTime(webshop, '7d', runs, 0).ms;
    const two = studyTime(webshop, '7d', runs, 2).ms;
    const race = raceTime(cheapestOfNine(), 2);
    return [
      costAgainst('W6 540 runs on two workers', 0.6, [{ value: two, yardstick: alone }], {
        unit: 'ms',
        remark: '540 measured runs in a row, a week of the web shop each; a cost, at most the goal',
      }),
      costAgainst('W6 nine plans that race', 0.35, [{ value: race.ms, yardstick: alone }], {
        unit: 'ms',
        remark: `the same 540 runs in a row; the race took ${race.runs}, by Kim and Nelson; a cost, at most the goal`,
      }),
    ];
  },
};
