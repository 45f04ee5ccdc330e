/**
 * Parses comparisons of `expect:`: `>= 2`, `<= 250 USD`, `= 99.9%`, with their tolerance.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { Comparison, Metric, Tolerance } from '../../platform/expectation.ts';
import {
  type Decimal,
  formatDecimal,
  minus,
  parseDecimal,
  plus,
  times,
  zero,
} from '../../platform/metering/decimal.ts';
import { scalarText, shown } from '../shape/shape.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { parseSize, readDuration } from '../text/units.ts';
import type { ExpectationContext } from './expectationContext.ts';

/** What is compared: a metric in its unit, or a share of time. */
export type ComparedUnit = Metric['unit'] | 'share';

type Amount = Pick<Comparison, 'value' | 'decimal' | 'unit'>;

const operators = ['<=', '>=', '!=', '==', '<', '>', '='] as const;

/** A comparison such as `<= 250 USD`; null where it cannot be read, which is a problem. */
export function readComparison(
  root: TreeMap,
  path: Path,
  unit: ComparedUnit,
  { gbBytes, currency, reading }: ExpectationContext,
): Comparison | null {
  const text = scalarText(valueAt(root, path)).trim();
  const read = parseComparison(text, unit, { gbBytes, currency });
  if (!('expected' in read)) return read;
  reading.complain(root, path, { code: 'bad-comparison', message: `expected ${read.expected}, found ${shown(text)}` });
  return null;
}

/**
 * Reads a comparison of a metric, without its tolerance.
 *
 * @param currency of the bill; null: not known, any will do
 * @returns what was expected if it cannot be read
 */
export function parseComparison(
  text: string,
  unit: ComparedUnit,
  { gbBytes, currency }: Pick<ExpectationContext, 'gbBytes' | 'currency'>,
): Comparison | { readonly expected: string } {
  const written = operators.find((one) => text.startsWith(one));
  const operator = written === undefined || written === '==' ? '=' : written;
  const amount = text.slice(written?.length ?? 0).trim();
  const read = readAmount(amount, unit, gbBytes);
  if (read === null) return { expected: expectedAmounts[unit] };
  if (unit === 'money' && currency !== null && read.unit !== currency)
    return { expected: `an amount in ${currency}, the currency of the prices` };
  const isShare = unit === 'percent' || unit === 'share';
  if (isShare && !(Number(read.decimal) >= 0 && Number(read.decimal) <= 100)) return { expected: '0% to 100%' };
  return { operator, ...read };
}

/**
 * The same comparison with the entry's tolerance, if it has one: an amount in its unit, or a part of what it compares
 * with.
 */
export function withTolerance(
  root: TreeMap,
  path: Path,
  { exact, unit }: { readonly exact: Comparison; readonly unit: ComparedUnit },
  { gbBytes, reading }: ExpectationContext,
): Comparison | null {
  const place = [...path, 'tolerance'];
  const given = valueAt(root, place);
  if (given === undefined) return exact;
  const text = scalarText(given).trim();
  const part = unit === 'percent' || unit === 'share' ? null : /^(\d+(?:\.\d+)?) ?%$/.exec(text);
  const read = part === null ? readAmount(text, unit, gbBytes) : partOf(exact, part[1] ?? '0');
  if (read !== null && read.value >= 0 && read.unit === exact.unit)
    return { ...exact, tolerance: toleranceOf(exact, read, unit === 'share' ? 100 : 1) };
  const expected = `expected a tolerance of 0 or more, such as ${toleranceExamples[unit]}`;
  reading.complain(root, place, { code: 'bad-comparison', message: `${expected}; found ${shown(text)}` });
  return null;
}

/** How far apart two values may be: an amount above 0 in the unit of a metric, or a share of one of them. */
export interface Margin {
  /** In the metric's unit; of a share 0.05 for 5%. */
  readonly value: number;
  readonly isShare: boolean;
  /** As written: `5 USD`. */
  readonly text: string;
}

/**
 * A margin such as `5 USD` or `2%`; null where it cannot be read, which is a problem. Of a metric that is a percentage,
 * `2%` are 2 percentage points.
 *
 * @param mayBeShare whether a share is accepted
 */
