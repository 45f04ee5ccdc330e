import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bin, bringUpToDate } from '../node/built.ts';
import type { Bench, Row } from './rows.ts';

const small = fileURLToPath(new URL('../../scenarios/tour/01-one-volume.yaml', import.meta.url));
const rounds = 15;

function milliseconds(args: readonly string[]): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - from;
}

/** P10: how long the command takes to start, against node with nothing to do. */
export const commandStart: Bench = {
  id: 'P10',
  name: 'start of the command',
  run: () => {
    bringUpToDate();
    return [startRow('P10 svcsim --version', 1.2, ['--version']), startRow('P10 svcsim check', 2.5, ['check', small])];
  },
};

function startRow(name: string, goal: number, args: readonly string[]): Row {
  milliseconds([bin, ...args]);
  const measured = Array.from({ length: rounds }, () => {
    const yardstick = milliseconds(['-e', '0']);
    return { value: milliseconds([bin, ...args]), yardstick };
  });
  const value = Math.min(...measured.map((round) => round.value));
  const yardstick = Math.min(...measured.map((round) => round.yardstick));
  const ratio = value / yardstick;
  return {
    name,
    value,
    unit: 'ms',
    yardstick,
    ratio,
    goal,
    ok: ratio <= goal,
    remark: 'node -e 0; the ratio is a cost, at most the goal',
  };
}
