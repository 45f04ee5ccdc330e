/**
 * Worker threads that perform jobs of one kind, several at a time.
 */
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { collectAbove } from '../memory.ts';
import { setYoungRoom, youngMegabytes } from '../youngRoom.ts';

/**
 * Garbage of a thread in percent of its live data. By default V8 lets a thread take four times as much, and a study
 * would take more memory the longer it is. No loss of time was measured.
 */
const garbagePercent = 50;

/** What a pool of threads is made of. */
export interface PoolOptions {
  /** How many threads, one or more. */
  readonly width: number;
  /** The code of a thread: a file whose default export performs one job. */
  readonly worker: URL;
  /** How much memory a thread may take; default: as much as the program. */
  readonly resourceLimits?: ResourceLimits;
}

/** A pool of threads that starts with its first job, and starts anew after it was ended. */
export class ThreadPool<Job, Result> {
  readonly #options: PoolOptions;
  #pool: Piscina<Job, Result> | null = null;
  /** Jobs that came to a result: after one, threads can start, and the end of all of them is the fault of jobs. */
  #finished = 0;
  /** Why no thread starts; null: they do, or none was tried. */
  #broken: string | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Performs one job. It rejects with the reason if its thread dies, or no thread can start.
   *
   * @param signal ends the thread of the job; other jobs go on if there are no more jobs than threads
   */
  async run(job: Job, signal?: AbortSignal): Promise<Result> {
    if (this.#broken !== null) throw new Error(this.#broken);
    try {
      this.#pool ??= this.#start();
      const result = await this.#pool.run(job, signal === undefined ? {} : { signal });
      this.#finished += 1;
      // With each thread that has started since, V8 has begun anew.
      setYoungRoom('small');
      return result;
    } catch (error) {
      throw new Error(this.#broken ?? deathText(error));
    }
  }

  async end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await pool?.destroy();
  }

  #start(): Piscina<Job, Result> {
    const { width, worker, resourceLimits } = this.#options;
    collectAbove(garbagePercent);
    const pool = new Piscina<Job, Result>({
      filename: worker.href,
      minThreads: 1,
      maxThreads: width,
      idleTimeout: Number.POSITIVE_INFINITY,
      recordTiming: false,
      // The worker is plain JavaScript, and needs no loader that the program was started with.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes.small, ...resourceLimits },
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
    return pool;
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
