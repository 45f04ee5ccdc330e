/** Who performs the runs of a study on the command line: worker threads, or the workers of a queue. */
import { ratingTogether } from '../../../experiment/study/ratedRuns.ts';
import { runKeys } from '../../../experiment/study/runKey.ts';
import type { Runner } from '../../../experiment/study/runner.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { StudyFlags } from '../../flags.ts';
import { Interrupt } from '../../interrupt.ts';
import { say } from '../../say.ts';
import { buildDigest } from '../../study/buildDigest.ts';
import { queueAddress } from '../../study/queue/connection.ts';
import { throughQueue } from '../../study/queue/queueRunner.ts';
import { inThreads } from '../../study/threads.ts';

/** A runner that holds threads or connections. */
interface OpenRunner extends Runner {
  close(): Promise<void>;
}

/**
 * Gives a runner to a study, and closes it afterwards. Ctrl-C ends the wait for all runs at once: who waits for one
 * gets the `Stop` of an interrupted program.
 */
export async function withRunner<Answer>(
  flags: Pick<StudyFlags, 'workers' | 'queue'>,
  study: (runner: Runner) => Promise<Answer>,
): Promise<Answer> {
  const interrupt = new Interrupt();
  try {
    const runner = await runnerOf(flags, interrupt.signal);
    try {
      return await study(ratingTogether(runner));
    } finally {
      await runner.close();
    }
  } finally {
    interrupt.close();
  }
}

function runnerOf({ workers, queue }: Pick<StudyFlags, 'workers' | 'queue'>, signal: AbortSignal): Promise<OpenRunner> {
  if (queue !== undefined && workers !== undefined)
    throw new Stop(
      exitCode.usage,
      '--workers is for this machine; with --queue, each svcsim work has its own --workers',
    );
  if (queue === undefined) return Promise.resolve(inThreads({ signal, ...widthOf(workers) }));
  const build = buildDigest();
  return throughQueue({
    address: queueAddress(queue),
    build,
    keyOf: runKeys(build),
    signal,
    say: (sentence) => say(process.stderr, `svcsim: ${sentence}\n`),
  });
}

/** More threads than this help no machine, and each takes the memory of a run. */
const workersMost = 256;

/** Reads `--workers`; absent: one thread for each core. */
export function widthOf(text: string | undefined): { readonly width?: number } {
  if (text === undefined) return {};
  const width = Number(text);
  if (/^\d+$/.test(text) && width >= 1 && width <= workersMost) return { width };
  throw new Stop(exitCode.usage, `--workers takes a whole number from 1 to ${workersMost}; found '${text}'`);
}
