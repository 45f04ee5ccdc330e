/** How much two workers do in the time of one, where the machine has two cores that do not slow each other. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, type Row } from './rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 3;
const goal = 1.8;

/** If two processes that know nothing of each other slow each other more, the cores are not two. */
export const slowdownMost = 1.1;

/** Work for workers, in a process that prints `{ "ms": ... }`. */
export interface SharedWork {
  readonly name: string;
  /** What one worker does. */
  readonly remark: string;
  /** What node is given for so many workers. */
  readonly args: (workers: number) => readonly string[];
}

/** The row of two workers; its ratio is how many times faster they are than one. It is skipped on other machines. */
export function twoWorkersRow({ name, remark, args }: SharedWork): Row {
  const unit = 'ms';
  const skipped = (why: string): Row => ({
    name,
    value: Number.NaN,
    unit,
    yardstick: null,
    ratio: null,
    goal,
    ok: true,
    remark: why,
  });
  if (availableParallelism() < 2) return skipped('skipped: this machine has one core');
  const slower = slowdown(args(1));
  if (slower > slowdownMost)
    return skipped(
      `skipped: the cores are not idle, or no two (two processes at once take ${slower.toFixed(2)} x as long as one)`,
    );
  const timeOf = (workers: number): number => Math.max(...timesOf(1, args(workers)));
  const turns = Array.from({ length: rounds }, () => ({ one: timeOf(1), two: timeOf(2) }));
  const ratio = median(turns.map(({ one, two }) => one / two));
  return {
    name,
    value: median(turns.map(({ two }) => two)),
    unit,
    yardstick: median(turns.map(({ one }) => one)),
    ratio,
    goal,
    ok: ratio >= goal,
    remark,
  };
}

/**
 * How many times longer the work of one worker takes if a second process does the same at once. Cores that share their
 * memory, or a host, slow each other, which no program can mend.
 *
 * @param key of the time in what a process prints
 */
export function slowdown(args: readonly string[], key = 'ms', turns: number = rounds): number {
  const timeOf = (count: number): number => Math.max(...timesOf(count, args, key));
  return median(Array.from({ length: turns }, () => timeOf(2) / timeOf(1)));
}

/** Of so many processes at once. */
function timesOf(count: number, args: readonly string[], key = 'ms'): number[] {
  const script = 'for i in $(seq $0); do "$@" & done; wait';
  return execFileSync('bash', ['-c', script, String(count), process.execPath, ...args], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly [key: string]: number })[key]!);
}
