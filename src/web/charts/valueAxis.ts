/**
 * The format of values beside charts.
 */
import { shortNumber } from '../../report/words/format.ts';

/**
 * A value with two decimals, or three significant digits below 1: `41.57`, `0.146`, `0.0031`; `–` if there is none.
 */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return Math.abs(value) >= 1 ? shortNumber(value, 2) : shortNumber(Number(value.toPrecision(3)), 12);
}
