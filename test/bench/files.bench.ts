import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, bringUpToDate } from '../node/built.ts';
import { bundled } from './bundled.ts';
import { takenBy } from './measured.ts';
import { type Bench, costAgainst, type MeasuredTurn, type Row } from './rows.ts';

const rounds = 3;

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
    takenBy([bin, 'run', file, ...flags, '--quiet', '--out', out], folder).seconds;
  const files: MeasuredTurn[] = [];
  const journals: MeasuredTurn[] = [];
  const columns: MeasuredTurn[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const yardstick = takenBy([bundled('heardRun'), file], folder).seconds;
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
