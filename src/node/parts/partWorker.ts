/** What a thread does that runs a part of a scenario. Its bundle is `dist/cli/part.js`. */
import { parentPort, workerData } from 'node:worker_threads';
import { StandstillError } from '../../engine/standstill.ts';
import { PartRun } from '../../experiment/parts/partRun.ts';
import type { PartAnswer, PartQuestion, PartWork } from './protocol.ts';
import { sent } from './sendable.ts';

let run: PartRun | null = null;

parentPort?.on('message', (question: PartQuestion) => {
  try {
    const { answer, buffers } = answerTo(question);
    parentPort?.postMessage({ answer } satisfies PartAnswer, buffers ?? []);
  } catch (error) {
    parentPort?.postMessage({ failure: failureOf(error) } satisfies PartAnswer);
  }
});

/** The answer, and which of its buffers are moved instead of copied. */
function answerTo(question: PartQuestion): { readonly answer?: unknown; readonly buffers?: ArrayBuffer[] } {
  if (question.ask === 'begin') {
    const { scenario, options } = workerData as PartWork;
    run = new PartRun(scenario, options, question.drawn);
    return { answer: run.begin() };
  }
  if (run === null) throw new Error('a part is asked before it has begun');
  switch (question.ask) {
    case 'advance':
      run.advance(question.until);
      return { answer: run.stretch() };
    case 'number':
      return { answer: run.number(question.firsts) };
    case 'forgetEntries':
      run.forgetEntries();
      return {};
    case 'countLoads':
      run.countLoads();
      return {};
    case 'end': {
      const { message: answer, buffers } = sent(run.end(question.drawn));
      return { answer, buffers };
    }
  }
}

function failureOf(error: unknown): NonNullable<PartAnswer['failure']> {
  if (error instanceof StandstillError) {
    const { at, subject, cycle, eventsMax } = error;
    return { standstill: { at, subject, cycle, eventsMax } };
  }
  return { stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
