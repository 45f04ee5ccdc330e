/**
 * The run of a part of a scenario on a thread of its own.
 */
import { Worker } from 'node:worker_threads';
import { StandstillError } from '../../engine/standstill.ts';
import type { EndedPart } from '../../experiment/parts/partRun.ts';
import type { RunPart } from '../../experiment/parts/partsRun.ts';
import { exitCode, Stop } from '../exit.ts';
import { projectFile } from '../projectFile.ts';
import { type YoungRoom, youngMegabytes } from '../youngRoom.ts';
import type { PartAnswer, PartQuestion, PartWork } from './protocol.ts';
import { received, type Sent } from './sendable.ts';

/** A part, and its thread. */
export interface PartThread extends RunPart {
  /** When the thread has started. Rejected if it cannot. */
  readonly started: Promise<void>;
  /** Ends the thread, whatever it is doing. */
  stop(): Promise<unknown>;
}

/** Starts a thread. It is asked one question at a time. */
export function partThread(
  { scenario, options }: PartWork,
  room: YoungRoom,
  file: URL = projectFile('dist/cli/part.js'),
): PartThread {
  // The worker is plain JavaScript, and needs no loader that the program was started with.
  const worker = new Worker(file, {
    workerData: { scenario, options } satisfies PartWork,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes[room] },
  });
  /** Known even if it comes while nothing is asked. */
  let death: Error | null = null;
  worker.on('error', (error: Error) => {
    death = deathOf(error);
  });
  /** What the thread tells next. */
  const next = <Told>(event: 'online' | 'message'): Promise<Told> =>
    new Promise((resolve, reject) => {
      const over = (): void => {
        worker.removeListener(event, onEvent);
        worker.removeListener('error', onError);
      };
      const onEvent = (told: Told): void => {
        over();
        resolve(told);
      };
      const onError = (): void => {
        over();
        reject(death);
      };
      if (death !== null) {
        reject(death);
        return;
      }
      worker.once(event, onEvent);
      worker.once('error', onError);
    });
  const ask = async <Answer>(question: PartQuestion): Promise<Answer> => {
    worker.postMessage(question);
    const { answer, failure } = await next<PartAnswer>('message');
    if (failure !== undefined) throw errorOf(failure);
    return answer as Answer;
  };
  return {
    scenario,
    started: next('online'),
    begin: (drawn) => ask({ ask: 'begin', drawn }),
    advance: (until) => ask({ ask: 'advance', until }),
    number: (firsts) => ask({ ask: 'number', firsts }),
    forgetEntries: () => ask({ ask: 'forgetEntries' }),
    countLoads: () => ask({ ask: 'countLoads' }),
    end: async (drawn) => received(await ask<Sent<EndedPart>>({ ask: 'end', drawn })),
    stop: () => worker.terminate(),
  };
}

function errorOf({ standstill, stack }: NonNullable<PartAnswer['failure']>): Error {
  if (standstill !== undefined) {
    const { at, subject, cycle, eventsMax } = standstill;
    return new StandstillError(at, subject, cycle, eventsMax);
  }
  const error = new Error('a thread of the run has failed');
  if (stack !== undefined) error.stack = stack;
  return error;
}

function deathOf(error: Error): Error {
  if ((error as { readonly code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Stop(
    exitCode.usage,
    'a thread of the run needs more memory than it may take; give Node more, such as NODE_OPTIONS=--max-old-space-size=8192, or run with --threads 1',
  );
}
