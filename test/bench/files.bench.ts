import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, bringUpToDate } from '../node/built.ts';
import { bundled } from './bundled.ts';
import { type Bench, costAgainst, type MeasuredTurn, type Row } from './rows.ts';

const rounds = 3;
const root = join(import.meta.dirname, '../..');

const measured = [
  { name: 'a month of a shop', file: 'scenarios/tour/07-a-month-of-a-shop.yaml' },
  { name: 'a ticket shop', file: 'test/bench/ticketShop.yaml' },
  { name: 'taxi', file: 'scenarios/real/taxi.yaml' },
  { name: 'load balancer', file: 'scenarios/real/load-balancer.yaml' },
] as const;

/**
 * P15: all files of a run without its journal, against the run alone, heard by nobody; and what the journal adds, in
 * either format.
 */
export const reportFilesOfRun: Bench = {
  id: 'P15',
  name: 'files of a run',
  isLong: true,
  run: () => {
    bringUpToDate();
    return measured.flatMap(rowsOf);
  },
};

function rowsOf({ name, file }: (typeof measured)[number]): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
  const out = join(folder, 'reports');
  const command = (...flags: readonly string[]): number =>
    secondsOf([bin, 'run', file, ...flags, '--quiet', '--out', out], folder);
  const files: MeasuredTurn[] = [];
  const journals: MeasuredTurn[] = [];
  const columns: MeasuredTurn[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const yardstick = secondsOf([bundled('heardRun'), file], folder);
    const value = command('--journal', 'none');
    files.push({ value, yardstick });
    journals.push({ value: command() - value, yardstick });
    columns.push({ value: command('--journal-format', 'parquet') - value, yardstick });
  }
  rmSync(folder, { recursive: true });
  const remark = 'the run heard by nobody; processor time, start and reading included; a cost, at most the goal';
  return [
    costAgainst(`P15 files of ${name}`, 2, files, { unit: 's', remark }),
    costAgainst(`P15 journal of ${name}`, 0.7, journals, { unit: 's', remark }),
    costAgainst(`P15 Parquet journal of ${name}`, 1.5, columns, { unit: 's', remark }),
  ];
}

/** Loaded before a program, it tells at the end how much processor time all threads of the process have taken. */
const told = `data:text/javascript,
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(process.env.TAKEN, String((user + system) / 1e6));
  });`;

/** Seconds of processor time of a program, its start included. @param folder where it may write the figure */
function secondsOf(args: readonly string[], folder: string): number {
  const taken = join(folder, 'taken');
  const env = { ...process.env, TAKEN: taken };
  const { status, stderr } = spawnSync(process.execPath, ['--import', encodeURI(told), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  // An expectation of a scenario may fail: that is a result, too.
  if (status !== 0 && status !== 1) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(readFileSync(taken, 'utf8'));
}
