/**
 * Performs the parts of a self-test in worker threads, several at a time.
 */
import { availableParallelism } from 'node:os';
import type { SelftestJob, SelftestPart, SelftestRunner } from '../../experiment/selftest/jobs.ts';
import { projectFile } from '../projectFile.ts';
import { ThreadPool } from '../study/threadPool.ts';

/** A runner that holds threads until it is closed. */
export interface SelftestThreads extends SelftestRunner {
  close(): Promise<void>;
}

/**
 * A runner over worker threads. A part whose thread dies has failed; the other parts go on.
 *
 * @param width how many threads; default: one for each core that the program may use
 * @param signal ends all parts at once; who waits for one gets its reason as an error
 */
export function selftestThreads(width: number = availableParallelism(), signal?: AbortSignal): SelftestThreads {
  const pool = new ThreadPool<SelftestJob, SelftestPart>({ width, worker: projectFile('dist/cli/selftest.js') });
  const perform = async (job: SelftestJob): Promise<SelftestPart> => {
    try {
      return await pool.run(job);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { check: job.check, from: job.from, kind: 'failed', message };
    }
  };
  return {
    async *run(jobs) {
      const aborted = abortOf(signal);
      const waiting = [...jobs];
      const underWay = new Map<SelftestJob, Promise<readonly [SelftestJob, SelftestPart]>>();
      while (waiting.length > 0 || underWay.size > 0) {
        for (
          let job = waiting.shift();
          job !== undefined;
          job = underWay.size < 2 * width ? waiting.shift() : undefined
        ) {
          const own = job;
          underWay.set(
            own,
            perform(own).then((part) => [own, part] as const),
          );
        }
        const [ended, part] = await Promise.race([...underWay.values(), ...aborted]);
        underWay.delete(ended);
        yield part;
      }
    },
    close: () => pool.end(),
  };
}

/** A promise that rejects when the signal is given; none without a signal. */
function abortOf(signal: AbortSignal | undefined): Promise<never>[] {
  if (signal === undefined) return [];
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // It may be rejected while nobody waits.
  aborted.catch(() => {});
  return [aborted];
}
