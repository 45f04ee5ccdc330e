/**
 * Looking ahead: from one evaluation on a grid of time to the next one that may change something.
 */
import { type Duration, day, type Instant } from './time.ts';

/** Far enough that what nothing happens to is looked at a few times a year. */
export const farthest = 100 * day;

/**
 * The first tick after an instant that may not hold. All between surely do; too early a tick costs an evaluation, and
 * never is one too late.
 *
 * Goes on from the guess, forwards or back, eight times as far each time, then halves what is left: most questions are
 * asked in halving.
 *   every 60 s, after 0, holds up to 10 min, asked of stretches -> the tick of 11 min
 *
 * @param after a tick of the grid
 * @param limit the first instant from which on `surelyHolds` cannot tell: the tick there or next after it is doubtful
 * @param surelyHolds whether every tick of a stretch holds, both ends included; it may say no where they do
 * @param guess up to when they probably hold: a good one saves questions, a bad one costs some
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
