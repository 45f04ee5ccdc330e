/**
 * Performs the runs of a study in worker threads, several at a time.
 *
 * A single thread is a worker too, not the main thread: a run takes seconds, and Ctrl-C and the progress bar would wait
 * for its end.
 */
import { availableParallelism } from 'node:os';
import { serialize } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';
import type { PlanText } from '../../experiment/study/planText.ts';
import type { RunJob, Runner, RunResult } from '../../experiment/study/runner.ts';
import { projectFile } from '../projectFile.ts';
import { ThreadPool } from './threadPool.ts';
import type { SharedPlan, ThreadJob } from './worker.ts';

export interface ThreadOptions {
  /** How many threads, one or more; default: one for each core that the program may use. */
  readonly width?: number;
  /** Ends all runs at once; who waits for a result gets its reason as an error. */
  readonly signal?: AbortSignal;
  /** How much memory a thread may take; default: as much as the program. */
  readonly resourceLimits?: ResourceLimits;
  /** The code of a thread; default: the bundled one. */
  readonly worker?: URL;
}

/** Threads start with the first job and stay for the next jobs, until `close`. They keep no program from ending. */
export interface ThreadRunner extends Runner {
  /** Performs one job, as soon as a thread is free. It never rejects: a run without a result has failed. */
  perform(job: RunJob): Promise<RunResult>;
  /** Ends all threads. */
  close(): Promise<void>;
}

/**
 * A runner over worker threads. Jobs start in their order, and at most twice as many as there are threads are under
 * way, so a study of any length takes the same memory.
 *
 * A thread that dies, for example because its memory is used up, makes its job fail; the next job gets a new thread.
 * Closing the iterator of `run` early ends all threads at once. Iterate one `run` at a time.
 */
export function inThreads(options: ThreadOptions = {}): ThreadRunner {
  const { width = availableParallelism(), signal } = options;
  const threads = new Threads(width, options);
  const end = (): void => void threads.end();
  signal?.addEventListener('abort', end, { once: true });
  return {
    width,
    perform: (job) => threads.perform(job),
    run: (jobs) => ({ [Symbol.asyncIterator]: () => performed(jobs, threads, signal) }),
    close: async () => {
      signal?.removeEventListener('abort', end);
      await threads.end();
    },
  };
}

/**
 * Performs jobs as results are asked for. It is no generator, because closing one waits for the result that it waits
 * for itself, which may take minutes.
 */
function performed(
  jobs: readonly RunJob[],
  threads: Threads,
  signal: AbortSignal | undefined,
): AsyncIterator<RunResult, undefined> {
  const ready: RunResult[] = [];
  let started = 0;
  let underWay = 0;
  let isClosed = false;
  let wake = (): void => {};
  const start = (job: RunJob): void => {
    underWay += 1;
    void threads.perform(job).then((result) => {
      underWay -= 1;
      ready.push(result);
      wake();
    });
  };
  const startMore = (): void => {
    for (; underWay + ready.length < 2 * threads.width; started += 1) {
      const job = jobs[started];
      if (job === undefined) return;
      start(job);
    }
  };
  const wakeOnAbort = (): void => wake();
  signal?.addEventListener('abort', wakeOnAbort);
  const ended = { done: true, value: undefined } as const;
  return {
    async next() {
      for (;;) {
        signal?.throwIfAborted();
        if (isClosed) return ended;
        startMore();
        const result = ready.shift();
        if (result !== undefined) return { done: false, value: result };
        if (underWay === 0) {
          signal?.removeEventListener('abort', wakeOnAbort);
          return ended;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async return() {
      isClosed = true;
      signal?.removeEventListener('abort', wakeOnAbort);
      wake();
      if (underWay > 0) await threads.end();
      return ended;
    },
  };
}

/** The threads of a runner, and the plans that they share. */
class Threads {
  readonly width: number;
  readonly #pool: ThreadPool<ThreadJob, RunResult>;
  readonly #shared = new WeakMap<PlanText, SharedPlan>();
  #plans = 0;

  constructor(width: number, { worker = projectFile('dist/cli/worker.js'), resourceLimits }: ThreadOptions) {
    this.width = width;
    this.#pool = new ThreadPool({ width, worker, ...(resourceLimits === undefined ? {} : { resourceLimits }) });
  }

  /** Never rejects: a run without a result has failed. */
  async perform(job: RunJob): Promise<RunResult> {
    const { key } = job;
    try {
      return await this.#pool.run({ ...job, plan: this.#share(job.plan) });
    } catch (error) {
      return { kind: 'failed', key, message: error instanceof Error ? error.message : String(error) };
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #share(plan: PlanText): SharedPlan {
    const known = this.#shared.get(plan);
    if (known !== undefined) return known;
    const content = serialize(plan);
    const bytes = new SharedArrayBuffer(content.length);
    content.copy(new Uint8Array(bytes));
    const shared = { id: this.#plans++, bytes };
    this.#shared.set(plan, shared);
    return shared;
  }
}
