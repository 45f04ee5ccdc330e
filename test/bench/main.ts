/**
 * `npm run bench [-- --json] [-- --only NAME]`: how fast it is, each row against a yardstick or a goal of its own.
 *
 * `--only` takes an id (`P1`), or a part of a row's or a benchmark's name. The exit code is 0 whatever was measured: a
 * busy machine is not a defect.
 */
import { parseArgs } from 'node:util';
import { benches } from './all.ts';
import type { Bench, Row } from './rows.ts';

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
});

const rows: Row[] = [];
for (const bench of benches.filter((each) => isWanted(each, options.only))) {
  console.error(`${bench.id} ${bench.name} ...`);
  try {
    rows.push(...bench.run().filter((row) => isShown(bench, row, options.only)));
  } catch (error) {
    console.error(`${bench.id} left out: ${error instanceof Error ? error.message : String(error)}`);
  }
}
if (options.json) console.log(JSON.stringify({ rows }, null, 2));
else printTable(rows);

/** Whether a benchmark may have rows that were asked for: `P1 agenda 1e3` is asked of P1. */
function isWanted(bench: Bench, only: string | undefined): boolean {
  if (only === undefined) return bench.isLong !== true;
  return only.split(' ')[0] === bench.id || isNamed(bench, only);
}

function isShown(bench: Bench, row: Row, only: string | undefined): boolean {
  return only === undefined || only === bench.id || isNamed(bench, only) || row.name.includes(only);
}

function isNamed(bench: Bench, only: string): boolean {
  return `${bench.id} ${bench.name}`.includes(only) && !/^P\d+$/.test(only);
}

function printTable(all: readonly Row[]): void {
  const cells = all.map((row) => [
    row.name,
    `${round(row.value)} ${row.unit}`,
    row.yardstick === null ? '' : round(row.yardstick),
    row.ratio === null ? '' : round(row.ratio),
    round(row.goal),
    row.ok ? 'ok' : 'missed',
    row.remark ?? '',
  ]);
  const table = [['name', 'value', 'yardstick', 'ratio', 'goal', '', 'remark'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
