/**
 * Values as a query compares them: loosely, so that 10 is above "9", and `true` is "true".
 */
import { instantFromIso } from '../../../engine/time.ts';
import { byCodeUnits } from '../document/json.ts';

export type Scalar = string | number | boolean;

/** A value with what it may be compared as. */
export interface ComparableValue {
  readonly as: 'number' | 'time' | 'text';
  /** Of a time its instant; of a text the text. */
  readonly value: number | string;
  readonly text: string;
}

/**
 * What a value reads as: a number also where it is written as a decimal text, a time where it is an ISO date and time
 * with its zone. Digits beyond what a double holds exactly are a text, so that two long numbers that differ stay
 * different.
 *
 *   9, "9", "009", "9.0" -> the number 9
 *   "2026-11-01T00:00:00Z", "2026-11-01T01:00:00.000+01:00" -> one time
 *   "2026-11-01", "1e3", "12345678901234567890", true -> texts
 */
export function readingOf(value: Scalar): ComparableValue {
  const text = String(value);
  if (typeof value === 'number') return { as: 'number', value, text };
  if (decimal.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) {
    return { as: 'number', value: Number(text), text };
  }
  const instant = instantFromIso(text);
  return typeof instant === 'number' ? { as: 'time', value: instant, text } : { as: 'text', value: text, text };
}

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * Below 0 where one value stands before another, 0 where they are the same, else above: as numbers if both are, as
 * times if both are, else as texts by code units. No order of all values: 9 < 10 < "5a" < 9. `sortOrder` is one.
 */
export function compareLoosely(one: ComparableValue, other: ComparableValue): number {
  return one.as === other.as ? compareValues(one.value, other.value) : byCodeUnits(one.text, other.text);
}

/** The order of values of one kind: numbers by size, texts by code units. */
export function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one < other ? -1 : one > other ? 1 : 0;
  return byCodeUnits(String(one), String(other));
}
