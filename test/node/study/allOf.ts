/** Performs jobs through a store, for tests and for the program that they kill. */

import { runKeys } from '../../../src/experiment/study/runKey.ts';
import type { RunJob, RunResult } from '../../../src/experiment/study/runner.ts';
import type { RunStore } from '../../../src/node/study/store.ts';
import { type StoredRunner, throughStore } from '../../../src/node/study/storedRuns.ts';
import { inThreads } from '../../../src/node/study/threads.ts';
import { build } from './jobs.ts';

/** How far a list of jobs is. */
export interface JobProgress {
  readonly done: number;
  readonly of: number;
  /** How many of those done were not performed now. */
  readonly fromStore: number;
}

/**
 * Performs jobs, each with a key of its own. Yields the progress after each result.
 *
 * @returns the results in the order of the jobs, whatever the order was in which they finished
 */
export async function* performJobs(
  jobs: readonly RunJob[],
  runner: StoredRunner,
): AsyncGenerator<JobProgress, readonly RunResult[]> {
  const results = new Map<string, RunResult>();
  const before = runner.fromStore;
  for await (const result of runner.run(jobs)) {
    results.set(result.key, result);
    yield { done: results.size, of: jobs.length, fromStore: runner.fromStore - before };
  }
  return jobs.map(({ key }) => {
    const result = results.get(key);
    if (result === undefined) throw new Error(`the runner gave no result for job ${key}`);
    return result;
  });
}

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
