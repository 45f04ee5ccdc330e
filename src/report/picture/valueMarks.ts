/**
 * Ticks of an axis of values, and their labels.
 */
import { shortNumber } from '../words/format.ts';

/** Tick distances within a decade. */
const firsts = [1, 2, 2.5, 5];

/**
 * Evenly spaced round ticks from 0 to the first one that is not below a value; at most `most` beside 0.
 *   41.2, at most 3 -> 0, 20, 40, 60    0.543, at most 4 -> 0, 0.2, 0.4, 0.6
 *
 * @param greatest 0 or more
 */
export function marksUpTo(greatest: number, most: number): number[] {
  const step = greatest > 0 ? stepOf(greatest, most) : 1;
  const count = Math.max(1, Math.ceil(greatest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/**
 * Evenly spaced round ticks around all values, so that the first is not above the least and the last not below the
 * greatest; about `most` of them.
 *   -0.7 to 1.2, at most 4 -> -1, -0.5, 0, 0.5, 1, 1.5      7 to 7 -> 6.5 ... 7.5
 *
 * @param low not above `high`
 */
export function marksBetween(low: number, high: number, most: number): number[] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Values that differ in their last digits alone are equal, and equal values are in the middle.
  const differ = high - low > 1e-9 * size;
  const step = differ ? stepOf(high - low, most) : stepOf(Math.max(size, 1), 10);
  const [from, until] = differ ? [low, high] : [low - step, high + step];
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(until / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const mark = Number(((first + index) * step).toPrecision(15));
    return mark === 0 ? 0 : mark;
  });
}

function stepOf(greatest: number, most: number): number {
  for (let decade = -12; decade <= 18; decade += 1) {
    const step = firsts.map((first) => Number(`${first}e${decade}`)).find((one) => greatest <= one * most * (1 + 1e-9));
    if (step !== undefined) return step;
  }
  return greatest;
}

/** The label of a tick, with the decimals that its distance to the next one needs: `0.0075` for steps of 0.0025. */
export function markText(value: number, step: number): string {
  let decimals = 0;
  while (decimals < 12 && !isWhole(step, decimals)) decimals += 1;
  return shortNumber(value, decimals);
}

function isWhole(step: number, decimals: number): boolean {
  const shifted = step * Number(`1e${decimals}`);
  return Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted;
}