export function readMargin(
  root: TreeMap,
  path: Path,
  { unit, mayBeShare }: { readonly unit: Metric['unit']; readonly mayBeShare: boolean },
  { gbBytes, currency, reading }: ExpectationContext,
): Margin | null {
  const text = scalarText(valueAt(root, path)).trim();
  const share = unit === 'percent' || !mayBeShare ? null : shareOf(text);
  const count = unit === 'count' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  const read = count === null ? readAmount(text, unit, gbBytes) : { value: count, unit: '' };
  const value = share ?? read?.value ?? null;
  const isOtherMoney = share === null && unit === 'money' && currency !== null && read?.unit !== currency;
  if (value !== null && value > 0 && Number.isFinite(value) && !isOtherMoney)
    return { value, isShare: share !== null, text };
  const expected = `expected an amount above 0, such as ${amountExample(unit, currency)}${mayBeShare && unit !== 'percent' ? ' or 5%' : ''}`;
  reading.complain(root, path, { code: 'bad-margin', message: `${expected}; found ${shown(text)}` });
  return null;
}

/** The double nearest to a percentage: `99.9%` -> 0.999, where 99.9 / 100 is 0.9990000000000001; null: it is none. */
export function shareOf(text: string): number | null {
  const [, digits] = /^(\d+(?:\.\d+)?) ?%$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(`${digits}e-2`);
}

/** An amount of a metric, as messages show one. @param currency null: it is not known */
export function amountExample(unit: Metric['unit'], currency: string | null): string {
  return unit === 'money' && currency !== null ? `5 ${currency}` : marginExamples[unit];
}

const marginExamples: Readonly<Record<Metric['unit'], string>> = {
  money: '5 USD',
  count: '2',
  GB: '2 GB',
  percent: '0.5% (percentage points)',
  duration: '30s',
};

/**
 * Bounds are added up as decimals: as doubles 0.31 less 0.01 is not 0.3.
 *
 * @param per the value of a comparison is its decimal divided by this
 */
function toleranceOf({ value: about, decimal: written }: Comparison, given: Amount, per: number): Tolerance {
  const { value, decimal } = given;
  const [whole, give] = [parseDecimal(written), parseDecimal(decimal)];
  // Sizes in bytes of a few may have an exponent.
  if (whole === null || give === null) return { value, decimal, least: about - value, greatest: about + value };
  const bound = (sum: Decimal): number => Number(formatDecimal(sum)) / per;
  return { value, decimal, least: bound(minus(whole, give)), greatest: bound(plus(whole, give)) };
}

/** So many hundredths of what is compared with, exactly. */
function partOf({ value, decimal, unit }: Comparison, percent: string): Amount {
  const whole = parseDecimal(decimal) ?? zero;
  const size = whole.coefficient < 0n ? minus(zero, whole) : whole;
  const part = times(size, parseDecimal(percent) ?? zero);
  return {
    value: (Math.abs(value) * Number(percent)) / 100,
    decimal: formatDecimal({ coefficient: part.coefficient, scale: part.scale + 2 }),
    unit,
  };
}

const expectedAmounts: Readonly<Record<ComparedUnit, string>> = {
  money: 'a comparison with a currency, such as "<= 250 USD"',
  count: 'a comparison with a whole number, such as ">= 2"',
  GB: 'a comparison with a size, such as "<= 100 GB"',
  percent: 'a comparison with a percentage, such as ">= 20%"',
  duration: 'a comparison with a duration, such as "<= 10m"',
  share: 'a comparison with a share of the time, such as ">= 99.9%"',
};

const toleranceExamples: Readonly<Record<ComparedUnit, string>> = {
  money: '5% or an amount in the same currency (2 USD)',
  count: '5% or 2',
  GB: '5% or 2 GB',
  percent: '0.5% (percentage points)',
  duration: '5% or 30s',
  share: '0.5% (percentage points)',
};

function readAmount(text: string, unit: ComparedUnit, gbBytes: number): Amount | null {
  if (unit === 'duration') {
    const duration = readDuration(text);
    return duration === null ? null : { value: duration, decimal: String(duration), unit: 'ms' };
  }
  const match = /^(-?\d+(?:\.\d+)?) ?([A-Za-z%]*)$/.exec(text);
  if (match === null) return null;
  const [, decimal = '', suffix = ''] = match;
  const value = Number(decimal);
  switch (unit) {
    case 'money':
      return /^[A-Z]{3}$/.test(suffix) ? { value, decimal, unit: suffix } : null;
    case 'count':
      return suffix === '' && !decimal.includes('.') ? { value, decimal, unit: '' } : null;
    case 'GB': {
      // The metric's name says GB, so a bare number is one.
      const bytes = parseSize(`${decimal}${suffix === '' ? 'GB' : suffix}`, gbBytes, true);
      return bytes === null ? null : { value: bytes / gbBytes, decimal: String(bytes / gbBytes), unit: 'GB' };
    }
    case 'percent':
      return suffix === '' || suffix === '%' ? { value, decimal, unit: '%' } : null;
    case 'share':
      return suffix === '%' ? { value: value / 100, decimal, unit: '%' } : null;
  }
}
