/**
 * Random values of the ticks of a routine, many at a time; each tick draws the same values as in `ExecutionDraws`.
 */

import type { Streams } from '../../../engine/random.ts';
import { uniformOf } from '../../../engine/random.ts';
import { batchMax } from './batchColumns.ts';
import type { Routine } from './batchRoutine.ts';

export class TickDraws {
  readonly runTime: Float64Array = new Float64Array(batchMax);
  /** The first attempt fails where this is below the share that does. */
  readonly chance: Float64Array = new Float64Array(batchMax);

  /** Draws for the first so many ticks of a column. */
  draw(streams: Streams, { runTime, failureStream }: Routine, ticks: Float64Array, count: number): void {
    runTime.drawAll(streams, ticks, this.runTime.subarray(0, count));
    if (failureStream < 0) return;
    for (let i = 0; i < count; i += 1) this.chance[i] = uniformOf(streams.keyOf(failureStream, ticks[i]!));
  }
}
