/** Performs jobs through a store, for tests and for the program that they kill. */

import { runKeys } from '../../../src/experiment/study/runKey.ts';
import type { RunJob, RunResult } from '../../../src/experiment/study/runner.ts';
import type { RunStore } from '../../../src/node/study/store.ts';
import { type JobProgress, performJobs, type StoredRunner, throughStore } from '../../../src/node/study/storedRuns.ts';
import { inThreads } from '../../../src/node/study/threads.ts';
import { build } from './jobs.ts';

/** All results in the order of the jobs, and the last progress. */
export async function allOf(
  jobs: readonly RunJob[],
  runner: StoredRunner,
): Promise<{ readonly results: readonly RunResult[]; readonly progress: JobProgress | null }> {
  let progress: JobProgress | null = null;
  const steps = performJobs(jobs, runner);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return { results: step.value, progress };
    progress = step.value;
  }
}

/** Calls with a runner over threads and a store; the threads are ended afterwards. */
export async function throughTestStore<Result>(
  store: RunStore,
  width: number,
  call: (runner: StoredRunner) => Promise<Result>,
): Promise<Result> {
  const threads = inThreads({ width });
  try {
    return await call(throughStore(threads, store, runKeys(build)));
  } finally {
    await threads.close();
  }
}
