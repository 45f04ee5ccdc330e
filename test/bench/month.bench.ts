import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Bench, costRow } from './rows.ts';

const rounds = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The main job at its usual size: 12 workloads, 3 locations, 25 volumes, 20 rollouts, a cron every five minutes,
 * journal on.
 */
export const monthOfShop: Bench = {
  id: 'shop',
  name: 'month of a shop',
  run: () => [
    costRow(
      'shop a month',
      'ms',
      1000,
      Array.from({ length: rounds }, () =>
        Number(execFileSync(process.execPath, ['--import', 'tsx', 'test/bench/month.ts'], { cwd: root })),
      ),
    ),
  ],
};
