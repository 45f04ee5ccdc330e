/** Threads that perform the jobs of `svcsim fuzz`, and say so if a job hangs or kills its thread. */

import type { Replayed } from '../../testing/fuzz/failureFile.ts';
import type { ShrinkJob, ShrinkStep, TrialJob, TrialReport } from '../../testing/fuzz/performTrial.ts';
import { projectFile } from '../projectFile.ts';
import { ThreadPool } from '../study/threadPool.ts';
import type { FuzzAnswer, FuzzJob } from './worker.ts';

/** A job without an answer: its thread had to be ended, or ended by itself. */
export interface LostJob {
  readonly kind: 'hangs' | 'died';
  readonly message: string;
}

/** The answer of a job, or why there is none. */
export type Answered<Answer> = { readonly kind: 'answered'; readonly answer: Answer } | LostJob;

export class FuzzThreads {
  readonly #pool: ThreadPool<FuzzJob, FuzzAnswer>;
  readonly #hangAfterMs: number;

  /** @param hangAfterMs how long a job may take; its thread is then ended */
  constructor(width: number, hangAfterMs: number) {
    this.#pool = new ThreadPool({ width, worker: projectFile('dist/cli/fuzz.js') });
    this.#hangAfterMs = hangAfterMs;
  }

  /** Starts a thread. @throws if none can start, so that no trial is blamed for it */
  async start(): Promise<void> {
    await this.#pool.run({ do: 'replay', text: '' });
  }

  perform(job: TrialJob): Promise<Answered<TrialReport>> {
    return this.#answered<TrialReport>({ do: 'try', ...job });
  }

  shrink(job: ShrinkJob): Promise<Answered<ShrinkStep>> {
    return this.#answered<ShrinkStep>({ do: 'shrink', ...job });
  }

  replay(text: string): Promise<Answered<Replayed>> {
    return this.#answered<Replayed>({ do: 'replay', text });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #answered<Answer extends FuzzAnswer>(job: FuzzJob): Promise<Answered<Answer>> {
    const hang = new AbortController();
    const timer = setTimeout(() => hang.abort(), this.#hangAfterMs);
    try {
      return { kind: 'answered', answer: (await this.#pool.run(job, hang.signal)) as Answer };
    } catch (error) {
      const seconds = this.#hangAfterMs / 1_000;
      if (hang.signal.aborted) return { kind: 'hangs', message: `it still runs after ${seconds} s` };
      return { kind: 'died', message: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}
