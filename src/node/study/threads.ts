/**
 * Performs the runs of a study in worker threads, several at a time.
 *
 * A single thread is a worker too, not the main thread: a run takes seconds, and Ctrl-C and the progress bar would wait
 * for its end.
 */
import { availableParallelism } from 'node:os';
import { serialize } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { PlanText } from '../../experiment/study/planText.ts';
import type { RunJob, Runner, RunResult } from '../../experiment/study/runner.ts';
import { collectAbove } from '../memory.ts';
import { projectFile } from '../projectFile.ts';
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

/**
 * Garbage of a thread in percent of its live data. By default V8 lets a thread take four times as much, and a study
 * would take more memory the longer it is. No loss of time was measured.
 */
const garbagePercent = 50;

/**
 * The part of a thread's memory for what was just made, in MB. By default it grows to several times as much, the longer
 * a study runs. Runs of a week of the web shop took no more time with it; with half of it, they took a tenth more.
 */
const youngMegabytes = 4;

/** A pool of threads that starts anew after it was ended. */
class Threads {
  readonly width: number;
  readonly #options: ThreadOptions;
  readonly #shared = new WeakMap<PlanText, SharedPlan>();
  #plans = 0;
  #pool: Piscina<ThreadJob, RunResult> | null = null;
  /** Runs that came to a result in this pool. */
  #finished = 0;
  /** Why no thread starts; null: they do, or none was tried. */
  #broken: string | null = null;

  constructor(width: number, options: ThreadOptions) {
    this.width = width;
    this.#options = options;
  }

  /** Never rejects: a run without a result has failed. */
  async perform(job: RunJob): Promise<RunResult> {
    const { key } = job;
    if (this.#broken !== null) return { kind: 'failed', key, message: this.#broken };
    try {
      this.#pool ??= this.#start();
      const result = await this.#pool.run({ ...job, plan: this.#share(job.plan) });
      this.#finished += 1;
      return result;
    } catch (error) {
      return { kind: 'failed', key, message: this.#broken ?? deathText(error) };
    }
  }

  async end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await pool?.destroy();
  }

  #start(): Piscina<ThreadJob, RunResult> {
    const { worker = projectFile('dist/cli/worker.js'), resourceLimits } = this.#options;
    collectAbove(garbagePercent);
    const pool = new Piscina<ThreadJob, RunResult>({
      filename: worker.href,
      minThreads: 1,
      maxThreads: this.width,
      idleTimeout: Number.POSITIVE_INFINITY,
      recordTiming: false,
      // The worker is plain JavaScript, and needs no loader that the program was started with.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes, ...resourceLimits },
    });
    let lastError = 'it ended before it was ready';
    pool.on('error', (error: unknown) => {
      lastError = error instanceof Error ? error.message : String(error);
    });
    // The pool starts no thread after one that could not start, and its jobs would wait for ever.
    pool.on('workerDestroy', () =>
      queueMicrotask(() => {
        if (this.#pool !== pool || pool.threads.length > 0) return;
        if (this.#finished === 0) this.#broken = `no worker thread can start: ${lastError}`;
        void this.end();
      }),
    );
    this.#finished = 0;
    return pool;
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

/** Why a run has no result. The worker itself answers every mistake of a run; what is left is its death. */
function deathText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'the run needs more memory than a worker thread may take; give Node more, such as NODE_OPTIONS=--max-old-space-size=8192';
  return `the worker thread of the run ended: ${message}`;
}
