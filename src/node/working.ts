/** Work that takes many runs: in slices, with how far it is on the error stream, and an ear for Ctrl-C. */
import { setImmediate } from 'node:timers/promises';
import type { Progress } from '../experiment/recommend/trials.ts';
import { exitCode, Stop } from './exit.ts';
import { Interrupt } from './interrupt.ts';
import { paintFor } from './paint.ts';

const redrawEvery = 100;

/**
 * Takes every step of a piece of work, and gives what it comes to.
 *
 * @param label whose work it is
 * @throws Stop where it is interrupted: what has been found by then is not worth having
 */
export async function worked<Result>(
  label: string,
  work: Generator<Progress, Result>,
  isQuiet: boolean,
): Promise<Result> {
  const stream = process.stderr;
  const isShown = !isQuiet && stream.isTTY === true;
  const interrupt = new Interrupt();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let length = 0;
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      const { run, of, share } = step.value;
      const now = performance.now();
      if (isShown && now - drawnAt >= redrawEvery) {
        drawnAt = now;
        const line = `${label}: run ${run} of ${of} or more, ${Math.floor(share * 100)} %`.slice(
          0,
          Math.max(20, (stream.columns ?? 80) - 1),
        );
        stream.write(`\r${paintFor(stream).dim(line)}${' '.repeat(Math.max(0, length - line.length))}`);
        length = line.length;
      }
      await setImmediate();
      if (interrupt.isRequested) throw new Stop(exitCode.interrupted, `interrupted in run ${run} of ${of} or more`);
    }
  } finally {
    if (length > 0) stream.write(`\r${' '.repeat(length)}\r`);
    interrupt.close();
  }
}
