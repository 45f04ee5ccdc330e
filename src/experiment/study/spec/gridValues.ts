/**
 * The values of an axis: a list, or steps from one amount to another in exact decimals.
 */
import {
  compare,
  type Decimal,
  fromBigInt,
  minus,
  plus,
  scaledTo,
  times,
  zero,
} from '../../../platform/metering/decimal.ts';
import { plainNumber } from '../../../scenario/params/parameterText.ts';
import { readDocuments } from '../../../scenario/text/document.ts';
import { Places } from '../../../scenario/text/places.ts';
import { amountForm, inOneUnit, plainDecimal, readAmount, type WrittenAmount } from './amounts.ts';
import type { GridValue } from './studySpec.ts';

/** An axis with more values is a mistake, or a study that nobody lives to see. */
export const axisValuesMost = 1_000_000;

/** One of `from`, `to` and `step`: a number, or an amount with its unit. */
export type GridAmount = number | string;

/** The values of an axis in steps. */
export interface SteppedValues {
  readonly values: readonly GridValue[];
  /** What follows the number in each value; '' for none: then the values are numbers. */
  readonly unit: string;
}

/**
 * The values from one to another, both included. They are added up as decimals: as doubles 0.1 + 0.2 is not 0.3.
 *
 *   from 20, to 30, step 5       -> 20, 25, 30
 *   from 0.1, to 0.3, step 0.1   -> 0.1, 0.2, 0.3
 *   from 30s, to 2m, step 30s    -> 30s, 60s, 90s, 120s (the smallest of the units)
 *   from 1, to 2, step 0.4       -> an error: a step of 0.4 leads from 1 to 1.8 and 2.2, not to 2
 *
 * @returns the error as a sentence, and which of the three it is about
 */
export function steppedValues(
  from: GridAmount,
  to: GridAmount,
  step: GridAmount,
): SteppedValues | { readonly key: 'from' | 'to' | 'step'; readonly message: string } {
  const given = { from, to, step };
  const read: WrittenAmount[] = [];
  for (const key of ['from', 'to', 'step'] as const) {
    const amount = readAmount(amountText(given[key]));
    if (amount === null) return { key, message: `expected ${amountForm}, found '${given[key]}'` };
    read.push(amount);
  }
  const together = inOneUnit(read);
  if (together === null) {
    const texts = [from, to, step].map(amountText).join(', ');
    return { key: 'from', message: `from, to and step need the same unit, or units of time: found ${texts}` };
  }
  const { unit, numbers } = together;
  const [first = zero, last = zero, distance = zero] = numbers;
  if (distance.coefficient <= 0n) return { key: 'step', message: `expected a step above 0, found ${amountText(step)}` };
  if (compare(first, last) > 0)
    return { key: 'to', message: `expected at least ${amountText(from)}, which is 'from', found ${amountText(to)}` };
  const way = minus(last, first);
  const scale = Math.max(way.scale, distance.scale);
  const count = scaledTo(way, scale) / scaledTo(distance, scale);
  if (count >= BigInt(axisValuesMost))
    return { key: 'step', message: `expected at most ${axisValuesMost} values on an axis, found ${count + 1n}` };
  const amountAt = (index: bigint): Decimal => plus(first, times(fromBigInt(index), distance));
  if (compare(amountAt(count), last) !== 0) {
    const [below, above] = [count, count + 1n].map((index) => `${plainDecimal(amountAt(index))}${unit}`);
    const message = `a step of ${amountText(step)} leads from ${amountText(from)} to ${below} and ${above}, not to ${amountText(to)}`;
    return { key: 'step', message };
  }
  const values = Array.from({ length: Number(count) + 1 }, (_, index) => amountAt(BigInt(index)));
  return { values: values.map((value) => (unit === '' ? numberOf(value) : `${plainDecimal(value)}${unit}`)), unit };
}

function amountText(amount: GridAmount): string {
  return typeof amount === 'number' ? plainNumber(amount) : amount.trim();
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
