/**
 * Ticks of a value axis, and the format of values.
 */
import { shortNumber } from '../../report/words/format.ts';

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

/**
 * A value with two decimals, or three significant digits below 1: `41.57`, `0.146`, `0.0031`; `–` if there is none.
 */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return Math.abs(value) >= 1 ? shortNumber(value, 2) : shortNumber(Number(value.toPrecision(3)), 12);
}
