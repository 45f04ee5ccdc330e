/** Work that takes many runs: in slices, with an ear for Ctrl-C. */
import { setImmediate } from 'node:timers/promises';
import type { TrialProgress } from '../experiment/recommend/trials.ts';
import { exitCode, Stop } from './exit.ts';
import type { Interrupt } from './interrupt.ts';

/**
 * Takes every step of a piece of work, and gives what it comes to.
 *
 * @param told hears how far it is, some times a second
 * @throws Stop where it is interrupted: what was found by then is not worth having
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
    throw new Stop(
      exitCode.interrupted,
      `interrupted in run ${run} of ${of}: nothing is said, as only all of them tell`,
    );
  }
}

const redrawEvery = 100;
