/** How a study is performed and answered: its progress, Ctrl-C, and the format of its answer. */
import { setImmediate } from 'node:timers/promises';
import type { StudyProgress } from '../../experiment/study/compare.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { markdownCanvas } from '../../report/words/markdownTable.ts';
import type { Canvas } from '../../report/words/placedTable.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import { Interrupt } from '../interrupt.ts';
import { progressBar } from '../progress.ts';
import { say } from '../say.ts';

/** Performs a study to its end, and shows how far it is. Ctrl-C ends it without an answer. */
export async function answerOf<Document>(
  steps: AsyncGenerator<StudyProgress, Document>,
  { name, quiet }: { readonly name: string; readonly quiet: boolean },
): Promise<Document> {
  const progress = progressBar(name, quiet);
  const interrupt = new Interrupt();
  const startedAt = performance.now();
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return step.value;
      progress.say(progressText(step.value, (performance.now() - startedAt) / 1_000));
      await setImmediate();
      if (interrupt.isRequested)
        throw new Stop(
          exitCode.interrupted,
          `interrupted after ${step.value.done} of ${step.value.of} runs: no answer, because it needs all runs`,
        );
    }
  } finally {
    progress.clear();
    interrupt.close();
  }
}

/** `run 12 of 60, 20 %, 40 s left`. */
function progressText({ done, of }: StudyProgress, seconds: number): string {
  const left = Math.ceil((seconds / done) * (of - done));
  return `run ${done} of ${of}, ${Math.floor((100 * done) / of)} %, ${left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`} left`;
}

/** Prints the answer: a document for programs, or its text for a pull request or the terminal. */
export function sayAnswer(
  document: object,
  {
    json,
    format,
    quiet,
  }: { readonly json?: boolean; readonly format?: 'text' | 'md' | 'json'; readonly quiet?: boolean },
  textIn: (canvas: Canvas) => string,
): void {
  if (json === true || format === 'json') say(process.stdout, jsonText(document));
  else if (format === 'md') say(process.stdout, `${textIn(markdownCanvas)}\n`);
  else if (quiet !== true) say(process.stdout, `${textIn(canvasOf(process.stdout))}\n`);
}
