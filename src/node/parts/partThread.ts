/**
 * The run of a part of a scenario on a thread of its own.
 */
import { Worker } from 'node:worker_threads';
import { StandstillError } from '../../engine/standstill.ts';
import type { EndedPart } from '../../experiment/parts/partRun.ts';
import type { RunPart } from '../../experiment/parts/partsRun.ts';
import { exitCode, Stop } from '../exit.ts';
import { projectFile } from '../projectFile.ts';
import { youngMegabytes } from '../youngRoom.ts';
import type { PartAnswer, PartQuestion, PartWork } from './protocol.ts';
import { received, type Sent } from './sendable.ts';

/** A part, and its thread. */
export interface PartThread extends RunPart {
  /** Ends the thread, whatever it is doing. */
  stop(): Promise<unknown>;
}

/** Starts a thread. It is asked one question at a time. */
export function partThread({ scenario, options }: PartWork, file: URL = projectFile('dist/cli/part.js')): PartThread {
  // The worker is plain JavaScript, and needs no loader that the program was started with.
  const worker = new Worker(file, {
    workerData: { scenario, options } satisfies PartWork,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  const ask = <Answer>(question: PartQuestion): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const over = (): void => {
        worker.removeListener('message', onMessage);
        worker.removeListener('error', onError);
      };
      const onMessage = ({ answer, failure }: PartAnswer): void => {
        over();
        if (failure === undefined) resolve(answer as Answer);
        else reject(errorOf(failure));
      };
      const onError = (error: Error): void => {
        over();
        reject(deathOf(error));
      };
      worker.once('message', onMessage);
      worker.once('error', onError);
      worker.postMessage(question);
    });
  return {
    scenario,
    begin: (drawn) => ask({ ask: 'begin', drawn }),
    advance: (until) => ask({ ask: 'advance', until }),
    number: (firsts) => ask({ ask: 'number', firsts }),
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
