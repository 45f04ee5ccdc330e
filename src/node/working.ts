/** Runs work that consists of many runs in slices, so that Ctrl-C can interrupt it. */
import { setImmediate } from 'node:timers/promises';
import { ended, type StudyProgress } from '../experiment/study/steps.ts';
import { progressText } from './commands/study/studyAnswer.ts';
import { exitCode, Stop } from './exit.ts';
import type { Interrupt } from './interrupt.ts';

/** Milliseconds; a search yields far more often. */
const redrawEvery = 100;

/**
 * Performs all steps of work that consists of many runs and returns its result.
 *
 * @param told receives the progress after each run: `run 12 of 60, 20 %, 40 s left`
 * @throws Stop if it is interrupted, because the partial result is not useful
 */
export function studied<Result>(
  steps: AsyncGenerator<StudyProgress, Result>,
  interrupt: Interrupt,
  told: (progress: string) => void,
): Promise<Result> {
  const startedAt = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  return ended(steps, async (progress) => {
    const now = performance.now();
    if (now - toldAt >= redrawEvery) {
      toldAt = now;
      told(progressText(progress, (now - startedAt) / 1_000));
    }
    await setImmediate();
    if (interrupt.isRequested)
      throw new Stop(
        exitCode.interrupted,
        `interrupted after ${progress.done} of ${progress.of} runs: no result, because it needs all runs`,
      );
  });
}
