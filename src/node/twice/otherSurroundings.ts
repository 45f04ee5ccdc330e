/**
 * Changes what a run must not depend on, while a second run is made: clock, time zone and `Math.random`.
 *
 * Two runs within a second see the same hour and the same zone, so one that reads them would look repeatable.
 */

/** Not a whole number of hours, so that an hour, a day or a week of the clock differs, too. */
const clockShiftMs = 1_000 * (400 * 86_400 + 5 * 3_600 + 17 * 60 + 13);

/** A zone whose offset is no whole number of hours, and which has summer time in the winter of most others. */
const otherZone = 'Pacific/Chatham';

/** Puts everything back. */
export type Restore = () => void;

/** Changes the surroundings of all code in this process until the returned function is called. */
export function changeSurroundings(): Restore {
  const { Date: RealDate } = globalThis;
  const { random } = Math;
  const { TZ: zone } = process.env;
  class ShiftedDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      if (given.length === 0) super(RealDate.now() + clockShiftMs);
      else super(...(given as [number]));
    }

    static override now(): number {
      return RealDate.now() + clockShiftMs;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  Math.random = () => 1 - Number.EPSILON - random();
  process.env.TZ = otherZone;
  return () => {
    globalThis.Date = RealDate;
    Math.random = random;
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  };
}
