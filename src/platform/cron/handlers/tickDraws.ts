/**
 * Random values of the ticks of a routine, many at a time; each tick draws the same values as in `ExecutionDraws`.
 */

import type { Streams } from '../../../engine/random.ts';
import { batchMax } from './batchColumns.ts';
import type { Routine } from './batchRoutine.ts';

export class TickDraws {
  readonly runTime: Float64Array = new Float64Array(batchMax);
  /** The steps of a start; `start` with what the workload's behaviour adds. */
  readonly place: Float64Array = new Float64Array(batchMax);
  readonly pull: Float64Array = new Float64Array(batchMax);
  readonly start: Float64Array = new Float64Array(batchMax);
  private readonly startExtra = new Float64Array(batchMax);
  /** The first attempt fails where this is below the share that does. */
  readonly chance: Float64Array = new Float64Array(batchMax);

  /** Draws for the first so many ticks of a column. */
  draw(streams: Streams, routine: Routine, ticks: Float64Array, count: number): void {
    const { failureStream, startExtra } = routine;
    routine.runTime.drawAll(streams, ticks, this.runTime.subarray(0, count));
    routine.place.drawAll(streams, ticks, this.place.subarray(0, count));
    routine.pull.drawAll(streams, ticks, this.pull.subarray(0, count));
    routine.start.drawAll(streams, ticks, this.start.subarray(0, count));
    if (startExtra !== null) {
      startExtra.drawAll(streams, ticks, this.startExtra.subarray(0, count));
      for (let i = 0; i < count; i += 1) this.start[i]! += this.startExtra[i]!;
    }
    if (failureStream < 0) return;
    streams.uniformsOf(failureStream, ticks, this.chance.subarray(0, count));
  }
}
