/** Runs work that consists of many runs in slices, so that Ctrl-C can interrupt it. */
import { setImmediate } from 'node:timers/promises';
import type { TrialProgress } from '../experiment/recommend/trials.ts';
import type { StudyProgress } from '../experiment/study/compare.ts';
import { progressText } from './commands/studyAnswer.ts';
import { exitCode, Stop } from './exit.ts';
import type { Interrupt } from './interrupt.ts';

/**
 * Performs all steps of the work and returns its result.
 *
 * @param told receives the progress several times a second
 * @throws Stop if it is interrupted, because the partial result is not useful
 */
export async function worked<Result>(
  work: Generator<TrialProgress, Result>,
  interrupt: Interrupt,
  told: (progress: TrialProgress) => void,
): Promise<Result> {
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const now = performance.now();
    if (now - toldAt >= redrawEvery) {
      toldAt = now;
      told(step.value);
    }
    await setImmediate();
    if (!interrupt.isRequested) continue;
    const { run, of } = step.value;
    throw new Stop(exitCode.interrupted, `interrupted in run ${run} of ${of}: no result, because it needs all runs`);
  }
}

const redrawEvery = 100;

/**
 * The same of a study, whose runs a `Runner` performs.
 *
 * @param told receives the progress after each run: `run 12 of 60, 20 %, 40 s left`
 */
export async function studied<Result>(
  steps: AsyncGenerator<StudyProgress, Result>,
  interrupt: Interrupt,
  told: (progress: string) => void,
): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    const { done, of } = step.value;
    told(progressText(step.value, (performance.now() - startedAt) / 1_000));
    await setImmediate();
    if (interrupt.isRequested)
      throw new Stop(
        exitCode.interrupted,
        `interrupted after ${done} of ${of} runs: no result, because it needs all runs`,
      );
  }
}
