import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Bench, median } from './rows.ts';

const bin = fileURLToPath(new URL('../../bin/svcsim.js', import.meta.url));

function milliseconds(args: readonly string[]): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - from;
}

/** P10: how long the command takes to start, against node with nothing to do. Needs a build. */
export const commandStart: Bench = {
  id: 'P10',
  name: 'start of the command',
  run() {
    milliseconds([bin, '--version']);
    const rounds = Array.from({ length: 15 }, () => {
      const yardstick = milliseconds(['-e', '0']);
      return { value: milliseconds([bin, '--version']), yardstick };
    });
    const ratio = median(rounds.map((round) => round.value / round.yardstick));
    return [
      {
        name: 'P10 svcsim --version',
        value: median(rounds.map((round) => round.value)),
        unit: 'ms',
        yardstick: median(rounds.map((round) => round.yardstick)),
        ratio,
        goal: 1.6,
        ok: ratio <= 1.6,
        remark: 'node -e 0; the ratio is a cost, at most the goal',
      },
    ];
  },
};
