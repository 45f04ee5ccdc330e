/** Who performs the runs of a study on the command line: worker threads, which end with it or with Ctrl-C. */
import type { Runner } from '../../experiment/study/runner.ts';
import { exitCode, Stop } from '../exit.ts';
import type { StudyFlags } from '../flags.ts';
import { Interrupt } from '../interrupt.ts';
import { inThreads } from '../study/threads.ts';

/**
 * Gives a runner to a study, and ends its threads afterwards. Ctrl-C ends all runs at once: who waits for one gets the
 * `Stop` of an interrupted program.
 */
export async function withRunner<Answer>(
  { workers }: Pick<StudyFlags, 'workers'>,
  study: (runner: Runner) => Promise<Answer>,
): Promise<Answer> {
  const interrupt = new Interrupt();
  const width = workers === undefined ? undefined : workersOf(workers);
  const runner = inThreads({ signal: interrupt.signal, ...(width === undefined ? {} : { width }) });
  try {
    return await study(runner);
  } finally {
    await runner.close();
    interrupt.close();
  }
}

/** More threads than this help no machine, and each takes the memory of a run. */
const workersMost = 256;

function workersOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= workersMost) return count;
  throw new Stop(exitCode.usage, `--workers takes a whole number from 1 to ${workersMost}; found '${text}'`);
}
