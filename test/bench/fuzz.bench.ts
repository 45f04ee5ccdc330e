import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bringUpToDate } from '../node/built.ts';
import { type Bench, median, type Row } from './rows.ts';
import { twoWorkersRow } from './twoWorkers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 3;
/** Three times each kind of trial. */
const trials = 69;

function argsOf(workers: number): string[] {
  return ['--import', 'tsx', 'test/bench/fuzzTrials.ts', String(trials), String(workers)];
}

/** L3: scenarios a second that `svcsim fuzz` checks with one worker. L4: how much two workers do in the time of one. */
export const fuzzing: Bench = {
  id: 'L3',
  name: 'scenarios of fuzz, and two workers against one',
  isLong: true,
  run: () => {
    bringUpToDate();
    return [
      scenariosRow(),
      twoWorkersRow({
        name: 'L4 fuzz on two workers',
        remark: `one worker with the same ${trials} trials`,
        args: argsOf,
      }),
    ];
  },
};

/** Scenarios a second; all trials count as time, those that are no scenario too. */
function scenariosRow(): Row {
  const perSecond = (workers: number): number => {
    const text = execFileSync(process.execPath, argsOf(workers), { cwd: root, encoding: 'utf8' });
    const { ms, scenarios } = JSON.parse(text) as { readonly ms: number; readonly scenarios: number };
    return (scenarios * 1_000) / ms;
  };
  const turns = Array.from({ length: rounds }, () => ({ bare: perSecond(0), checked: perSecond(1) }));
  const ratio = median(turns.map(({ bare, checked }) => checked / bare));
  return {
    name: 'L3 scenarios of fuzz',
    value: median(turns.map(({ checked }) => checked)),
    unit: 'scenarios/s',
    yardstick: median(turns.map(({ bare }) => bare)),
    ratio,
    goal: 0.15,
    ok: ratio >= 0.15,
    remark: 'the same scenarios, generated and run without any law',
  };
}
