/**
 * The values of an axis: a list, or steps from a number to another in exact decimals.
 */
import {
  compare,
  type Decimal,
  fromBigInt,
  minus,
  parseDecimal,
  plus,
  scaledTo,
  times,
} from '../../../platform/metering/decimal.ts';
import { plainNumber } from '../../../scenario/params/parameterText.ts';
import { readDocuments } from '../../../scenario/text/document.ts';
import { Places } from '../../../scenario/text/places.ts';
import type { GridValue } from './studySpec.ts';

/** An axis with more values is a mistake, or a study that nobody lives to see. */
export const axisValuesMost = 1_000_000;

/**
 * The numbers from one to another, both included. They are added up as decimals: as doubles 0.1 + 0.2 is not 0.3.
 *
 *   from 20, to 30, step 5   -> 20, 25, 30
 *   from 0.1, to 0.3, step 0.1 -> 0.1, 0.2, 0.3
 *   from 1, to 2, step 0.4   -> an error: a step of 0.4 leads from 1 to 1.8 and 2.2, not to 2
 *
 * @returns the error as a sentence, and which of the three it is about
 */
export function steppedValues(
  from: number,
  to: number,
  step: number,
): readonly number[] | { readonly key: 'to' | 'step'; readonly message: string } {
  const [first, last, distance] = [decimalOf(from), decimalOf(to), decimalOf(step)];
  if (step <= 0) return { key: 'step', message: `expected a step above 0, found ${plainNumber(step)}` };
  if (from > to)
    return { key: 'to', message: `expected at least ${plainNumber(from)}, which is 'from', found ${plainNumber(to)}` };
  const way = minus(last, first);
  const scale = Math.max(way.scale, distance.scale);
  const count = scaledTo(way, scale) / scaledTo(distance, scale);
  if (count >= BigInt(axisValuesMost))
    return { key: 'step', message: `expected at most ${axisValuesMost} values on an axis, found ${count + 1n}` };
  const end = plus(first, times(fromBigInt(count), distance));
  if (compare(end, last) !== 0) {
    const [below, above] = [end, plus(end, distance)].map((value) => plainNumber(numberOf(value)));
    const message = `a step of ${plainNumber(step)} leads from ${plainNumber(from)} to ${below} and ${above}, not to ${plainNumber(to)}`;
    return { key: 'step', message };
  }
  return Array.from({ length: Number(count) + 1 }, (_, index) =>
    numberOf(plus(first, times(fromBigInt(BigInt(index)), distance))),
  );
}

function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(plainNumber(value));
  if (decimal === null) throw new Error(`${value} is no finite number`);
  return decimal;
}

function numberOf({ coefficient, scale }: Decimal): number {
  return Number(`${coefficient}e-${scale}`);
}

/** A value in the name of a point: `20`, `0.3`, `true`, `40/s`, `"a b"`. */
export function axisValueText(value: GridValue): string {
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** A value as `--set` takes it: YAML that is read as this very value. */
export function setText(value: unknown): string {
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const isPlain = !/[\n\r]/.test(value) && readDocuments(value, '', new Places()).values[0] === value;
  return isPlain ? value : JSON.stringify(value);
}
