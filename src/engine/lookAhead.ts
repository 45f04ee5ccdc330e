/**
 * Look-ahead: the search for the next tick of a time grid whose evaluation may change something.
 *
 * It skips the evaluations before that tick, which surely hold. `test/laws/lookAhead.test.ts` guards it: the journal
 * and the bill are the same as with an evaluation at every tick (`--literal`).
 */
import { type Duration, day, type Instant } from './time.ts';

/** The longest distance of one look-ahead: an idle noun is evaluated a few times a year. */
export const farthest = 100 * day;

/**
 * The first tick after an instant whose evaluation may not hold; all ticks before it surely hold. A result that is too
 * early costs one evaluation; a result is never too late.
 *
 * The search starts at the guess, moves forwards or backwards in steps that grow eightfold, then bisects. Most
 * questions are asked while it bisects.
 *   every 60 s, after 0, ticks hold up to 10 min -> the tick of 11 min
 *
 * @param after a tick of the grid, excluded
 * @param limit the first instant for which `surelyHolds` knows nothing: the first tick at or after it counts as
 * doubtful
 * @param surelyHolds whether every tick from the first to the last holds, both ends included; it may return false for
 * ticks that hold
 * @param guess an estimate of the last tick that holds: a good one saves questions, a bad one costs some
 */
export function firstDoubtful(
  grid: Duration,
  after: Instant,
  limit: Instant,
  surelyHolds: (from: Instant, until: Instant) => boolean,
  guess: Instant = after,
): Instant {
  const last = after + (Math.ceil((limit - after) / grid) - 1) * grid;
  let sure = Math.max(after, Math.min(after + Math.floor((guess - after) / grid) * grid, last));
  let unsure = last + grid;
  for (let ticks = 1; sure > after && !surelyHolds(after + grid, sure); ticks *= 8) {
    unsure = sure;
    sure = Math.max(after, sure - ticks * grid);
  }
  for (let ticks = 1; unsure > last && sure < last; ticks *= 8) {
    const until = Math.min(sure + ticks * grid, last);
    if (surelyHolds(sure + grid, until)) sure = until;
    else unsure = until;
  }
  while (unsure > sure + grid) {
    const middle = sure + Math.floor((unsure - sure) / (2 * grid)) * grid;
    if (surelyHolds(sure + grid, middle)) sure = middle;
    else unsure = middle;
  }
  return unsure;
}
