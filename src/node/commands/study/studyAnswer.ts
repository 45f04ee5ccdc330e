/** How a study is performed and answered: its progress, Ctrl-C, and the format of its answer. */
import type { Runner } from '../../../experiment/study/runner.ts';
import { ended, type StudyProgress } from '../../../experiment/study/steps.ts';
import { countOf } from '../../../report/words/format.ts';
import { jsonText } from '../../../report/words/jsonText.ts';
import { markdownCanvas } from '../../../report/words/markdownTable.ts';
import type { Canvas } from '../../../report/words/placedTable.ts';
import { canvasOf } from '../../canvas.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { StudyFlags } from '../../flags.ts';
import { readStudyStyle } from '../../pageAssets.ts';
import { progressBar } from '../../progress.ts';
import { say } from '../../say.ts';
import { withRunner } from './studyRunner.ts';

/**
 * Performs a study to its end, and shows how far it is. Ctrl-C ends it without an answer.
 *
 * @param studied makes the study for the runner that performs it
 * @param advice what an interrupted study has come to
 */
export async function answerOf<Document>(
  name: string,
  flags: Pick<StudyFlags, 'workers' | 'queue' | 'quiet'>,
  studied: (runner: Runner) => AsyncGenerator<StudyProgress, Document>,
  advice = 'no answer, because it needs all runs',
): Promise<Document> {
  const progress = progressBar(name, flags.quiet === true);
  const startedAt = performance.now();
  let last: StudyProgress = { done: 0, of: 0 };
  try {
    return await withRunner(flags, (runner) =>
      ended(studied(runner), (step) => {
        last = step;
        progress.say(progressText(step, (performance.now() - startedAt) / 1_000));
      }),
    );
  } catch (error) {
    if (error instanceof Stop && error.code === exitCode.interrupted)
      throw new Stop(
        exitCode.interrupted,
        last.done === 0
          ? 'interrupted before the first run ended'
          : `interrupted after ${last.done} of ${last.of} runs: ${advice}`,
      );
    throw error;
  } finally {
    progress.clear();
  }
}

/** `run 12 of 60, 20 %, 40 s left`. @param noun what is counted */
export function progressText({ done, of }: StudyProgress, seconds: number, noun = 'run'): string {
  if (done === 0) return `${noun} 1`;
  const left = Math.ceil((seconds / done) * (of - done));
  return `${noun} ${done} of ${of}, ${Math.floor((100 * done) / of)} %, ${left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`} left`;
}

/** What follows a number of runs that is announced: the first run of each plan comes before all others. */
export const firstRunsText = 'If nothing in them is random, the first run of each plan is enough.';

/** `13 runs each: 39 runs. If nothing in them is random, the first run of each plan is enough.` */
export function plannedRunsText(each: number, plans: number): string {
  return `${countOf(each, 'run')} each: ${countOf(each * plans, 'run')}. ${firstRunsText}`;
}

/**
 * Prints the answer: a document for programs, its text for a pull request or the terminal, or a page. `--quiet` does
 * not leave it out.
 *
 * @param pageIn makes the page with the style sheet
 */
export function sayAnswer(
  document: object,
  { json, format }: Pick<StudyFlags, 'json' | 'format'>,
  textIn: (canvas: Canvas) => string,
  pageIn: (style: string) => string,
): void {
  if (json === true || format === 'json') say(process.stdout, jsonText(document));
  else if (format === 'md') say(process.stdout, `${textIn(markdownCanvas)}\n`);
  else if (format === 'html') say(process.stdout, pageIn(readStudyStyle()));
  else say(process.stdout, `${textIn(canvasOf(process.stdout))}\n`);
}
