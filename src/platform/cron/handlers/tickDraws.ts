/**
 * Random values of the ticks of a routine, many at a time; each tick draws the same values as in `drawForTick`.
 */
import type { Streams } from '../../../engine/random.ts';
import { batchMax } from './batchColumns.ts';
import type { Routine } from './batchRoutine.ts';

export class TickDraws {
  readonly runTime: Float64Array = new Float64Array(batchMax);
  /** The first attempt fails where this is below the share that does. */
  readonly chance: Float64Array = new Float64Array(batchMax);
  /** Where the streams stood before. */
  private runTimeStand: Float64Array = new Float64Array(0);
  private chanceStand: Float64Array = new Float64Array(0);

  /** Draws for so many ticks. */
  draw(streams: Streams, routine: Routine, count: number): void {
    const { runTime, failureStream } = routine;
    if (runTime.stream >= 0) this.runTimeStand = streams.standOf(runTime.stream);
    if (failureStream >= 0) this.chanceStand = streams.standOf(failureStream);
    this.fill(streams, routine, count);
  }

  /** Takes back what was not drawn for the first so many: as if no more had been asked for. */
  keep(streams: Streams, routine: Routine, count: number): void {
    const { runTime, failureStream } = routine;
    if (runTime.stream >= 0) streams.rewind(runTime.stream, this.runTimeStand);
    if (failureStream >= 0) streams.rewind(failureStream, this.chanceStand);
    this.fill(streams, routine, count);
  }

  private fill(streams: Streams, { runTime, failureStream }: Routine, count: number): void {
    runTime.drawAll(streams, this.runTime.subarray(0, count));
    if (failureStream >= 0) streams.fill(failureStream, this.chance.subarray(0, count));
  }
}
