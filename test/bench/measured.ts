import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Loaded before a program, it tells at the end what its process has taken. */
const told = `data:text/javascript,
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    writeFileSync(process.env.TAKEN, JSON.stringify({ seconds: (user + system) / 1e6, megabytes: (maxRSS * 1024) / 1e6 }));
  });`;

/** What a program took, its start included. */
export interface Taken {
  /** Seconds on the clock. */
  readonly waited: number;
  /** Seconds of processor of all its threads. */
  readonly seconds: number;
  /** At its peak. */
  readonly megabytes: number;
}

/** Runs a program from the root of the project. @param folder where it may write what it took */
export function takenBy(args: readonly string[], folder: string): Taken {
  const taken = join(folder, 'taken');
  const env = { ...process.env, TAKEN: taken };
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', encodeURI(told), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  const waited = (performance.now() - begun) / 1_000;
  // An expectation of a scenario may fail: that is a result, too.
  if (status !== 0 && status !== 1) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { waited, ...(JSON.parse(readFileSync(taken, 'utf8')) as Omit<Taken, 'waited'>) };
}
